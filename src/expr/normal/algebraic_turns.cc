#include "expr/normal/algebraic_turns.h"

#include <optional>
#include <unordered_map>

#include "expr/graph.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr long kMostTurns = 4;  // multiples of one arctangent that are written out

struct CosineSine {
  Expr cosine, sine;
};

CosineSine turned(const CosineSine& a, const CosineSine& b) {
  return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

bool is_arctangent(Expr e) { return e.kind() == Kind::kCall && e.function() == Function::kAtan2; }

// An angle as sum of terms with rational factors, in the order in which they are met.
struct AngleTerms {
  std::vector<std::pair<Expr, Rational>> terms;

  explicit AngleTerms(Expr angle) {
    std::vector<std::pair<Expr, Rational>> open = {{angle, Rational(1)}};
    while (!open.empty()) {
      const auto [e, factor] = open.back();
      open.pop_back();
      if (e.kind() == Kind::kSum) {
        open.emplace_back(e.operand(1), factor);
        open.emplace_back(e.operand(0), factor);
      } else if (e.kind() == Kind::kProduct && e.operand(0).kind() == Kind::kRational) {
        open.emplace_back(e.operand(1), factor * e.operand(0).rational());
      } else {
        add(e, factor);
      }
    }
  }

 private:
  void add(Expr e, const Rational& factor) {
    for (auto& [term, sum] : terms)
      if (term == e) {
        sum = sum + factor;
        return;
      }
    terms.emplace_back(e, factor);
  }
};

class TurnWriter {
 public:
  explicit TurnWriter(const KnownRadii& radii) : radii_(radii) {}

  // None where there is no arctangent in the angle, or one with a factor that is no small whole number.
  std::optional<CosineSine> write(Expr angle) {
    const auto [found, is_new] = written_.try_emplace(angle);
    if (is_new) found->second = make(angle);
    return found->second;
  }

 private:
  std::optional<CosineSine> make(Expr angle) const {
    Expr rest;
    std::optional<CosineSine> turn;
    for (const auto& [term, factor] : AngleTerms(angle).terms) {
      if (factor == Rational(0)) continue;
      if (!is_arctangent(term)) {
        rest += Expr(factor) * term;
        continue;
      }
      CosineSine one = of_arctangent(term);
      long count = 0;
      for (long n = 1; n <= kMostTurns; ++n)
        if (factor == Rational(n) || factor == Rational(-n)) count = n;
      if (count == 0) return std::nullopt;
      if (factor == Rational(-count)) one.sine = -one.sine;
      for (long n = 0; n < count; ++n) turn = turn ? turned(*turn, one) : one;
    }
    if (!turn) return rest == angle ? std::nullopt : std::make_optional(CosineSine{cos(rest), sin(rest)});
    if (rest.is_zero()) return turn;
    return turned({cos(rest), sin(rest)}, *turn);
  }

  CosineSine of_arctangent(Expr arctangent) const {
    const Expr y = arctangent.operand(0), x = arctangent.operand(1);
    const auto known = radii_.find(arctangent);
    const Expr over = Expr(1) / (known == radii_.end() ? sqrt(x * x + y * y) : known->second);
    return {x * over, y * over};
  }

  const KnownRadii& radii_;
  std::unordered_map<Expr, std::optional<CosineSine>> written_;
};

}  // namespace

bool holds_arctangent(Expr formula) {
  const Graph graph(formula);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (is_arctangent(graph.node(i))) return true;
  return false;
}

std::vector<Expr> write_turns_algebraically(std::span<const Expr> formulas, const KnownRadii& radii) {
  const Graph graph(formulas);
  std::vector<Expr> values(graph.size());
  TurnWriter writer(radii);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    std::vector<Expr> operands;
    bool changed = false;
    for (std::uint32_t operand : graph.operands(i)) {
      operands.push_back(values[operand]);
      changed = changed || !(values[operand] == graph.node(operand));
    }
    values[i] = changed ? rebuild(node, operands) : node;
    if (node.kind() != Kind::kCall) continue;
    const Function function = node.function();
    if (function != Function::kSin && function != Function::kCos && function != Function::kTan) continue;
    const std::optional<CosineSine> turn = writer.write(operands[0]);
    if (!turn) continue;
    values[i] = function == Function::kSin   ? turn->sine
                : function == Function::kCos ? turn->cosine
                                             : turn->sine / turn->cosine;
  }
  std::vector<Expr> result;
  for (std::uint32_t root : graph.roots()) result.push_back(values[root]);
  return result;
}

}  // namespace kinemate
