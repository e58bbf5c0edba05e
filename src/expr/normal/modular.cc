#include "expr/normal/modular.h"

#include <flint/nmod_vec.h>

#include <unordered_map>
#include <vector>

#include "expr/graph.h"
#include "expr/normal/angle.h"
#include "expr/normal/regions.h"

namespace kinemate {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

using Residue = ulong;

// Where the formula has no value modulo the prime.
struct NoValue {};

class Field {
 public:
  Field() { nmod_init(&mod_, kPrime); }

  Residue add(Residue a, Residue b) const { return nmod_add(a, b, mod_); }
  Residue subtract(Residue a, Residue b) const { return nmod_sub(a, b, mod_); }
  Residue multiply(Residue a, Residue b) const { return nmod_mul(a, b, mod_); }
  Residue divide(Residue a, Residue b) const {
    if (b == 0) throw NoValue{};
    return nmod_div(a, b, mod_);
  }
  Residue power(Residue a, long n) const {
    const auto size = n < 0 ? 0UL - static_cast<unsigned long>(n) : static_cast<unsigned long>(n);
    const Residue result = nmod_pow_ui(a, size, mod_);
    return n < 0 ? divide(1, result) : result;
  }
  Residue from(const Rational& value) const {
    const auto residue = [](const fmpz* integer) { return fmpz_fdiv_ui(integer, kPrime); };
    return divide(residue(fmpq_numref(value.flint())), residue(fmpq_denref(value.flint())));
  }

 private:
  nmod_t mod_;
};

// Cosine and sine of an angle.
struct Circle {
  Residue cosine = 1;
  Residue sine = 0;
};

class Evaluator {
 public:
  Evaluator(Expr formula, std::uint64_t seed) : graph_({&formula, 1}, is_atom), seed_(seed) {
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (is_trigonometric(graph_.node(i))) angles_.add(split_angles(graph_.node(i).operand(0)));
    }
  }

  Residue run() {
    std::vector<Residue> value(graph_.size());
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const Expr node = graph_.node(i);
      const auto operands = graph_.operands(i);
      if (operands.empty()) {
        value[i] = atom(node);
      } else if (node.kind() == Kind::kPower) {
        value[i] = field_.power(value[operands[0]], integer(node.operand(1).rational()));
      } else {
        const Residue a = value[operands[0]], b = value[operands[1]];
        value[i] = node.kind() == Kind::kSum ? field_.add(a, b) : field_.multiply(a, b);
      }
    }
    return value[graph_.roots()[0]];
  }

 private:
  static bool is_trigonometric(Expr e) {
    return e.is_call(Function::kSin) || e.is_call(Function::kCos) || e.is_call(Function::kTan);
  }

  static long integer(const Rational& value) {
    const auto result = value.to_long();
    if (!result) throw NoValue{};
    return *result;
  }

  // Content and seed alone decide the point.
  Residue random(Expr e, std::uint64_t salt) const {
    std::uint64_t x = e.hash() ^ (seed_ * 0x9E3779B97F4A7C15u + salt);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (x ^ (x >> 31)) % kPrime;
  }

  Residue atom(Expr e) const {
    switch (e.kind()) {
      case Kind::kRational: return field_.from(e.rational());
      case Kind::kSymbol:
      case Kind::kPi:
      case Kind::kUnspecified: return random(e, 1);
      case Kind::kCall: break;
      default: throw NoValue{};
    }
    if (!is_trigonometric(e)) throw NoValue{};
    const Circle point = circle(split_angles(e.operand(0)));
    if (e.is_call(Function::kSin)) return point.sine;
    return e.is_call(Function::kCos) ? point.cosine : field_.divide(point.sine, point.cosine);
  }

  Circle circle(const AngleSum& sum) const {
    const Rational quarters = sum.turn * Rational(2);
    Circle total = multiple({0, 1}, integer(quarters));  // quarter turns; other turns have no value here
    for (const auto& [angle, count] : sum.multiples) {
      total = together(total, multiple(random_point(angle), integer(count / angles_.parts().at(angle))));
    }
    return total;
  }

  // (1 - t²)/(1 + t²), 2t/(1 + t²)
  Circle random_point(Expr angle) const {
    const Residue t = random(angle, 2), square = field_.multiply(t, t), below = field_.add(1, square);
    return {field_.divide(field_.subtract(1, square), below), field_.divide(field_.add(t, t), below)};
  }

  Circle together(const Circle& a, const Circle& b) const {
    return {field_.subtract(field_.multiply(a.cosine, b.cosine), field_.multiply(a.sine, b.sine)),
            field_.add(field_.multiply(a.sine, b.cosine), field_.multiply(a.cosine, b.sine))};
  }

  // k times an angle, by doubling.
  Circle multiple(Circle base, long k) const {
    if (k < 0) base.sine = field_.subtract(0, base.sine);
    Circle result;
    for (auto rest = k < 0 ? 0UL - static_cast<unsigned long>(k) : static_cast<unsigned long>(k); rest > 0; rest /= 2) {
      if (rest % 2 == 1) result = together(result, base);
      base = together(base, base);
    }
    return result;
  }

  Graph graph_;
  std::uint64_t seed_;
  AngleTable angles_;
  Field field_;
};

}  // namespace

std::optional<std::uint64_t> value_modulo_prime(Expr formula, std::uint64_t seed) {
  try {
    return Evaluator(formula, seed).run();
  } catch (const NoValue&) {
    return std::nullopt;
  }
}

}  // namespace kinemate
