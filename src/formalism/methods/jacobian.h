// Lagrange's equations from the Jacobians (source B (2.119)-(2.127)), with time as a coordinate q⁰ = t.
//
//   M = Σ m J_Tᵀ J_T + J_Rᵀ Θ J_R,  J_T = ∂r/∂q,  k = (J_M − ½ J_Mᵀ) q̇,  J_M = ∂(M q̇)/∂q
// (2.120) holds in inertial axes for J_T; J_R is that of ω in axes of the body.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

/// REQUIRES: the tree reaches every body. Throws Error for joints with fewer directions than coordinates.
Equations derive_by_jacobian(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
