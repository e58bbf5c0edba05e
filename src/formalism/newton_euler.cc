#include "formalism/newton_euler.h"

#include <unordered_map>

#include "model/load_terms.h"

namespace kinemate {
namespace {

// What is applied to bodies and to joints.
struct Applied {
  std::vector<Load<Expr>> on_bodies;         // about the origins of their frames, inertial axes
  std::unordered_map<Expr, Expr> on_speeds;  // efforts
};

Applied apply_loads(const Model& model, const Kinematics& kinematics) {
  Applied applied;
  applied.on_bodies.resize(model.bodies.size());
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Vector arm = kinematics.bodies[b].pose.rotation * model.bodies[b].center;
    applied.on_bodies[b] = move_to(Load<Expr>{{}, model.gravity * model.bodies[b].mass}, arm);
  }
  for (const LoadElement& load : model.loads) {
    const LoadTerms terms = compute_load_terms(model, kinematics, load);
    for (const BodyLoad& on : terms.body_loads)
      applied.on_bodies[on.body] += move_to(on.load, kinematics.bodies[on.body].pose.rotation * on.point);
    for (const SpeedEffort& effort : terms.efforts) applied.on_speeds[effort.speed] += effort.effort;
  }
  return applied;
}

// The load that moves a body as it moves, about the origin of its frame.
Load<Expr> inertial_load(const Model& model, const Kinematics& kinematics, std::size_t b) {
  const Body& body = model.bodies[b];
  const PointMotion motion = compute_point_motion(model, kinematics, b, body.center);
  const Matrix& R = motion.rotation;
  const Vector omega = transposed_times(R, motion.angular_velocity);
  const Vector alpha = transposed_times(R, motion.angular_acceleration);
  const Vector torque = R * (body.inertia * alpha + cross(omega, body.inertia * omega));
  return move_to(Load<Expr>{torque, motion.acceleration * body.mass}, R * body.center);
}

}  // namespace

NewtonEuler compute_joint_loads(const Model& model, const Kinematics& kinematics) {
  const Tree& tree = kinematics.tree;
  const Applied applied = apply_loads(model, kinematics);
  std::unordered_map<Expr, std::size_t> index;
  for (std::size_t i = 0; i < kinematics.speeds.size(); ++i) index.emplace(kinematics.speeds[i], i);
  NewtonEuler result;
  result.loads.resize(tree.joints.size());
  result.residuals.assign(kinematics.speeds.size(), Expr(0));
  std::vector<Load<Expr>> carried(model.bodies.size());  // what a body needs for itself and all behind it
  for (std::size_t i = tree.joints.size(); i-- > 0;) {
    const TreeJoint& tree_joint = tree.joints[i];
    const Joint& joint = model.joints[tree_joint.joint];
    const Attachment& near = tree_joint.reversed ? joint.to : joint.from;
    const Attachment& far = tree_joint.reversed ? joint.from : joint.to;
    const std::size_t b = tree_joint.child;
    const BodyMotion &child = kinematics.bodies[b], &parent = kinematics.bodies[tree_joint.parent];
    const Load<Expr> about_body = carried[b] + inertial_load(model, kinematics, b) - applied.on_bodies[b];
    const Vector origin = child.pose.at(pose_on_body(model, far).position);  // of the joint
    const Load<Expr> load = move_to(about_body, child.pose.position - origin);
    result.loads[i] = {tree_joint.joint, load};
    const Pose<Expr> frame = inertial_pose(model, kinematics, near);
    const JointRelation& relation = kinematics.relations[i];
    for (std::size_t k = 0; k < relation.speeds.size(); ++k)
      result.residuals[index.at(relation.speeds[k])] += power(load, frame.rotation * relation.bases.free_motion[k]);
    // a frame that is oriented against the world passes on forces alone, at its own origin
    if (near.world_axes) {
      carried[tree_joint.parent] += move_to(Load<Expr>{{}, load.force}, frame.position - parent.pose.position);
    } else {
      carried[tree_joint.parent] += move_to(load, origin - parent.pose.position);
    }
  }
  for (const auto& [speed, effort] : applied.on_speeds)
    if (const auto found = index.find(speed); found != index.end()) result.residuals[found->second] -= effort;
  return result;
}

Equations derive_by_newton_euler(const Model& model, const Kinematics& kinematics) {
  const NewtonEuler loads = compute_joint_loads(model, kinematics);
  Equations equations;
  equations.speeds = kinematics.speeds;
  std::vector<Expr> accelerations;
  Substitution at_rest;
  for (Expr s : equations.speeds) {
    accelerations.push_back(make_symbol(s.name(), s.primes() + 1));
    at_rest.symbols.emplace(accelerations.back(), Expr(0));
  }
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
    const std::vector<Expr> row = gradient(loads.residuals[i], accelerations);
    equations.mass.insert(equations.mass.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  equations.bias = substitute(loads.residuals, at_rest);
  equations.forces.assign(equations.speeds.size(), Expr(0));
  return equations;
}

}  // namespace kinemate
