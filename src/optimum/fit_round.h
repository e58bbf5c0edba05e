// One round of a fit: Ceres over the parameters that no bound holds, until it settles or a bound begins to hold
// another.
#pragma once

#include <cstddef>
#include <vector>

#include "optimum/cached_residuals.h"
#include "optimum/least_squares.h"
#include "optimum/variables.h"

namespace kinemate {

enum class RoundEnd { kSettled, kBoundHit, kTooManySteps, kNoValues, kStopped };

struct FitRound {
  const LeastSquaresProblem& problem;
  const VariableBounds& bounds;
  const std::vector<double>& scale;  ///< sizes of the parameters, powers of two; Ceres's variables are p/scale
  double factor = 1;                 ///< of the residuals, for Ceres

  std::vector<bool> held;  ///< parameters that stay
  double radius = 1e4;     ///< of the trust region; changed by a round
  int steps = 0;           ///< tried so far, of all rounds
};

/// Goes from the cache's best point to a better one, which then is the cache's best.
RoundEnd run_round(FitRound& round, CachedResiduals& cache);

/// How strongly descent presses parameter j against a bound that it is at, as the cosine between its column of the
/// Jacobian and the residuals; negative where descent leads away from the bound, 0 where it is at none.
double bound_pressure(const FitPoint& point, const VariableBounds& bounds, std::size_t j);

}  // namespace kinemate
