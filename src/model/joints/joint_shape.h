// The library of joints: pose and dual bases of each type, with all its coordinates free.
//
// The columns belong to the rates of the coordinates; of Euler parameters, to ω in axes of N (of a constant_velocity
// joint: of the frame halfway). A new joint is a function here, a line in the table of joint.cc, its conditions in
// implicit.cc and its fields in model_io/shapes.cc.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "model/joints/dual_bases.h"
#include "model/model.h"

namespace kinemate {

struct JointShape {
  Pose<Expr> pose;
  DualBases bases;
};

/// At coordinates q; none for types whose pose is given by formulas. Throws Error for axes that do not fit each other.
std::optional<JointShape> make_shape(const Joint& joint, std::span<const Expr> q);

/// Two unit vectors that form a right-handed triad with n: (a, b, n). REQUIRES: n has unit length.
std::array<Vector, 2> perpendicular(const Vector& n);

}  // namespace kinemate
