// Calls of built-in functions, with the rewrites that expr.h lists.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/floor.h"
#include "expr/order.h"
#include "expr/pool.h"

namespace kinemate {
namespace {

using Arguments = std::span<const Expr>;

Expr truth_formula(bool value) { return value ? Expr(1) : Expr(0); }

[[noreturn]] void refuse_pole(std::string_view function, std::string_view argument) {
  throw Error(ErrorCode::kUndefinedValue, fmt::format("{}({}) is not finite", function, argument));
}

int sign_of(Expr number) {
  if (number.is_rational()) return number.rational().sign();
  return number.real() < 0 ? -1 : 1;
}

// a < b for two numbers.
bool is_less(Expr a, Expr b) {
  if (a.is_rational() && b.is_rational()) return a.rational() < b.rational();
  return a.real() < b.real();
}

bool is_relation(Expr e) {
  return e.kind() == Kind::kCall && e.function() >= Function::kLess && e.function() <= Function::kOr;
}

// Known by its form alone to be nowhere below zero.
bool is_nonnegative(Expr e) {
  if (e.is_number()) return sign_of(e) >= 0;
  switch (e.kind()) {
    case Kind::kPi: return true;
    case Kind::kPower:
      return e.operand(1).is_rational() && (e.operand(1).rational().is_even() || !e.operand(1).rational().is_integer());
    case Kind::kCall:
      return e.function() == Function::kExp || e.function() == Function::kCosh || e.function() == Function::kAbs ||
             e.function() == Function::kStep || is_relation(e);
    default: return false;
  }
}

// r, if e is the exact multiple r*pi.
std::optional<Rational> multiple_of_pi(Expr e) {
  if (e.is_zero()) return Rational(0);
  const Scaled scaled = split_number(e);
  if (scaled.rest.kind() != Kind::kPi || !scaled.number.is_rational()) return std::nullopt;
  return scaled.number.rational();
}

// sin(r*pi) where it is 0, ±1/2, ±√2/2, ±√3/2 or ±1.
std::optional<Expr> sine_of_turn(Rational r) {
  r = r - Rational(2) * (r / Rational(2)).floor();  // 0 ≤ r < 2
  const bool lower_half = !(r < Rational(1));
  if (lower_half) r = r - Rational(1);
  if (Rational(1, 2) < r) r = Rational(1) - r;
  std::optional<Expr> value;
  if (r.is_zero()) value = Expr(0);
  if (r == Rational(1, 6)) value = Expr(Rational(1, 2));
  if (r == Rational(1, 4)) value = sqrt(Expr(2)) / Expr(2);
  if (r == Rational(1, 3)) value = sqrt(Expr(3)) / Expr(2);
  if (r == Rational(1, 2)) value = Expr(1);
  if (value && lower_half) value = -*value;
  return value;
}

std::optional<Expr> fold_trigonometric(Function function, Expr x) {
  const std::optional<Rational> r = multiple_of_pi(x);
  if (!r) return std::nullopt;
  const std::optional<Expr> sine = sine_of_turn(*r), cosine = sine_of_turn(*r + Rational(1, 2));
  if (function == Function::kSin) return sine;
  if (function == Function::kCos) return cosine;
  if (!sine || !cosine) return std::nullopt;
  if (cosine->is_zero()) refuse_pole("tan", r->to_string() + "*pi");
  return *sine / *cosine;
}

// k, if x = base^k.
std::optional<Expr> exact_logarithm(const Rational& x, long base) {
  if (x.sign() == 0) refuse_pole(base == 2 ? "log2" : "log10", "0");
  if (x.sign() < 0) return std::nullopt;
  // b bits: |log2 x| lies in (b-2, b], so that the nearest integer to (b-1)/log2(base) is ±k if there is a k
  const long k = std::lround((static_cast<double>(bits(x)) - 1) / std::log2(static_cast<double>(base)));
  for (const long candidate : {k, -k}) {
    if (power(Rational(base), candidate) == x) return Expr(candidate);
  }
  return std::nullopt;
}

std::optional<Expr> fold_exact(Function function, const Rational& x) {
  const bool zero = x.is_zero(), one = x.is_one(), minus_one = (-x).is_one();
  switch (function) {
    case Function::kSinh:
    case Function::kTanh:
    case Function::kAsinh:
    case Function::kErf: return zero ? std::optional(Expr(0)) : std::nullopt;
    case Function::kCosh:
    case Function::kExp: return zero ? std::optional(Expr(1)) : std::nullopt;
    case Function::kAsin:
      return zero ? std::optional(Expr(0)) : one ? std::optional(make_pi() / Expr(2)) : std::nullopt;
    case Function::kAcos:
      if (zero) return make_pi() / Expr(2);
      if (minus_one) return make_pi();
      return one ? std::optional(Expr(0)) : std::nullopt;
    case Function::kAtan:
      return zero ? std::optional(Expr(0)) : one ? std::optional(make_pi() / Expr(4)) : std::nullopt;
    case Function::kAcosh: return one ? std::optional(Expr(0)) : std::nullopt;
    case Function::kAtanh:
      if (one) refuse_pole("atanh", "1");
      return zero ? std::optional(Expr(0)) : std::nullopt;
    case Function::kLog:
      if (zero) refuse_pole("log", "0");
      return one ? std::optional(Expr(0)) : std::nullopt;
    case Function::kLog10: return exact_logarithm(x, 10);
    case Function::kLog2: return exact_logarithm(x, 2);
    case Function::kCbrt:
      if (const auto root = exact_root(x, 3)) return Expr(*root);
      return std::nullopt;
    case Function::kAbs: return Expr(abs(x));
    case Function::kSign: return Expr(x.sign());
    case Function::kStep: return truth_formula(x.sign() >= 0);
    case Function::kFactorial: {
      if (!x.is_integer())
        throw Error(ErrorCode::kUndefinedValue,
                    fmt::format("factorial({}) is not defined: the argument is no integer", x.to_string()));
      const auto n = x.to_long();
      return Expr(factorial(n ? *n : x.sign() * 1'000'000L));
    }
    default: return std::nullopt;
  }
}

// f(g(x)) = x.
bool is_inverse(Function outer, Function inner) {
  switch (outer) {
    case Function::kSin: return inner == Function::kAsin;
    case Function::kCos: return inner == Function::kAcos;
    case Function::kTan: return inner == Function::kAtan;
    case Function::kSinh: return inner == Function::kAsinh;
    case Function::kCosh: return inner == Function::kAcosh;
    case Function::kTanh: return inner == Function::kAtanh;
    case Function::kAsinh: return inner == Function::kSinh;
    case Function::kAtanh: return inner == Function::kTanh;
    case Function::kExp: return inner == Function::kLog;
    case Function::kLog: return inner == Function::kExp;
    default: return false;
  }
}

std::optional<Expr> fold_abs(Expr x) {
  if (is_nonnegative(x)) return x;
  const Scaled scaled = split_number(x);
  if (!scaled.number.is_one()) return abs(scaled.number) * abs(scaled.rest);
  const BasePower power = split_power(x);
  if (!power.exponent.is_one()) return pow(abs(power.base), power.exponent);  // an odd integer
  return std::nullopt;
}

// What holds no relation has no events.
std::optional<Expr> fold_no_event(Expr x) {
  const bool leaf = x.is_number() || x.kind() == Kind::kPi || x.kind() == Kind::kSymbol;
  return leaf || x.is_call(Function::kNoEvent) ? std::optional(x) : std::nullopt;
}

std::optional<Expr> fold_unary(Function function, Expr x) {
  if (function <= Function::kTan) {
    if (const auto value = fold_trigonometric(function, x)) return value;
  }
  if (x.is_rational()) {
    if (const auto value = fold_exact(function, x.rational())) return value;
  } else if (x.is_number()) {
    const double argument = x.real();
    const double value = evaluate_call(function, {&argument, 1});
    if (std::isfinite(value)) return make_real(value);
  }
  if (x.kind() == Kind::kCall && is_inverse(function, x.function())) return x.operand(0);
  if (function == Function::kFloor) return fold_floor(x);
  if (function == Function::kNoEvent) return fold_no_event(x);
  if (function == Function::kAbs) return fold_abs(x);
  if (function == Function::kSign && !x.is_number()) {
    const Scaled scaled = split_number(x);
    if (!scaled.number.is_one()) return Expr(sign_of(scaled.number)) * make_call(Function::kSign, scaled.rest);
  }
  const auto symmetry = info(function).symmetry;
  if (symmetry != FunctionInfo::Symmetry::kNone && is_negative(x)) {
    const Expr mirrored = make_call(function, -x);
    return symmetry == FunctionInfo::Symmetry::kOdd ? -mirrored : mirrored;
  }
  return std::nullopt;
}

std::optional<Expr> fold_atan2(Expr y, Expr x) {
  if (y.is_zero() && x.is_zero()) throw Error(ErrorCode::kUndefinedValue, "atan2(0, 0) is not defined");
  if (x.is_number() && y.is_zero()) return sign_of(x) > 0 ? Expr(0) : make_pi();
  if (x.is_zero() && y.is_number()) return Expr(Rational(sign_of(y), 2)) * make_pi();
  return std::nullopt;
}

std::optional<Expr> fold_relation(Function function, Expr a, Expr b) {
  const bool numbers = a.is_number() && b.is_number();
  if (!numbers && !(a == b)) return std::nullopt;
  switch (function) {
    case Function::kLess: return truth_formula(numbers && is_less(a, b));
    case Function::kLessEqual: return truth_formula(a == b || !is_less(b, a));
    case Function::kEqual: return truth_formula(a == b || (!is_less(a, b) && !is_less(b, a)));
    default: return truth_formula(!(a == b) && (is_less(a, b) || is_less(b, a)));
  }
}

// 1 where e is not 0.
Expr as_truth(Expr e) { return is_relation(e) ? e : make_call(Function::kNotEqual, e, Expr(0)); }

std::optional<Expr> fold_connective(Function function, Expr a, Expr b) {
  if (a == b) return as_truth(a);
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (!one.is_number()) continue;
    const bool decides = one.is_zero() == (function == Function::kAnd);
    return decides ? truth_formula(function == Function::kOr) : as_truth(other);
  }
  return std::nullopt;
}

std::optional<Expr> fold_binary(Function function, Expr a, Expr b) {
  switch (function) {
    case Function::kMin:
    case Function::kMax:
      if (a == b) return a;
      if (!a.is_number() || !b.is_number()) return std::nullopt;
      return is_less(a, b) == (function == Function::kMin) ? a : b;
    case Function::kMod:
      if (const auto value = fold_mod(a, b)) return value;
      break;
    case Function::kAtan2:
      if (const auto value = fold_atan2(a, b)) return value;
      break;
    case Function::kAnd:
    case Function::kOr: return fold_connective(function, a, b);
    case Function::kLess:
    case Function::kLessEqual:
    case Function::kEqual:
    case Function::kNotEqual: return fold_relation(function, a, b);
    default: break;
  }
  const bool real = a.is_number() && b.is_number() && !(a.is_rational() && b.is_rational());
  if (!real) return std::nullopt;
  const std::array<double, 2> values = {a.real(), b.real()};
  const double value = evaluate_call(function, values);
  return std::isfinite(value) ? std::optional(make_real(value)) : std::nullopt;
}

// comb(n, n1, ..., nk) of numbers.
std::optional<Expr> fold_comb(Arguments arguments) {
  std::vector<long> n;
  for (const Expr argument : arguments) {
    if (!argument.is_number()) return std::nullopt;
    const auto value = argument.is_rational() ? argument.rational().to_long() : std::nullopt;
    if (!value || *value < 0) throw Error(ErrorCode::kFunctionCall, "comb takes integers that are not negative");
    n.push_back(*value);
  }
  Rational result = factorial(n[0]);
  long rest = n[0];
  for (std::size_t i = 1; i < n.size(); ++i) {
    if (n[i] > rest)
      throw Error(ErrorCode::kUndefinedValue, "comb(n, n1, ..., nk) is not defined: n1 + ... + nk is above n");
    rest -= n[i];
    result = result / factorial(n[i]);
  }
  return Expr(result / factorial(rest));
}

std::optional<Expr> fold_ternary(Function function, Expr a, Expr b, Expr c) {
  if (function == Function::kIf) {
    if (a.is_number()) return a.is_zero() ? c : b;
    return b == c ? std::optional(b) : std::nullopt;
  }
  const bool numbers = a.is_number() && b.is_number() && c.is_number();
  if (function != Function::kStep || !numbers) return std::nullopt;
  return truth_formula((!is_less(b, a) && is_less(b, c)) || (a == b && b == c));
}

std::optional<Expr> fold(Function function, Arguments x) {
  if (function == Function::kComb) return fold_comb(x);
  switch (x.size()) {
    case 1: return fold_unary(function, x[0]);
    case 2: return fold_binary(function, x[0], x[1]);
    case 3: return fold_ternary(function, x[0], x[1], x[2]);
    default: return std::nullopt;
  }
}

void check_argument_count(Function function, std::size_t count) {
  const FunctionInfo& row = info(function);
  const auto given = static_cast<int>(count);
  const bool step_of_two = function == Function::kStep && count == 2;
  if (given >= row.least_arguments && given <= row.most_arguments && !step_of_two) return;
  std::string expected = fmt::format("{}", row.least_arguments);
  if (function == Function::kStep)
    expected = "1 or 3";
  else if (row.most_arguments > row.least_arguments)
    expected = fmt::format("{} or more", row.least_arguments);
  throw Error(ErrorCode::kFunctionCall,
              fmt::format("{} takes {} argument{}, found {}", row.name, expected, expected == "1" ? "" : "s", count));
}

}  // namespace

