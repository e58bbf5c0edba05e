// Lagrange's equations of the second kind: from the energies alone, by differentiation (source B (2.111)).
//
//   d/dt ∂T/∂q̇ − ∂T/∂q = Q:  M = ∂²T/∂q̇²,  k = ∂/∂q (∂T/∂q̇) q̇ + ∂/∂t ∂T/∂q̇ − ∂T/∂q,  Q = −∂V/∂q − ∂D/∂q̇ + ...
// then in the speeds, q̇ = H s + h.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

/// REQUIRES: the tree reaches every body. Throws Error for joints with fewer directions than coordinates: their kinetic
/// energy as a function of all q̇ is not known here (formalism/methods/metric.h has it).
Equations derive_by_lagrange(const Model& model, const Kinematics& kinematics);

/// The same from energies that are given: M, k and the conservative forces, which are all forces here.
Equations derive_from_energies(const Model& model, const Kinematics& kinematics, Expr kinetic, Expr potential);

/// The forces of Lagrange's equations: from potentials and dissipation functions, where a load has them.
void add_energy_forces(const Model& model, const Kinematics& kinematics, Equations& equations);

/// For formalisms that know bodies alone: the inertia of the kinetic terms that a user added.
void add_kinetic_terms(const Model& model, const Kinematics& kinematics, Equations& equations);

}  // namespace kinemate
