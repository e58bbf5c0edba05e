// Newton's and Euler's equations in d'Alembert's reading, as a computer does it: all bodies in one matrix equation.
//
//   Jᵀ M* J ṡ + Jᵀ (M* (J̇ s + v̄˙) + [0; ω̃ Θ ω]) = Jᵀ [f; m],  M* = diag(m E ..., Θ ...), J = [J_T; J_R]
// with J by differentiating velocities and J̇ by differentiating J (source B (2.98)-(2.108), with the terms of time that
// it leaves out).
#pragma once

#include "formalism/equations.h"

namespace kinemate {

/// REQUIRES: the tree reaches every body.
Equations derive_by_dalembert(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
