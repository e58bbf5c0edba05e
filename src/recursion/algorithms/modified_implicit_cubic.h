// O(n³), implicit joints, modified: x and λ̄ of all links from one system (source E 3.2.3).
//
//   M_i x_i − Ψ̄_iλ̄_i + Σ_k G_kiᵀΨ̄_kλ̄_k = l'_i        Ψ̄_iᵀ (x_i − G_iV x_V) = 0
// With x_i = Φ_i t_i + Φ̄_i t̄_i and the rows of motion along Φ̄_i and Φ_i, Ψ̄ᵀΦ̄ = E makes the block of the conditions and
// t̄ triangular with ones on its diagonal, and so that of the rows along Φ̄ and λ̄. Eliminated first, these pivots are 1
// whatever the inertias are; what is left for t is M̂ = Σ Z_iᵀ M_i Z_i, x_i = Z_i t, which is positive definite. So no
// order has to be chosen on formulas either, and no M_i has to have an inverse.
// Departure: source E expands x over G⁻¹[Φ Φ̄], which makes t relative and the algorithm the explicit one; here t are
// the coordinates of each link's own motion, so that the two can check each other.
#pragma once

#include "recursion/algorithms/mass_factors.h"
#include "recursion/locked_bases.h"

namespace kinemate {

template <class S>
struct ModifiedImplicitCubicFactors {
  struct Column {
    std::size_t coordinate;  ///< in t
    Acceleration<S> motion;
  };
  std::vector<std::vector<Column>> moved;  ///< Z of each link
  MassFactors<S> mass;                     ///< of M̂
};

/// Throws SingularColumn where a speed meets no inertia.
template <class S>
ModifiedImplicitCubicFactors<S> factor_modified_implicit_cubic(const BaseSystem<S>& system,
                                                               const std::vector<JointBases<S>>& bases);

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ModifiedImplicitCubicFactors<S>& factors, const RightSide<S>& right);

}  // namespace kinemate
