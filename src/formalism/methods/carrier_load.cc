#include "formalism/methods/carrier_load.h"

#include <algorithm>

#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "loops/closing.h"

namespace kinemate {
namespace {

using Directions = std::vector<Vector>;  // orthogonal to each other

// What of a vector is along none of the directions; exact zeros.
Vector without(Vector v, const Directions& directions) {
  for (const Vector& d : directions) v -= d * (dot(d, v) / dot(d, d));
  for (std::size_t i = 0; i < 3; ++i) {
    v[i] = simplify(v[i], kBriefly);
    if (test_zero(v[i]).zero) v[i] = Expr(0);
  }
  return v;
}

// Adds what is new of a direction; whether there was any.
void extend(Directions& directions, const Vector& v) {
  if (directions.size() == 3) return;
  const Vector rest = without(v, directions);
  if (!(rest == Vector())) directions.push_back(rest);
}

// Turns about the origin of V that the joint makes, those of driven coordinates too; in axes of V.
Directions own_turns(const Model& model, const Kinematics& kinematics, const Joint& joint) {
  Model undriven = model;
  for (Coordinate& coordinate : undriven.coordinates) coordinate.drive.reset();
  const JointRelation relation = make_relation(undriven, joint);
  const auto resolved = [&](const Vector& v) {
    return Vector{substitute(v.x, kinematics.resolution), substitute(v.y, kinematics.resolution),
                  substitute(v.z, kinematics.resolution)};
  };
  const Vector rho = resolved(relation.pose.position);
  Directions shifts, turns;
  for (const Twist<Expr>& column : relation.bases.free_motion)
    if (without(resolved(column.angular), {}) == Vector()) extend(shifts, resolved(column.linear));
  for (const Twist<Expr>& column : relation.bases.free_motion) {
    const Vector omega = resolved(column.angular);
    if (without(resolved(column.linear) - cross(omega, rho), shifts) == Vector()) extend(turns, omega);
  }
  return turns;
}

}  // namespace

CarrierLoad load_on_carrier(const Model& model, const Kinematics& kinematics, const Joint& joint,
                            const Attachment& near, const Load<Expr>& load, const Vector& origin) {
  const std::size_t carrier = body_of(model, near);
  if (!near.world_axes || carrier == kWorld) return {load, origin};
  const Kinematics& tree = kinematics.closing ? kinematics.closing->tree : kinematics;
  const Directions own = own_turns(model, kinematics, joint);
  const Pose<Expr> V = inertial_pose(model, kinematics, near);
  Directions all = own;
  for (const Vector& turn : compute_point_motion(model, tree, carrier, {}).J_R)
    extend(all, transposed_times(V.rotation, turn));
  if (all.size() == own.size()) return {load, origin};
  Load<Expr> felt = move_to(load, origin - V.position);
  const Vector torque = transposed_times(V.rotation, felt.torque);
  const auto along = [&](auto first, auto last) {
    Vector sum;
    for (; first != last; ++first) sum += *first * (dot(*first, torque) / dot(*first, *first));
    return sum;
  };
  const auto of_world = all.begin() + static_cast<std::ptrdiff_t>(own.size());
  felt.torque = V.rotation * (all.size() == 3 ? along(all.begin(), of_world) : torque - along(of_world, all.end()));
  return {felt, V.position};
}

}  // namespace kinemate
