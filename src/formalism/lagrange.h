// Lagrange's equations of the second kind: from the kinetic energy alone, by differentiation (source B (2.111)).
//
//   d/dt ∂T/∂q̇ − ∂T/∂q = Q:  M = ∂²T/∂q̇²,  k = ∂/∂q (∂T/∂q̇) q̇ + ∂/∂t ∂T/∂q̇ − ∂T/∂q
#pragma once

#include "formalism/equations.h"

namespace kinemate {

/// ½ m v² of the centre of mass and ½ ωᵀ Θ ω, summed over the bodies.
Expr compute_kinetic_energy(const Model& model, const Kinematics& kinematics);

/// REQUIRES: the tree reaches every body, and all speeds are rates of coordinates. Throws Error where they are not:
/// Euler parameters and chosen speeds need q̇ = H s.
Equations derive_by_lagrange(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
