// Joints that hold several links at once: subsystems as elements of the O(n) recursion (source E 4.3, (4.6), (4.7)).
//
// The links of a macro joint hang on one link, its primary interface, with acceleration x₀; each of them is a secondary
// interface that may carry further joints. Its accelerations u̇ move all of its links together:
//   x_i = G_iV x_V + Φ_i T_i u̇        Σ_j b_j u̇_j + cᵀ x₀ + γ = 0  (relations, if any)
// What its links are with all that they carry is collected inward as
//   ½ x₀ᵀ M̄₀ x₀ + x₀ᵀ U u̇ + ½ u̇ᵀ A u̇ − x₀ᵀ l̄₀ − u̇ᵀ η,
// relations are put in, and u̇ is eliminated: M₀^a = M̄₀ − U A⁻¹ Uᵀ, l₀^a = l̄₀ − U A⁻¹ η (the signs of A.3.2 put right).
// So a macro joint needs no inertia of its links, only of its motions. A joint of one link with columns of its own is
// eliminated as in recursion/algorithms/articulated.h.
#pragma once

#include "recursion/base_system.h"

namespace kinemate {

/// How much of an acceleration u̇ there is in something.
template <class S>
struct Share {
  std::size_t speed;  ///< of the machine
  S factor;
};

/// Σ factor·u̇ + primaryᵀ x₀ + rest = 0
template <class S>
struct MacroRelation {
  std::vector<Share<S>> shares;  ///< of speeds of the macro joint
  Load<S> primary;               ///< c, about the origin of the primary interface, in its axes
  S rest{0};                     ///< γ
};

template <class S>
struct MacroJoint {
  std::size_t carrier = kBase;      ///< the primary interface
  std::vector<std::size_t> links;   ///< carriers before those they carry
  std::vector<std::size_t> speeds;  ///< of the machine, that move these links and no others
  std::vector<MacroRelation<S>> relations;
};

template <class S>
struct MacroSystem {
  BaseSystem<S> system;
  std::vector<std::vector<Share<S>>> shares;  ///< T: how each column of Φ moves with the machine's speeds
  std::vector<MacroJoint<S>> joints;          ///< in the order of their first links; every link is in one of them
  std::size_t speed_count = 0;
};

template <class S>
struct MacroSolution {
  std::vector<S> accelerations;             ///< u̇ of all speeds
  std::vector<Acceleration<S>> motions;     ///< x for each link
  std::vector<ArticulatedInertia<S>> felt;  ///< M₀^a: what the primary interface of each joint feels of it
  std::vector<Load<S>> felt_loads;          ///< l₀^a
};

/// `right` has efforts along columns of Φ; `efforts` are further ones, along speeds. Relations are put in one after
/// another, numbers with the largest factor first, formulas with one that is a number where there is one. Throws
/// SingularColumn{speed} where a speed meets no inertia, Error where relations contradict each other.
template <class S>
MacroSolution<S> solve_macro_joints(const MacroSystem<S>& machine, const RightSide<S>& right,
                                    const std::vector<S>& efforts);

}  // namespace kinemate