Expr make_call(Function function, Arguments arguments) {
  check_argument_count(function, arguments.size());
  const bool foldable_pairs = function == Function::kMin || function == Function::kMax;
  if (foldable_pairs && arguments.size() > 2) {
    Expr result = arguments[0];
    for (const Expr argument : arguments.subspan(1)) result = make_call(function, result, argument);
    return result;
  }
  if (const auto folded = fold(function, arguments)) return *folded;
  if (arguments.size() == 2 && info(function).commutative && compare(arguments[0], arguments[1]) > 0) {
    return Pool::current().make_call(function, std::array{arguments[1], arguments[0]});
  }
  return Pool::current().make_call(function, arguments);
}

Expr make_call(Function function, Expr argument) { return make_call(function, Arguments(&argument, 1)); }
Expr make_call(Function function, Expr first, Expr second) { return make_call(function, std::array{first, second}); }
Expr sin(Expr a) { return make_call(Function::kSin, a); }
Expr cos(Expr a) { return make_call(Function::kCos, a); }
Expr abs(Expr a) { return make_call(Function::kAbs, a); }

Expr make_if(Expr condition, Expr then, Expr otherwise) {
  return make_call(Function::kIf, std::array{condition, then, otherwise});
}

Expr make_not(Expr condition) {
  if (condition.is_call(Function::kLess))
    return make_call(Function::kLessEqual, condition.operand(1), condition.operand(0));
  if (condition.is_call(Function::kLessEqual))
    return make_call(Function::kLess, condition.operand(1), condition.operand(0));
  if (condition.is_call(Function::kEqual))
    return make_call(Function::kNotEqual, condition.operand(0), condition.operand(1));
  return make_call(Function::kEqual, condition, Expr(0));
}

}  // namespace kinemate
