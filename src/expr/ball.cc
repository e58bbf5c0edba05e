#include "expr/ball.h"

#include <algorithm>

#include <arb_hypgeom.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

constexpr long kMostBits = 1 << 16;

Ball undefined() {
  Ball result;
  arb_indeterminate(result.arb());
  return result;
}

Ball truth_ball(bool value) { return Ball::from(value ? 1.0 : 0.0); }

// Whether a < b; nothing where the balls overlap.
std::optional<bool> less(const Ball& a, const Ball& b) {
  if (arb_lt(a.arb(), b.arb()) != 0) return true;
  if (arb_ge(a.arb(), b.arb()) != 0) return false;
  return std::nullopt;
}

std::optional<bool> equal(const Ball& a, const Ball& b) {
  if (arb_eq(a.arb(), b.arb()) != 0) return true;
  if (arb_ne(a.arb(), b.arb()) != 0) return false;
  return std::nullopt;
}

std::optional<bool> nonzero(const Ball& a) {
  const std::optional<bool> zero = equal(a, Ball());
  if (!zero) return zero;
  return !*zero;
}

// Either of two values.
Ball hull(const Ball& a, const Ball& b, long bits) {
  Ball result;
  arb_union(result.arb(), a.arb(), b.arb(), bits);
  return result;
}

// Where it is not decided: either, as long as there is something to decide.
Ball truth_ball(std::optional<bool> value, std::span<const Ball> of) {
  if (value) return truth_ball(*value);
  if (!std::all_of(of.begin(), of.end(), [](const Ball& x) { return x.is_finite(); })) return undefined();
  return hull(truth_ball(false), truth_ball(true), 64);
}

std::optional<bool> negate(std::optional<bool> value) {
  if (value) value = !*value;
  return value;
}

std::optional<bool> both(std::optional<bool> a, std::optional<bool> b) {
  if ((a && !*a) || (b && !*b)) return false;
  return a && b ? std::optional(true) : std::nullopt;
}

std::optional<bool> either(std::optional<bool> a, std::optional<bool> b) { return negate(both(negate(a), negate(b))); }

// Integers below 2^31 only; anything else has no value.
std::optional<long> integer(const Ball& a) {
  if (arb_is_int(a.arb()) == 0) return std::nullopt;
  const double value = a.to_double();
  if (value < 0 || value > 1e9) return std::nullopt;
  return static_cast<long>(value);
}

Ball ball_comb(std::span<const Ball> x, long bits) {
  const std::optional<long> n = integer(x[0]);
  if (!n) return undefined();
  long rest = *n;
  Ball result, part;
  arb_fac_ui(result.arb(), static_cast<ulong>(*n), bits);
  for (const Ball& argument : x.subspan(1)) {
    const std::optional<long> ni = integer(argument);
    if (!ni || *ni > rest) return undefined();
    rest -= *ni;
    arb_fac_ui(part.arb(), static_cast<ulong>(*ni), bits);
    arb_div(result.arb(), result.arb(), part.arb(), bits);
  }
  arb_fac_ui(part.arb(), static_cast<ulong>(rest), bits);
  arb_div(result.arb(), result.arb(), part.arb(), bits);
  return result;
}

// ∛x = sign(x)·∛|x|
Ball ball_cbrt(const Ball& x, long bits) {
  Ball result;
  if (arb_is_zero(x.arb()) != 0) return result;
  if (arb_contains_zero(x.arb()) != 0) return undefined();
  arb_abs(result.arb(), x.arb());
  arb_root_ui(result.arb(), result.arb(), 3, bits);
  if (arb_is_negative(x.arb()) != 0) arb_neg(result.arb(), result.arb());
  return result;
}

Ball ball_power(Expr node, std::span<const Ball> x, long bits) {
  Ball result;
  const Expr exponent = node.operand(1);
  if (exponent.is_rational()) {
    const Rational value = exponent.rational();
    const bool integer = value.is_integer();
    if (!integer && arb_is_nonnegative(x[0].arb()) == 0) return undefined();
    if (value == Rational(1, 2)) {
      arb_sqrt(result.arb(), x[0].arb(), bits);
    } else {
      arb_pow_fmpq(result.arb(), x[0].arb(), value.flint(), bits);
    }
    return result;
  }
  if (arb_is_int(x[1].arb()) == 0 && arb_is_positive(x[0].arb()) == 0) return undefined();
  arb_pow(result.arb(), x[0].arb(), x[1].arb(), bits);
  return result;
}

