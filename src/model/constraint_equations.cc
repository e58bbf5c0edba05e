#include "model/constraint_equations.h"

namespace kinemate {
namespace {

// The plane that something rolls or slides on.
struct Plane {
  Pose<Expr> pose;  // its z axis is the normal
  Twist<Expr> twist;

  Vector normal() const { return pose.rotation.column(2); }
  Expr height(const Vector& point) const { return dot(normal(), point - pose.position); }
  Vector velocity_at(const Vector& point) const { return move(twist, point - pose.position).linear; }
};

Plane plane_of(const Model& model, const Kinematics& kinematics, const Constraint& constraint) {
  return {inertial_pose(model, kinematics, constraint.plane), inertial_twist(model, kinematics, constraint.plane)};
}

// A body with radius r touches the plane at centre + arm: it has the height of the arm and no slip along the plane's
// axes.
ConstraintEquations roll(const Plane& plane, const Vector& center, const Twist<Expr>& twist, const Vector& arm,
                         Expr height) {
  const Vector contact = center + arm;
  const Vector slip = move(twist, arm).linear - plane.velocity_at(contact);
  return {{plane.height(center) - height},
          {dot(plane.pose.rotation.column(0), slip), dot(plane.pose.rotation.column(1), slip)}};
}

}  // namespace

ConstraintEquations compute_constraint_equations(const Model& model, const Kinematics& kinematics,
                                                 const Constraint& constraint) {
  auto resolved = [&](Expr formula) { return substitute(formula, kinematics.resolution); };
  if (constraint.type == ConstraintType::kHolonomic) return {{resolved(constraint.equation)}, {}};
  if (constraint.type == ConstraintType::kNonholonomic) return {{}, {resolved(constraint.equation)}};

  const Plane plane = plane_of(model, kinematics, constraint);
  const Pose<Expr> pose = inertial_pose(model, kinematics, constraint.point);
  const Twist<Expr> twist = inertial_twist(model, kinematics, constraint.point);
  const Vector n = plane.normal();
  if (constraint.type == ConstraintType::kRollingSphere)
    return roll(plane, pose.position, twist, n * -constraint.radius, constraint.radius);
  const Vector axis = pose.rotation * constraint.axis;
  if (constraint.type == ConstraintType::kSkate) {
    const Vector slip = twist.linear - plane.velocity_at(pose.position);
    return {{}, {dot(cross(n, axis), slip)}};
  }
  // disc: from its centre steepest down in its own plane, −(n − (n·a) a)/sin of the angle between n and a
  const Expr c = dot(n, axis), sine = sqrt(Expr(1) - c * c);
  const Vector down = (axis * c - n) * (Expr(1) / sine);
  return roll(plane, pose.position, twist, down * constraint.radius, constraint.radius * sine);
}

}  // namespace kinemate
