// O(n³), implicit joints: M* λ̄ = γ* with the locked loads of all joints at once (source E 3.2.2, algorithm 3.2).
//
//   M* = Σ_b C_bᵀ M_b⁻¹ C_b over the bodies, C_b the locked directions of load on b: Ψ̄_b, and −G_kbᵀΨ̄_k of those b
//   carries γ*_i = Ψ̄_iᵀ (G_iV M_V⁻¹ l'_V − M_i⁻¹ l'_i)    l'_i = l_i,ext + Ψ_iη_i − Σ_k G_kiᵀΨ_kη_k    x_i = M_i⁻¹
//   (l'_i + C_i λ̄)
// So M* couples joints that meet at a body, and no others; eliminated from the ends of the tree it stays so, and the
// factorisation (recursion/algorithms/mass_factors.h) skips the zeros.
// Every M_i has to have an inverse: not so of point masses and intermediate frames.
#pragma once

#include "recursion/algorithms/mass_factors.h"
#include "recursion/body_factors.h"
#include "recursion/locked_bases.h"

namespace kinemate {

template <class S>
struct ImplicitCubicFactors {
  std::vector<BodyFactors<S>> bodies;
  std::vector<std::size_t> first;  ///< the first row of each link in M*
  MassFactors<S> locked;           ///< of M*
};

/// Throws SingularInertia for a link whose M has no inverse.
template <class S>
ImplicitCubicFactors<S> factor_implicit_cubic(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases);

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ImplicitCubicFactors<S>& factors, const RightSide<S>& right);

}  // namespace kinemate
