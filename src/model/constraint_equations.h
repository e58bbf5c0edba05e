// Constraints as equations: holonomic ones of q and t, nonholonomic ones linear in the speeds.
#pragma once

#include <vector>

#include "model/kinematics.h"

namespace kinemate {

struct ConstraintEquations {
  std::vector<Expr> holonomic;     ///< are 0
  std::vector<Expr> nonholonomic;  ///< are 0; linear in the speeds s
};

/// Rolling, of a thin disc or a sphere on a plane that may move: its height over the plane, and no slip at the contact.
/// A skate does not slip across its blade.
ConstraintEquations compute_constraint_equations(const Model& model, const Kinematics& kinematics,
                                                 const Constraint& constraint);

/// Where what rolls or slides touches its plane, in inertial space.
struct PlaneContact {
  Vector point;
  /// One for each equation, holonomic ones first: its rate is that of the body there against the plane, along this.
  /// Empty where the constraint is an equation.
  std::vector<Vector> directions;
};
PlaneContact compute_contact(const Model& model, const Kinematics& kinematics, const Constraint& constraint);

}  // namespace kinemate
