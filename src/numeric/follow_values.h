// Solutions of F(x, p) = 0 at given values of p, on one branch.
//
// From value to value along dx/dp, then Newton's method at fixed p. A step is halved until the solution found is the
// one that the slopes at both ends lead to, so that no other branch is taken for this one. At a fold the branch ends:
// numeric/continuation.h goes on there. Allgower and Georg, as cited there, chapter 2.
// Free directions of x are left where they are: steps and slopes are the shortest that solve the equations.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "numeric/continuation.h"

namespace kinemate {

struct FollowValuesOptions {
  // ---- change results ----
  double typical_x = 1;  ///< as in NewtonOptions
  /// Changes of x below this times max(|x|, typical_x) between two points on the way are never taken for a jump to
  /// another branch: a slope that is zero by symmetry predicts no change at all.
  double negligible_change = 1e-4;
  double rank_tolerance = 1e-9;  ///< as in NewtonOptions
  // ---- change speed ----
  double smallest_step = 1e-9;  ///< of the way from one value to the next: the branch ends where steps must be shorter
};

struct ValueOnBranch {
  double p = 0;
  std::optional<Eigen::VectorXd> x;  ///< none where the branch does not reach p
  double reached = 0;                ///< p, or what the branch reaches on the way there from the last value
  std::string reason;                ///< a sentence why it does not reach p; empty if it does
};

/// One result a value, in the given order: any, also back and forth. `start` is a guess at the first value. From a
/// value that is not reached the way goes on from the last one that was.
std::vector<ValueOnBranch> follow_values(const CurveSystem& system, const Eigen::VectorXd& start,
                                         const std::vector<double>& p_values, const FollowValuesOptions& options = {});

}  // namespace kinemate
