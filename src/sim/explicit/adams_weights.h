// The numbers of an Adams method on unequal steps that do not depend on the states.
//
// L. F. Shampine, M. K. Gordon: Computer Solution of Ordinary Differential Equations, Freeman 1975, sections 5.4
// and 10. While steps are equal, most of the last ones stay, so that only what changed is computed.
#pragma once

#include <array>
#include <cstddef>

#include "sim/explicit/adams_history.h"

namespace kinemate {

/// Arrays count from 1.
struct AdamsWeights {
  using Orders = std::array<double, AdamsHistory::kHighestOrder + 3>;

  Orders psi{};           ///< ψᵢ(n+1): the step and the i - 1 before it
  Orders alpha{};         ///< h/ψᵢ
  Orders beta{};          ///< factors that carry φᵢ over to the new step
  Orders sigma{};         ///< scaled products of alpha, for errors as if all steps had been equal
  Orders g{};             ///< of φᵢ in the predicted step
  Orders v{}, w{};        ///< columns of the table g comes from
  std::size_t equal = 0;  ///< steps of this size and order, this one among them
  double last_step = 0;   ///< of the last step that was accepted
  std::size_t last_order = 0;
};

/// For a step h of order k. The older times are those of weights.psi.
void plan_adams_step(AdamsWeights& weights, double h, std::size_t k);

/// Takes the step back out of ψ.
void revoke_adams_step(AdamsWeights& weights, double h, std::size_t k);

/// Weights of φ₁ ... φ_{k+1} in y(t + past) = y(t) + past Σ gᵢ φᵢ.
AdamsWeights::Orders adams_interpolation(const AdamsWeights::Orders& psi, double past, std::size_t k);

}  // namespace kinemate
