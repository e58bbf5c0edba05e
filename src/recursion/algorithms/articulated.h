// O(n), explicit joints: articulated bodies, one speed after the other (source E 3.3, (3.16)-(3.19)).
//
//   inward   M^A = M + Σ GᵀM^aG    u = M^AΦ    M̂ = Φᵀu    M^a = M^A − u M̂⁻¹ uᵀ    l^a = l^A − u M̂⁻¹(η + Φᵀl^A)
//   outward  ṡ = M̂⁻¹(η + Φᵀl^A − uᵀ G x_V)    x = G x_V + Φ ṡ
// Several columns of a link are eliminated one by one, which is an LDLᵀ of its Φᵀ M^A Φ. A column along one axis makes
// the row and column of that axis in M^a zero, which is put there, not computed.
#pragma once

#include "recursion/algorithms/explicit_column.h"
#include "recursion/base_system.h"

namespace kinemate {

/// What does not depend on the right side.
template <class S>
struct ArticulatedFactors {
  std::vector<ExplicitColumn<S>> columns;  ///< one for each speed
};

/// Throws SingularColumn where a speed meets no inertia.
template <class S>
ArticulatedFactors<S> factor_articulated(const BaseSystem<S>& system);

/// d = η + Φᵀ l^A for each speed. With it, aᵀ M⁻¹ b = Σ d_a M̂⁻¹ d_b for two right sides a and b.
/// REQUIRES, of these three: the factors are those of the system.
template <class S>
std::vector<S> go_inward(const BaseSystem<S>& system, const ArticulatedFactors<S>& factors, const RightSide<S>& right);

/// What d, or a sum of several, gives. Joint loads are not among the results.
template <class S>
Solution<S> go_outward(const BaseSystem<S>& system, const ArticulatedFactors<S>& factors,
                       const std::vector<S>& driving);

/// One after the other.
template <class S>
Solution<S> solve(const BaseSystem<S>& system, const ArticulatedFactors<S>& factors, const RightSide<S>& right);

/// Both at once, link by link: so little has to be remembered between the passes.
template <class S>
Solution<S> solve_articulated(const BaseSystem<S>& system, const RightSide<S>& right);

}  // namespace kinemate
