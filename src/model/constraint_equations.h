// Constraints as equations: holonomic ones of q and t, nonholonomic ones linear in the speeds.
#pragma once

#include <vector>

#include "model/kinematics.h"

namespace kinemate {

struct ConstraintEquations {
  std::vector<Expr> holonomic;     ///< are 0
  std::vector<Expr> nonholonomic;  ///< are 0; linear in the speeds s
};

/// Rolling on a plane that may move, of a thin disc, a sphere, a torus or any convex body: its height over the plane,
/// and no slip at the contact. A cone that lies on the plane neither slips nor turns about the normal. A skate does not
/// slip across its blade.
ConstraintEquations compute_constraint_equations(const Model& model, const Kinematics& kinematics,
                                                 const Constraint& constraint);

/// Where what rolls or slides touches its plane, in inertial space.
struct PlaneContact {
  Vector point;
  /// One for each equation, holonomic ones first: its rate is that of the body there against the plane, along this.
  /// Empty where the constraint is an equation.
  std::vector<Load<Expr>> directions;
};
PlaneContact compute_contact(const Model& model, const Kinematics& kinematics, const Constraint& constraint);

/// nx, ny, nz of files to the arguments $1, $2, $3 of Constraint::support, and back.
Substitution normal_arguments();
Substitution normal_names();

/// Whether the constraint is an equation that the user wrote.
bool is_equation(const Constraint& constraint);

}  // namespace kinemate
