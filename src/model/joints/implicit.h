// A joint by what it forbids: residuals g(z) = 0 of the relative pose z_VN, and their directions W (source E (2.26),
// (2.29)).
//
//   ġ = Wᵀ y − ζ wherever g = 0, with the twist y of N against V about the origin of N, in axes of V.
// The library's joints have residuals of the pose alone. Joints whose pose is given by formulas, and joints with driven
// coordinates, have Ψ̄ᵀ times the error of the pose against z_VN(q, t): these hold their coordinates q as unknowns.
// Conditions on directions are also met by a frame turned over by π; a screw's residual is within half a turn.
#pragma once

#include <vector>

#include "model/joints/joint.h"

namespace kinemate {

struct ImplicitEquation {
  Expr residual;         ///< g
  Load<Expr> direction;  ///< a column of W
  Expr rate;             ///< ζ = −∂g/∂t
};

/// The residuals at any relative pose z_VN, as many as the joint has locked directions in its pose.
std::vector<ImplicitEquation> make_implicit(const Model& model, const Joint& joint, const Pose<Expr>& relative);

}  // namespace kinemate
