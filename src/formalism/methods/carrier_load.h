// What the body that carries a joint feels of the joint's load.
//
// The load of a joint acts on the body behind it and, with the other sign, on the body that carries it. So it is where
// the joint's axes are those of the world (`axes: world`) as well: such a joint is mounted on its carrier, and which
// coordinates describe it does not change what it bears. Only a torque that holds the joint's axes against the world
// while its carrier turns them cannot come from there: it would do work on the carrier, which the equations of motion
// do not know of.
//
//   T = torque about V       R: turns about V that the joint makes, driven ones too       W: turns of the carrier
//   without R the carrier feels T − Σ w (w·T)/(w·w), w an orthogonal basis of W
#pragma once

#include "model/kinematics.h"

namespace kinemate {

struct CarrierLoad {
  Load<Expr> load;  ///< on the body behind the joint, about the origin, in inertial axes: the carrier feels −load
  Vector origin;    ///< in inertial space
};

/// `load` acts on the body behind the joint, about `origin`; V is `near`, where the joint stands on its carrier.
CarrierLoad load_on_carrier(const Model& model, const Kinematics& kinematics, const Joint& joint,
                            const Attachment& near, const Load<Expr>& load, const Vector& origin);

}  // namespace kinemate
