// Whether formulas of positions vanish: decided at the start and at two random points.
//
// Lengths, angles, known coordinates and time are moved at random, each by its name, and parameters that follow from
// others follow. A formula that vanishes at all three points to ten digits and yet is not zero would be a coincidence
// such as has not been seen; algebra would take a hundred times as long, and fails on machines whose frames are numbers
// of sixteen digits.
#pragma once

#include <array>
#include <unordered_map>

#include "expr/evaluate.h"
#include "model/model.h"

namespace kinemate {

class PositionSamples {
 public:
  /// `start` has values of all symbols that formulas will hold.
  PositionSamples(const Model& model, const Values& start);

  const Values& start() const { return points_[0]; }

  /// NaN where there is no value.
  double at_start(Expr formula) const;
  /// `size` is what counts as one.
  bool is_zero(Expr formula, double size) const;
  bool is_zero(const Vector& v, double size) const;
  /// Whether a formula that is nowhere negative stays above a hundredth of its largest value, however angles turn and
  /// shifts change by half; at the start's parameters, at many points.
  bool stays_large(Expr formula) const;

 private:
  std::vector<std::pair<Expr, double>> ranges_;  // of coordinates, about the start
  std::array<Values, 3> points_;
  mutable std::unordered_map<Expr, double> largest_;  // of formulas that were looked at
};

}  // namespace kinemate
