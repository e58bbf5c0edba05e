// Sums, products and powers, with the rewrites that expr.h lists.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/error.h"
#include "expr/order.h"
#include "expr/pool.h"

namespace kinemate {
namespace {

Expr make_ordered(Kind kind, Expr a, Expr b) {
  return compare(a, b) <= 0 ? Pool::current().make_node(kind, a, b) : Pool::current().make_node(kind, b, a);
}

Expr checked_real(double value) {
  if (!std::isfinite(value)) {
    throw Error(ErrorCode::kUndefinedValue, "a real number overflows double precision",
                "write it without real(...): exact numbers have no such limit");
  }
  return make_real(value);
}

Expr add_numbers(Expr a, Expr b) {
  if (a.is_rational() && b.is_rational()) return a.rational() + b.rational();
  return checked_real(a.real() + b.real());
}

Expr multiply_numbers(Expr a, Expr b) {
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  if (a.is_rational() && b.is_rational()) return a.rational() * b.rational();
  return checked_real(a.real() * b.real());
}

// number × e, where e may have a number of its own.
Expr scale(Expr number, Expr e) {
  if (number.is_zero()) return number;
  const Scaled scaled = split_number(e);
  number = multiply_numbers(number, scaled.number);
  if (scaled.rest.is_one()) return number;
  if (number.is_one()) return scaled.rest;
  return Pool::current().make_node(Kind::kProduct, number, scaled.rest);
}

// The product of two formulas without numbers in front.
Expr multiply_rests(Expr a, Expr b) {
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  const BasePower left = split_power(a), right = split_power(b);
  if (left.base == right.base) {
    const Rational exponent = left.exponent + right.exponent;
    const bool integers = left.exponent.is_integer() && right.exponent.is_integer();
    if (integers || exponent.is_integer()) return pow(left.base, exponent);
  }
  return make_ordered(Kind::kProduct, a, b);
}

// number^exponent, if it can be computed.
std::optional<Expr> raise_number(Expr number, const Rational& exponent) {
  if (!number.is_rational()) {
    if (number.real() < 0 && !exponent.is_integer()) return std::nullopt;
    const double size = std::pow(std::abs(number.real()), exponent.to_double());
    return checked_real(number.real() < 0 && !exponent.is_even() ? -size : size);
  }
  const Rational base = number.rational();
  if (base.is_zero() && exponent.sign() < 0) throw Error(ErrorCode::kUndefinedValue, "division by zero");
  if (base.is_zero() || base.is_one()) return number;
  const std::optional<long> top = exponent.numerator().to_long();
  const std::optional<long> root = exponent.denominator().to_long();
  if (!top || !root) {
    if (!exponent.is_integer()) return std::nullopt;
    throw Error(ErrorCode::kUndefinedValue, "this number is too large: the exponent has more than 18 digits");
  }
  if (*root == 1) return power(base, *top);
  const std::optional<Rational> exact = exact_root(base, static_cast<unsigned long>(*root));
  if (!exact) return std::nullopt;
  return power(*exact, *top);
}

// (base^inner)^exponent, for an inner exponent that is a number or an outer one that is an integer.
std::optional<Expr> raise_power(Expr base, Expr inner, const Rational& exponent) {
  if (!inner.is_rational()) {
    if (!exponent.is_integer()) return std::nullopt;
    return pow(base, inner * Expr(exponent));
  }
  const Rational product = inner.rational() * exponent;
  if (inner.rational().is_even() && !exponent.is_integer()) return pow(abs(base), product);
  return pow(base, product);
}

// base^exponent for an exact exponent other than 0 and 1.
Expr raise(Expr base, const Rational& exponent) {
  if (base.is_number()) {
    if (const auto value = raise_number(base, exponent)) return *value;
  } else if (base.kind() == Kind::kPower) {
    if (const auto merged = raise_power(base.operand(0), base.operand(1), exponent)) return *merged;
  } else if (base.is_call(Function::kAbs) && exponent.is_even()) {
    return pow(base.operand(0), exponent);
  } else if (const Scaled scaled = split_number(base); !scaled.number.is_one()) {
    const bool positive = !is_negative(base);
    if (exponent.is_integer() || (positive && scaled.number.is_rational())) {
      if (const auto number = raise_number(scaled.number, exponent)) return scale(*number, pow(scaled.rest, exponent));
    }
  }
  return Pool::current().make_node(Kind::kPower, base, exponent);
}

}  // namespace

Expr operator+(Expr a, Expr b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (b.is_number()) std::swap(a, b);
  if (a.is_number()) {
    if (b.is_number()) return add_numbers(a, b);
    if (b.kind() == Kind::kSum && b.operand(0).is_number()) return add_numbers(a, b.operand(0)) + b.operand(1);
    return Pool::current().make_node(Kind::kSum, a, b);
  }
  const Scaled left = split_number(a), right = split_number(b);
  if (left.rest == right.rest) return scale(add_numbers(left.number, right.number), left.rest);
  return make_ordered(Kind::kSum, a, b);
}

Expr operator*(Expr a, Expr b) {
  const Scaled left = split_number(a), right = split_number(b);
  if (left.number.is_zero() || right.number.is_zero()) return Pool::current().zero();
  return scale(multiply_numbers(left.number, right.number), multiply_rests(left.rest, right.rest));
}

Expr operator-(Expr a) { return scale(Expr(-1), a); }
Expr operator-(Expr a, Expr b) { return a + (-b); }
Expr operator/(Expr a, Expr b) { return a * pow(b, Expr(-1)); }

Expr pow(Expr base, Expr exponent) {
  if (exponent.is_zero() || base.is_one()) return Pool::current().one();
  if (exponent.is_one()) return base;
  if (exponent.is_rational()) return raise(base, exponent.rational());
  if (base.is_number() && exponent.is_number()) {
    const double value = std::pow(base.real(), exponent.real());
    if (!std::isnan(value)) return checked_real(value);
  }
  return Pool::current().make_node(Kind::kPower, base, exponent);
}

Expr sqrt(Expr a) { return pow(a, Rational(1, 2)); }

}  // namespace kinemate
