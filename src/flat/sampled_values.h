// Formulas at a few points, each part computed once: which of them are zero, and which are large.
//
// Elimination asks of every coefficient it makes whether it is zero. Values with an estimate of their rounding errors
// answer "no" for the price of a few operations for each new part; only what may be zero goes to the exact tests
// (expr/normal/modular.h, expr/normal/zero_test.h).
#pragma once

#include <array>
#include <unordered_map>

#include "expr/evaluate.h"

namespace kinemate {

class SampledValues {
 public:
  static constexpr std::size_t kPoints = 3;
  /// The first ones, at which a machine's masses are none below zero: only these tell which numbers are large.
  static constexpr std::size_t kSensible = 2;
  struct Sample {
    double value, error;
  };
  using Samples = std::array<Sample, kPoints>;

  /// At the first point these symbols have these values; all others, and at the other points all, are chosen by their
  /// names: positive at the second point, of both signs at the third.
  explicit SampledValues(Values given) : given_(std::move(given)) {}

  const Samples& at(Expr formula);

  /// Whether the formula is 0 for all values of its symbols; where numbers in it are rounded, as far as they tell.
  bool is_zero(Expr formula);

  /// Whether a - b is 0. Rounded numbers become one in a difference, which does not tell any more what it was made of:
  /// then what is left is nothing if it is 1e-12 of a and b.
  bool cancel(Expr a, Expr b);

 private:
  struct Known {
    Samples samples;
    bool has_reals;
  };
  Known compute(Expr node);

  const Values given_;
  std::unordered_map<Expr, Known> known_;
};

}  // namespace kinemate
