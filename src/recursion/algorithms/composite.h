// O(n³), explicit joints: M̂ ṡ = η + Φᵀ l̂ with all joints at once (source E 3.1, (3.5)-(3.7)).
//
//   composite bodies   M̄_i = M_i + Σ_k G_kiᵀ M̄_k G_ki        M̂_ij = Φ_jᵀ (G_ij)ᵀ M̄_i Φ_i, j on the way from i to the
//   base velocity transformation   M̂ = Σ_i J_iᵀ M_i J_i, J_i = [G_iV J_V, Φ_i]: the second evaluation
// l̂ collects loads inward. M̂ = Lᵀ D L, which has no entries where M̂ has none (recursion/algorithms/mass_factors.h).
#pragma once

#include "recursion/bias.h"

namespace kinemate {

/// M̂, its lower triangle row by row. `seen` gets the composite bodies, where all links turn with their carriers.
template <class S>
std::vector<S> compute_mass_by_composites(const BaseSystem<S>& system, const Seen<RigidInertia<S>>& seen = {});
template <class S>
std::vector<S> compute_mass_by_velocities(const BaseSystem<S>& system);

/// η + Φᵀ l̂
template <class S>
std::vector<S> compute_driving_efforts(const BaseSystem<S>& system, const RightSide<S>& right);

/// x of all links from ṡ.
template <class S>
std::vector<Acceleration<S>> spread_accelerations(const BaseSystem<S>& system, const std::vector<S>& accelerations);

}  // namespace kinemate
