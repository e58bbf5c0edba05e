// O(n), implicit joints, modified: x and λ̄ of a link eliminated together (source E 3.2.6).
//
//   [M^A −Ψ̄; Ψ̄ᵀ 0] [x; λ̄] = [l^A + Ψη; Ψ̄ᵀ G x_V]        with x = Φ t + Φ̄ t̄ and rows along Φ̄, Φ:
//   λ̄ has the pivots −E, t̄ the pivots E, and t is left with M̂ = Φᵀ M^A Φ, which is positive definite: no order has to
//   be chosen, on numbers or on formulas, and M^A need not have an inverse.
//   M̃ = Φ̄ᵀM^AΦ̄ − Φ̄ᵀM^AΦ M̂⁻¹ ΦᵀM^AΦ̄        M^a = Ψ̄ M̃ Ψ̄ᵀ        l^a = Ψ̄ (Φ̄ᵀl^A − Φ̄ᵀM^AΦ M̂⁻¹(η + Φᵀl^A)) − Ψη
// Both are one L D Lᵀ of [Φ Φ̄]ᵀ M^A [Φ Φ̄] that stops after the columns of Φ.
#pragma once

#include "recursion/algorithms/link_pass.h"
#include "recursion/small_factors.h"

namespace kinemate {

template <class S>
struct ModifiedLink {
  SmallFactors<S> factors;
  ArticulatedInertia<S> remaining;
};

/// Throws SingularColumn where a speed meets no inertia.
template <class S>
ModifiedLink<S> eliminate_modified(const ArticulatedInertia<S>& M, const JointBases<S>& bases);

template <class S>
const ArticulatedInertia<S>& get_remaining(const ModifiedLink<S>& link) {
  return link.remaining;
}

template <class S>
Load<S> pass_on(const ModifiedLink<S>& link, const JointBases<S>& bases, const Load<S>& load,
                std::span<const S> efforts);

template <class S>
Response<S> respond(const ModifiedLink<S>& link, const JointBases<S>& bases, const Acceleration<S>& carried,
                    const Load<S>& load, std::span<const S> efforts, const Load<S>& joint_load);

template <class S>
struct ModifiedImplicitFactors {
  std::vector<ModifiedLink<S>> links;
};

/// Throws SingularColumn where a speed meets no inertia.
template <class S>
ModifiedImplicitFactors<S> factor_modified_implicit(const BaseSystem<S>& system,
                                                    const std::vector<JointBases<S>>& bases);

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ModifiedImplicitFactors<S>& factors, const RightSide<S>& right);

}  // namespace kinemate
