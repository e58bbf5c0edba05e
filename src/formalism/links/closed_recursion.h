// Accelerations of a machine with closed loops by the recursions over its tree, and what holds the loops, as formulas.
//
//   [M  −Bᵀ] [ṡ]   [f ]         M = Lᵀ D L,  d₀ = L⁻ᵀ f,  Δ = L⁻ᵀ Bᵀ:
//   [B   0 ] [λ] = [−γ]         (Δᵀ D⁻¹ Δ) λ = −γ − Δᵀ D⁻¹ d₀,  L ṡ = D⁻¹ (d₀ + Δ λ)
// The tree is factored once (source E (3.28), (3.29)); for each condition its unit load goes inward alone, along its
// way to the base, and all go outward at once. The source goes both ways with each. B M⁻¹ Bᵀ has zeros where loops have
// no joint and none before them in common, and is eliminated in an order that keeps them. So loops that hang on one
// another as links of a chain do cost as much as so many links.
#pragma once

#include "formalism/links/link_system.h"
#include "model/topology/closure.h"

namespace kinemate {

enum class ClosedMethod : std::uint8_t {
  kLinear,  ///< the tree by articulated bodies, O(n)
  kCubic    ///< the tree by M of composite bodies, O(n³)
};

struct ClosedAccelerations {
  std::vector<Expr> accelerations;  ///< ṡ of all speeds of the tree, formulas of q, s, t where these satisfy the loops
  std::vector<Expr> multipliers;    ///< λ: what holds each condition; N, or N·m where it is on directions
  std::vector<Condition> conditions;   ///< which these are
  std::vector<std::string> redundant;  ///< joints whose conditions partly follow from others: of these λ is left out
};

/// REQUIRES: the kinematics is that of the tree, its loops open; the links are its, in their own units of length, and
/// have no obstacle (formalism/links/links.h) nor loads along joints that close loops (refuse_loads_on_cuts). Throws Error
/// for constraints, for joints that cannot close loops (formalism/links/cut_joint.h) and for formulas of their coordinates;
/// SingularColumn where a speed of the tree meets no inertia.
ClosedAccelerations compute_closed_accelerations(const Model& model, const Kinematics& kinematics,
                                                 const MachineLinks& links, const FormulaSystem& machine,
                                                 ClosedMethod method);

}  // namespace kinemate
