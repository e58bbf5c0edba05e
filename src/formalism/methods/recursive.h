// Accelerations, efforts and equations of a machine by the recursions, as formulas.
#pragma once

#include "formalism/links/link_system.h"
#include "recursion/algorithms/algorithms.h"

namespace kinemate {

struct RecursiveSolution {
  std::vector<Expr> accelerations;    ///< ṡ of q, s, t
  std::vector<std::size_t> modified;  ///< links that an implicit form had to treat in the modified one
};

/// REQUIRES, as compute_efforts: the machine has no obstacle (formalism/links/links.h).
RecursiveSolution compute_accelerations(const FormulaSystem& machine, Recursion recursion);

/// Adds Φ ṡ to the motions of the joints, given the rates of the machine's speeds.
void add_accelerations(const FormulaSystem& machine, std::span<const Expr> rates,
                       std::vector<JointMotion<Expr>>& joints);

/// The efforts that ṡ, symbols with one prime more, need beside the loads.
std::vector<Expr> compute_efforts(const FormulaSystem& machine, std::span<const Expr> speeds);

/// M of the speeds by composite bodies, its lower triangle row by row.
std::vector<Expr> compute_mass(const FormulaSystem& machine, const Seen<RigidInertia<Expr>>& seen = {});

/// M by composite bodies, k and τ collected from the leaves to the root.
/// REQUIRES: the tree reaches every body.
Equations derive_by_recursion(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
