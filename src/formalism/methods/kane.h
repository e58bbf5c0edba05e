// Kane's equations: Newton's and Euler's laws of each body, projected on the directions of the speeds.
//
//   M = Σ m J_Tᵀ J_T + J_Rᵀ Θ J_R,  k = Σ J_Tᵀ m ā + J_Rᵀ (Θ ᾱ + ω × Θ ω)
// with the Jacobians of the centre of mass; rotations in axes of the body, where Θ is constant (source B
// (2.96)-(2.108)).
#pragma once

#include "formalism/equations.h"

namespace kinemate {

/// REQUIRES: the tree reaches every body. Loops and constraints are not looked at.
Equations derive_by_kane(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