Ball ball_logarithm(const Ball& x, unsigned long base, long bits) {
  Ball result, divisor;
  arb_log(result.arb(), x.arb(), bits);
  arb_log_ui(divisor.arb(), base, bits);
  arb_div(result.arb(), result.arb(), divisor.arb(), bits);
  return result;
}

// Around a whole number it is not decided: all values that it may have are in the ball.
Ball ball_floor(const Ball& x, long bits) {
  Ball result;
  arb_floor(result.arb(), x.arb(), bits);
  return result;
}

// x - y*floor(x/y)
Ball ball_mod(const Ball& x, const Ball& y, long bits) {
  Ball result;
  arb_div(result.arb(), x.arb(), y.arb(), bits);
  result = ball_floor(result, bits);
  arb_mul(result.arb(), result.arb(), y.arb(), bits);
  arb_sub(result.arb(), x.arb(), result.arb(), bits);
  return result;
}

Ball ball_call(Function function, std::span<const Ball> x, long bits) {
  Ball y;
  switch (function) {
    case Function::kSin: arb_sin(y.arb(), x[0].arb(), bits); break;
    case Function::kCos: arb_cos(y.arb(), x[0].arb(), bits); break;
    case Function::kTan: arb_tan(y.arb(), x[0].arb(), bits); break;
    case Function::kAsin: arb_asin(y.arb(), x[0].arb(), bits); break;
    case Function::kAcos: arb_acos(y.arb(), x[0].arb(), bits); break;
    case Function::kAtan: arb_atan(y.arb(), x[0].arb(), bits); break;
    case Function::kAtan2: arb_atan2(y.arb(), x[0].arb(), x[1].arb(), bits); break;
    case Function::kSinh: arb_sinh(y.arb(), x[0].arb(), bits); break;
    case Function::kCosh: arb_cosh(y.arb(), x[0].arb(), bits); break;
    case Function::kTanh: arb_tanh(y.arb(), x[0].arb(), bits); break;
    case Function::kAsinh: arb_asinh(y.arb(), x[0].arb(), bits); break;
    case Function::kAcosh: arb_acosh(y.arb(), x[0].arb(), bits); break;
    case Function::kAtanh: arb_atanh(y.arb(), x[0].arb(), bits); break;
    case Function::kExp: arb_exp(y.arb(), x[0].arb(), bits); break;
    case Function::kLog: arb_log(y.arb(), x[0].arb(), bits); break;
    case Function::kLog10: return ball_logarithm(x[0], 10, bits);
    case Function::kLog2: return ball_logarithm(x[0], 2, bits);
    case Function::kCbrt: return ball_cbrt(x[0], bits);
    case Function::kErf: arb_hypgeom_erf(y.arb(), x[0].arb(), bits); break;
    case Function::kAbs: arb_abs(y.arb(), x[0].arb()); break;
    case Function::kSign: arb_sgn(y.arb(), x[0].arb()); break;
    case Function::kFloor: return ball_floor(x[0], bits);
    case Function::kMod: return ball_mod(x[0], x[1], bits);
    case Function::kMin: arb_min(y.arb(), x[0].arb(), x[1].arb(), bits); break;
    case Function::kMax: arb_max(y.arb(), x[0].arb(), x[1].arb(), bits); break;
    case Function::kStep:
      if (x.size() == 1) return truth_ball(negate(less(x[0], Ball())), x);
      return truth_ball(
          either(both(negate(less(x[1], x[0])), less(x[1], x[2])), both(equal(x[0], x[1]), equal(x[1], x[2]))), x);
    case Function::kIf: {
      const std::optional<bool> condition = nonzero(x[0]);
      if (!condition) return x[0].is_finite() ? hull(x[1], x[2], bits) : undefined();
      return *condition ? x[1] : x[2];
    }
    case Function::kNoEvent: return x[0];
    case Function::kFactorial: {
      const std::optional<long> n = integer(x[0]);
      if (!n) return undefined();
      arb_fac_ui(y.arb(), static_cast<ulong>(*n), bits);
      break;
    }
    case Function::kComb: return ball_comb(x, bits);
    case Function::kLess: return truth_ball(less(x[0], x[1]), x);
    case Function::kLessEqual: return truth_ball(negate(less(x[1], x[0])), x);
    case Function::kEqual: return truth_ball(equal(x[0], x[1]), x);
    case Function::kNotEqual: return truth_ball(negate(equal(x[0], x[1])), x);
    case Function::kAnd: return truth_ball(both(nonzero(x[0]), nonzero(x[1])), x);
    case Function::kOr: return truth_ball(either(nonzero(x[0]), nonzero(x[1])), x);
  }
  return y;
}

