// Formulas at a point, to any number of digits: Arb's balls, which carry their own error bound.
#pragma once

#include <arb.h>

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"
#include "expr/graph.h"

namespace kinemate {

/// A real number known up to a radius; not finite where it has no real value.
class Ball {
 public:
  Ball() { arb_init(value_); }
  Ball(const Ball& other) : Ball() { arb_set(value_, other.value_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(value_, other.value_); }
  Ball& operator=(Ball other) noexcept {
    arb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }

  static Ball from(const Rational& value, long bits);
  static Ball from(double value);  ///< exactly

  bool is_finite() const { return arb_is_finite(value_) != 0; }
  double to_double() const;  ///< the midpoint
  double radius() const;     ///< at least; the value lies within this of to_double()
  /// Correct significant bits: large for an exact value, negative where the radius exceeds the value.
  long accurate_bits() const { return arb_rel_accuracy_bits(value_); }
  /// Decimal, rounded to so many significant digits at most; digits that are not certain are left out.
  std::string to_string(long digits) const;

  arb_ptr arb() { return value_; }
  arb_srcptr arb() const { return value_; }

 private:
  arb_t value_;
};

using BallValues = std::unordered_map<Expr, Ball>;

/// Formulas that are evaluated at many points.
class BallEvaluator {
 public:
  explicit BallEvaluator(std::span<const Expr> formulas);
  /// As evaluate_balls.
  std::vector<Ball> evaluate(const BallValues& values, long bits) const;
  std::size_t size() const { return graph_.size(); }  ///< nodes

 private:
  Graph graph_;
};

/// Every formula at a point, computed with so many bits. Throws Error for a leaf without a value. A result is not
/// finite where there is no real value, or where the bits do not decide a domain. Of comparisons that they do not
/// decide both sides are in the ball.
std::vector<Ball> evaluate_balls(std::span<const Expr> formulas, const BallValues& values, long bits);

/// Values of symbols, as constant formulas.
using ExactValues = std::unordered_map<Expr, Expr>;

/// The value to so many significant digits, with as many bits as that takes. Throws Error: kInput for a missing
/// value, kNumerical where there is no finite real value or where 2^16 bits do not suffice.
std::string evaluate_digits(Expr formula, const ExactValues& values, long digits);

}  // namespace kinemate
