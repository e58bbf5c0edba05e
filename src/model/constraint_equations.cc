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

// From the centre to where a disc or sphere touches the plane, and the height of the centre then; none of skates.
struct ContactArm {
  Vector to_contact;
  Expr height;
};

ContactArm arm_of(const Constraint& constraint, const Vector& n, const Matrix& rotation) {
  if (constraint.type == ConstraintType::kSkate) return {};
  if (constraint.type == ConstraintType::kRollingSphere) return {n * -constraint.radius, constraint.radius};
  // disc: from its centre steepest down in its own plane, −(n − (n·a) a)/sin of the angle between n and a
  const Vector axis = rotation * constraint.axis;
  const Expr c = dot(n, axis), sine = sqrt(Expr(1) - c * c);
  const Vector down = (axis * c - n) * (Expr(1) / sine);
  return {down * constraint.radius, constraint.radius * sine};
}

bool is_equation(const Constraint& constraint) {
  return constraint.type == ConstraintType::kHolonomic || constraint.type == ConstraintType::kNonholonomic;
}

}  // namespace

ConstraintEquations compute_constraint_equations(const Model& model, const Kinematics& kinematics,
                                                 const Constraint& constraint) {
  if (is_equation(constraint)) {
    const Expr equation = substitute(constraint.equation, kinematics.resolution);
    if (constraint.type == ConstraintType::kHolonomic) return {{equation}, {}};
    return {{}, {equation}};
  }
  const Plane plane = plane_of(model, kinematics, constraint);
  const Pose<Expr> pose = inertial_pose(model, kinematics, constraint.point);
  const Twist<Expr> twist = inertial_twist(model, kinematics, constraint.point);
  const ContactArm arm = arm_of(constraint, plane.normal(), pose.rotation);
  const Vector slip = move(twist, arm.to_contact).linear - plane.velocity_at(pose.position + arm.to_contact);
  const std::vector<Vector> along = compute_contact(model, kinematics, constraint).directions;
  if (constraint.type == ConstraintType::kSkate) return {{}, {dot(along[0], slip)}};
  return {{plane.height(pose.position) - arm.height}, {dot(along[1], slip), dot(along[2], slip)}};
}

PlaneContact compute_contact(const Model& model, const Kinematics& kinematics, const Constraint& constraint) {
  if (is_equation(constraint)) return {};
  const Matrix plane = inertial_pose(model, kinematics, constraint.plane).rotation;
  const Vector n = plane.column(2);
  const Pose<Expr> pose = inertial_pose(model, kinematics, constraint.point);
  if (constraint.type == ConstraintType::kSkate) return {pose.position, {cross(n, pose.rotation * constraint.axis)}};
  return {pose.position + arm_of(constraint, n, pose.rotation).to_contact, {n, plane.column(0), plane.column(1)}};
}

}  // namespace kinemate
