// Reductions that can be trusted: M stays positive definite, and the error is known.
#pragma once

#include <optional>

#include "study/reduction/acceleration_bound.h"
#include "study/reduction/reduction_samples.h"

namespace kinemate {

struct SafeReduction {
  Threshold threshold;
  ReducedEquations reduced;
  std::size_t restored = 0;  ///< terms that were weak and are there, since M would not be positive definite otherwise
  AccelerationBound bound;
  std::optional<SampledErrors> sampled;  ///< where no range is missing

  /// The largest error of an acceleration, as a share of the largest such acceleration at the sampled states.
  double guaranteed() const;  ///< infinite where there is no bound
  double measured() const;
};

inline constexpr std::size_t kSampledStates = 1000;

/// Weak terms of M come back, the largest first, until M is positive definite over the box, or as far as that is
/// undecided, at all sampled states.
SafeReduction reduce_safely(const Reducible& reducible, const Threshold& threshold,
                            std::size_t states = kSampledStates);

/// "30 of 115 terms dropped, M positive definite": for people.
std::string describe(const Reducible& reducible, const SafeReduction& reduction);

/// Throws Error that names what has no range, for who wants to know errors of accelerations: at once as far as
/// coordinates do not matter, of which only sums of harmonics show whether they need one.
void require_ranges(const Model& model, const Equations& equations, const Box& box);
void require_ranges(const Reducible& reducible);

/// By the largest μ that keeps the error of accelerations at most `error`, guaranteed or, where `by_samples` says so,
/// measured. REQUIRES: no range is missing.
SafeReduction reduce_to_error(const Reducible& reducible, double error, bool by_samples,
                              std::size_t states = kSampledStates);

}  // namespace kinemate
