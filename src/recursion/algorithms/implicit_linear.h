// O(n), implicit joints: λ̄ of a link's locked directions after its x (source E 3.2.5, (3.21)-(3.23), algorithm 3.4).
//
//   M^a = Ψ̄ (Ψ̄ᵀ (M^A)⁻¹ Ψ̄)⁻¹ Ψ̄ᵀ    l^a = M^a (M^A)⁻¹ (l^A + Ψη) − Ψη    x = (M^A)⁻¹ (l^A + l)    ṡ = Ψᵀ (x − G x_V)
// M^A has to have an inverse: not so of point masses and intermediate frames at the ends of a tree, for which there is
// the modified form (recursion/algorithms/modified_implicit_linear.h).
#pragma once

#include <optional>

#include "recursion/algorithms/link_pass.h"
#include "recursion/body_factors.h"

namespace kinemate {

template <class S>
struct ImplicitLink {
  BodyFactors<S> inertia;  ///< of M^A
  ArticulatedInertia<S> remaining;
};

/// None where M^A is singular.
template <class S>
std::optional<ImplicitLink<S>> eliminate_implicitly(const ArticulatedInertia<S>& M, const JointBases<S>& bases,
                                                    Regularity regularity);

template <class S>
const ArticulatedInertia<S>& get_remaining(const ImplicitLink<S>& link) {
  return link.remaining;
}

template <class S>
Load<S> pass_on(const ImplicitLink<S>& link, const JointBases<S>& bases, const Load<S>& load,
                std::span<const S> efforts);

template <class S>
Response<S> respond(const ImplicitLink<S>& link, const JointBases<S>& bases, const Acceleration<S>& carried,
                    const Load<S>& load, std::span<const S> efforts, const Load<S>& joint_load);

template <class S>
struct ImplicitFactors {
  std::vector<ImplicitLink<S>> links;
};

/// Throws SingularInertia (recursion/pivot_size.h) for a link whose M^A is singular.
template <class S>
ImplicitFactors<S> factor_implicit(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases);

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ImplicitFactors<S>& factors, const RightSide<S>& right);

}  // namespace kinemate