Ball ball_node(Expr node, std::span<const Ball> x, const BallValues& values, long bits) {
  Ball result;
  switch (node.kind()) {
    case Kind::kRational: return Ball::from(node.rational(), bits);
    case Kind::kReal: return Ball::from(node.real());
    case Kind::kPi: arb_const_pi(result.arb(), bits); return result;
    case Kind::kSum: arb_add(result.arb(), x[0].arb(), x[1].arb(), bits); return result;
    case Kind::kProduct: arb_mul(result.arb(), x[0].arb(), x[1].arb(), bits); return result;
    case Kind::kPower: return ball_power(node, x, bits);
    case Kind::kCall: return ball_call(node.function(), x, bits);
    case Kind::kSymbol:
    case Kind::kUnspecified: break;
  }
  const auto found = values.find(node);
  if (found == values.end()) refuse_missing_value(node);
  return found->second;
}

}  // namespace

Ball Ball::from(const Rational& value, long bits) {
  Ball result;
  arb_set_fmpq(result.arb(), value.flint(), bits);
  return result;
}

Ball Ball::from(double value) {
  Ball result;
  arb_set_d(result.arb(), value);
  return result;
}

double Ball::to_double() const { return arf_get_d(arb_midref(value_), ARF_RND_NEAR); }

double Ball::radius() const {
  const double middle = to_double();
  return mag_get_d(arb_radref(value_)) * (1 + 1e-9) + std::abs(middle) * 0x1p-52;
}

std::string Ball::to_string(long digits) const {
  const std::unique_ptr<char, void (*)(void*)> text(arb_get_str(value_, digits, ARB_STR_NO_RADIUS), flint_free);
  return text.get();
}

BallEvaluator::BallEvaluator(std::span<const Expr> formulas) : graph_(formulas, is_unspecified) {}

std::vector<Ball> BallEvaluator::evaluate(const BallValues& values, long bits) const {
  std::vector<Ball> value(graph_.size()), arguments;
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    arguments.clear();
    for (const std::uint32_t operand : graph_.operands(i)) arguments.push_back(value[operand]);
    value[i] = ball_node(graph_.node(i), arguments, values, bits);
  }
  std::vector<Ball> results;
  for (const std::uint32_t root : graph_.roots()) results.push_back(value[root]);
  return results;
}

std::vector<Ball> evaluate_balls(std::span<const Expr> formulas, const BallValues& values, long bits) {
  return BallEvaluator(formulas).evaluate(values, bits);
}

std::string evaluate_digits(Expr formula, const ExactValues& values, long digits) {
  std::vector<Expr> leaves, constants;
  for (const auto& [leaf, constant] : values) {
    leaves.push_back(leaf);
    constants.push_back(constant);
  }
  const long wanted = static_cast<long>(std::ceil(static_cast<double>(digits) * std::log2(10.0))) + 2;
  for (long bits = wanted + 30; bits <= std::max(kMostBits, 4 * wanted); bits *= 2) {
    BallValues point;
    const std::vector<Ball> balls = evaluate_balls(constants, {}, bits);
    for (std::size_t i = 0; i < leaves.size(); ++i) point.emplace(leaves[i], balls[i]);
    const Ball result = evaluate_balls({&formula, 1}, point, bits)[0];
    if (result.is_finite() && result.accurate_bits() >= wanted) return result.to_string(digits);
    if (result.is_finite() && arb_is_zero(result.arb()) != 0) return "0";
  }
  throw Error(
      ErrorCode::kNotFinite,
      fmt::format(
          "{} digits cannot be had: the formula has no finite real value there, or it is exactly zero or decides "
          "between equal values in a way that no number of digits shows",
          digits),
      "evaluate it without --digits to see where it is not defined");
}

}  // namespace kinemate
