#include "program/passes/pythagoras.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "program/cost.h"
#include "program/passes/chains.h"
#include "program/passes/rebuild.h"
#include "program/passes/signs.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostFactors = 24;  // of a term: squares in longer ones are not looked for

// A term as ±coefficient · Π factors / Π divisors, shared products taken apart.
struct SquaredMonomial {
  bool negative = false;
  double coefficient = 1;
  std::vector<Value> factors, divisors;  // sorted
};

class SquareJoiner {
 public:
  explicit SquareJoiner(const Program& program) : program_(program), chains_(program) {}

  bool plan() {
    for (Value root = 0; root < chains_.size(); ++root) {
      if (!chains_.is_sum(root)) continue;
      Planned planned{chains_.sum(root), {}};
      if (planned.sum.terms.size() < 2) continue;
      if (join(planned)) planned_.emplace(root, std::move(planned));
    }
    return !planned_.empty();
  }

  std::optional<Value> make(Builder& builder, Value root, std::span<const Value> made) const {
    const auto found = planned_.find(root);
    if (found == planned_.end()) return std::nullopt;
    const Planned& planned = found->second;
    std::vector<Signed> parts;
    for (const SignedTerm& term : planned.sum.terms) parts.push_back({made[term.value], term.negative});
    for (const SquaredMonomial& joined : planned.joined)
      parts.push_back({make_product(builder, joined, made), joined.negative});
    if (planned.sum.constant != 0 || parts.empty()) parts.push_back({builder.constant(planned.sum.constant), false});
    Signed sum = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) sum = add(builder, sum, parts[i]);
    return plain(builder, sum);
  }

 private:
  struct Planned {
    Sum sum;                              // the terms that stay
    std::vector<SquaredMonomial> joined;  // and what became of the others
  };

  SquaredMonomial monomial(const SignedTerm& term) const {
    SquaredMonomial result{term.negative, 1, {}, {}};
    std::vector<Value> open = {term.value};
    while (!open.empty()) {
      const Value value = open.back();
      open.pop_back();
      if (program_.operations[value].code == Code::kConstant) {
        result.coefficient *= program_.constants[program_.operations[value].operands[0]];
      } else if (chains_.is_product(value) && result.factors.size() + open.size() < kMostFactors) {
        const Product product = chains_.product(value);
        result.coefficient *= product.coefficient;
        open.insert(open.end(), product.factors.begin(), product.factors.end());
        result.divisors.insert(result.divisors.end(), product.divisors.begin(), product.divisors.end());
      } else {
        result.factors.push_back(value);
      }
    }
    if (result.coefficient < 0) result.coefficient = -result.coefficient, result.negative = !result.negative;
    std::sort(result.factors.begin(), result.factors.end());
    std::sort(result.divisors.begin(), result.divisors.end());
    return result;
  }

  // The angles whose sine or cosine stands twice among the factors, by the place of the first.
  std::vector<std::size_t> squares(const SquaredMonomial& term) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i + 1 < term.factors.size(); ++i) {
      const Code code = program_.operations[term.factors[i]].code;
      if ((code == Code::kSine || code == Code::kCosine) && term.factors[i] == term.factors[i + 1])
        places.push_back(i++);
    }
    return places;
  }

  static SquaredMonomial without_square(SquaredMonomial term, std::size_t place) {
    const auto first = term.factors.begin() + static_cast<std::ptrdiff_t>(place);
    term.factors.erase(first, first + 2);
    return term;
  }

  // Finds two terms that differ in the square alone, as long as there are some. What they become may be one of the next
  // two.
  bool join(Planned& planned) const {
    using Key = std::tuple<Value, bool, double, std::vector<Value>, std::vector<Value>>;  // the angle and the rest
    std::map<Key, std::pair<Code, std::size_t>> waiting;
    std::vector<SquaredMonomial> terms;
    for (const SignedTerm& term : planned.sum.terms) terms.push_back(monomial(term));
    const std::size_t given = terms.size();
    std::vector<bool> gone(given, false);
    bool found = false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      for (const std::size_t place : squares(terms[i])) {
        const Operation& square = program_.operations[terms[i].factors[place]];
        const SquaredMonomial rest = without_square(terms[i], place);
        const Key key{square.operands[0], rest.negative, rest.coefficient, rest.factors, rest.divisors};
        const auto [other, fresh] = waiting.try_emplace(key, square.code, i);
        if (fresh || other->second.first == square.code || gone[other->second.second]) continue;
        gone[i] = gone[other->second.second] = found = true;
        terms.push_back(rest);
        gone.push_back(false);
        break;
      }
    }
    std::vector<SignedTerm> stay;
    for (std::size_t i = 0; i < given; ++i)
      if (!gone[i]) stay.push_back(planned.sum.terms[i]);
    planned.sum.terms = std::move(stay);
    for (std::size_t i = given; i < terms.size(); ++i) {
      if (gone[i]) continue;
      if (terms[i].factors.empty() && terms[i].divisors.empty()) {
        planned.sum.constant += terms[i].negative ? -terms[i].coefficient : terms[i].coefficient;
      } else {
        planned.joined.push_back(terms[i]);
      }
    }
    return found;
  }

  static Value make_product(Builder& builder, const SquaredMonomial& term, std::span<const Value> made) {
    Value result = builder.constant(term.coefficient);
    for (Value factor : term.factors) result = builder.multiply(result, made[factor]);
    if (term.divisors.empty()) return result;
    return builder.divide(result, multiply_all(builder, term.divisors, made));
  }

  const Program& program_;
  Chains chains_;
  std::map<Value, Planned> planned_;
};

}  // namespace

Program join_squares(const Program& program) {
  const bool sines = std::any_of(program.operations.begin(), program.operations.end(),
                                 [](const Operation& operation) { return operation.code == Code::kSine; });
  if (!sines) return program;
  SquareJoiner joiner(program);
  if (!joiner.plan()) return program;
  return cheaper(program, rebuild(program, [&](Builder& builder, Value i, std::span<const Value> made) {
                   return joiner.make(builder, i, made);
                 }));
}

}  // namespace kinemate
