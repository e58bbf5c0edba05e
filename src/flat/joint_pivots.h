// Pivots among the residuals and tearing variables of one joint: the largest ones first.
//
// Freedoms that lie behind each other have no order, and which residual belongs to which of them is not known either.
#pragma once

#include "flat/elimination.h"

namespace kinemate {

class JointPivots {
 public:
  /// Both outlive it.
  JointPivots(Elimination& elimination, SampledValues& samples) : elimination_(elimination), samples_(samples) {}

  void add(std::size_t row, std::size_t column);

  /// Those that were added. What has no pivot yet, since a loop is not complete, waits for the next ones.
  void eliminate();

 private:
  double quality(std::size_t row, std::size_t column);

  Elimination& elimination_;
  SampledValues& samples_;
  std::vector<std::size_t> rows_, columns_;
};

}  // namespace kinemate
