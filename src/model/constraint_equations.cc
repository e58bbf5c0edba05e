#include "model/constraint_equations.h"

#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/simplify/simplify.h"
#include "expr/simplify/smooth_root.h"
#include "model/formulas.h"

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

// From the point to where the body touches the plane, and the height of the point then; none of skates and cones, whose
// point it is.
struct ContactArm {
  Vector to_contact;
  Expr height;
};

Expr argument(std::size_t i) { return make_symbol(fmt::format("${}", i + 1)); }

// None where it has no value: parameters are open.
std::optional<double> value_at_start(const Model& model, Expr formula) {
  Substitution start;
  for (const Coordinate& coordinate : model.coordinates) {
    const Expr q = make_symbol(coordinate.name);
    start.symbols.emplace(q, coordinate.drive ? *coordinate.drive : initial_value(model, q));
  }
  try {
    const Expr number = substitute(substitute(formula, start), Substitution{parameter_values(model), {}});
    return evaluate(number, {{make_symbol("t"), 0.0}});
  } catch (const Error&) {
    return std::nullopt;
  }
}

// sqrt(1 − c²); where that is |cos(lean)|, say, and nobody passes its zero, cos(lean) with the sign of the start.
Expr sine_beside(const Model& model, Expr c) {
  const Expr square = simplify(Expr(1) - c * c, kBriefly);
  const std::optional<Expr> root = model.contacts_keep_sides ? smooth_root(square) : std::nullopt;
  const double sign = root ? value_at_start(model, *root).value_or(0) : 0;
  return sign > 0 ? *root : sign < 0 ? -*root : sqrt(square);
}

// Of a thin disc: from its centre steepest down in its own plane, −(n − (n·a) a)/sin of the angle between n and a.
ContactArm disc_arm(const Model& model, const Constraint& constraint, const Vector& n, const Matrix& rotation) {
  const Vector axis = rotation * constraint.axis;
  const Expr c = dot(n, axis), sine = sine_beside(model, c);
  const Vector down = (axis * c - n) * (Expr(1) / sine);
  return {down * constraint.radius, constraint.radius * sine};
}

// p = ∇g + (g − u·∇g) u for u = −n in axes of the body: the gradient of g(u/|u|)·|u| (R. T. Rockafellar, "Convex
// analysis", 1970, corollary 25.1.3).
ContactArm body_arm(const Constraint& constraint, const Vector& n, const Matrix& rotation) {
  const std::vector<Expr> arguments = {argument(0), argument(1), argument(2)};
  const std::vector<Expr> slopes = gradient(constraint.support, arguments);
  Expr excess = constraint.support;
  for (std::size_t i = 0; i < 3; ++i) excess -= arguments[i] * slopes[i];
  excess = simplify(excess, kBriefly);
  std::vector<Expr> parts = {constraint.support};
  for (std::size_t i = 0; i < 3; ++i) parts.push_back(slopes[i] + excess * arguments[i]);
  const Vector u = -transposed_times(rotation, n);
  Substitution actual;
  for (std::size_t i = 0; i < 3; ++i) actual.symbols.emplace(arguments[i], u[i]);
  parts = substitute(parts, actual);
  return {rotation * Vector{parts[1], parts[2], parts[3]}, parts[0]};
}

ContactArm arm_of(const Model& model, const Constraint& constraint, const Vector& n, const Matrix& rotation) {
  switch (constraint.type) {
    case ConstraintType::kRollingDisc: return disc_arm(model, constraint, n, rotation);
    case ConstraintType::kRollingSphere: return {n * -constraint.radius, constraint.radius};
    case ConstraintType::kRollingTorus: {
      const ContactArm ring = disc_arm(model, constraint, n, rotation);
      return {ring.to_contact - n * constraint.tube, ring.height + constraint.tube};
    }
    case ConstraintType::kRollingBody: return body_arm(constraint, n, rotation);
    case ConstraintType::kRollingCone:
    case ConstraintType::kSkate:
    case ConstraintType::kHolonomic:
    case ConstraintType::kNonholonomic: break;
  }
  return {};
}

}  // namespace

Substitution normal_arguments() {
  return {{{make_symbol("nx"), argument(0)}, {make_symbol("ny"), argument(1)}, {make_symbol("nz"), argument(2)}}, {}};
}

Substitution normal_names() {
  return {{{argument(0), make_symbol("nx")}, {argument(1), make_symbol("ny")}, {argument(2), make_symbol("nz")}}, {}};
}

bool is_equation(const Constraint& constraint) {
  return constraint.type == ConstraintType::kHolonomic || constraint.type == ConstraintType::kNonholonomic;
}

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
  const ContactArm arm = arm_of(model, constraint, plane.normal(), pose.rotation);
  const Vector slip = move(twist, arm.to_contact).linear - plane.velocity_at(pose.position + arm.to_contact);
  const Twist<Expr> motion{twist.angular - plane.twist.angular, slip};
  ConstraintEquations equations;
  if (constraint.type != ConstraintType::kSkate)
    equations.holonomic.push_back(plane.height(pose.position) - arm.height);
  if (constraint.type == ConstraintType::kRollingCone)
    equations.holonomic.push_back(dot(plane.normal(), pose.rotation * constraint.axis) - sin(constraint.half_angle));
  const std::vector<Load<Expr>> along = compute_contact(model, kinematics, constraint).directions;
  for (std::size_t i = equations.holonomic.size(); i < along.size(); ++i)
    equations.nonholonomic.push_back(power(along[i], motion));
  return equations;
}

PlaneContact compute_contact(const Model& model, const Kinematics& kinematics, const Constraint& constraint) {
  if (is_equation(constraint)) return {};
  const Matrix plane = inertial_pose(model, kinematics, constraint.plane).rotation;
  const Vector n = plane.column(2);
  const Pose<Expr> pose = inertial_pose(model, kinematics, constraint.point);
  const Vector axis = pose.rotation * constraint.axis;
  if (constraint.type == ConstraintType::kSkate) return {pose.position, {{{}, cross(n, axis)}}};
  const std::vector<Load<Expr>> forces = {{{}, n}, {{}, plane.column(0)}, {{}, plane.column(1)}};
  if (constraint.type == ConstraintType::kRollingCone)  // d(n·a)/dt = (a × n)·ω
    return {pose.position, {forces[0], {cross(axis, n), {}}, forces[1], forces[2], {n, {}}}};
  return {pose.position + arm_of(model, constraint, n, pose.rotation).to_contact, forces};
}

}  // namespace kinemate
