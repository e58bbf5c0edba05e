#include "formalism/methods/joint_loads.h"

#include <algorithm>
#include <unordered_map>

#include "formalism/closed_loads.h"
#include "formalism/methods/carrier_load.h"
#include "formalism/methods/lagrange.h"
#include "model/load_terms.h"

namespace kinemate {
namespace {

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

std::vector<Load<Expr>> inertial_loads(const Model& model, const Kinematics& kinematics) {
  std::vector<Load<Expr>> loads(model.bodies.size());
  for (std::size_t b = 1; b < model.bodies.size(); ++b) loads[b] = inertial_load(model, kinematics, b);
  return loads;
}

// From the leaves to the root: pass(joint, near, load) is what the carrier feels.
template <class Pass>
std::vector<JointLoad> collect(const Model& model, const Kinematics& kinematics, std::vector<Load<Expr>> needed,
                               Pass pass) {
  const Tree& tree = kinematics.tree;
  std::vector<JointLoad> loads(tree.joints.size());
  for (std::size_t i = tree.joints.size(); i-- > 0;) {
    const TreeJoint& tree_joint = tree.joints[i];
    const Joint& joint = model.joints[tree_joint.joint];
    const Attachment& near = tree_joint.reversed ? joint.to : joint.from;
    const Attachment& far = tree_joint.reversed ? joint.from : joint.to;
    const BodyMotion &child = kinematics.bodies[tree_joint.child], &parent = kinematics.bodies[tree_joint.parent];
    const Vector origin = child.pose.at(pose_on_body(model, far).position);
    const Load<Expr> load = move_to(needed[tree_joint.child], child.pose.position - origin);
    loads[i] = {tree_joint.joint, tree_joint.child, load, origin};
    const CarrierLoad felt = pass(joint, near, loads[i]);
    needed[tree_joint.parent] += move_to(felt.load, felt.origin - parent.pose.position);
  }
  return loads;
}

}  // namespace

std::vector<JointLoad> collect_loads(const Model& model, const Kinematics& kinematics, std::vector<Load<Expr>> needed) {
  return collect(model, kinematics, std::move(needed),
                 [&](const Joint& joint, const Attachment& near, const JointLoad& of) {
                   return load_on_carrier(model, kinematics, joint, near, of.load, of.origin);
                 });
}

std::vector<JointLoad> collect_working_loads(const Model& model, const Kinematics& kinematics,
                                             std::vector<Load<Expr>> needed) {
  return collect(model, kinematics, std::move(needed), [&](const Joint&, const Attachment& near, const JointLoad& of) {
    if (!near.world_axes) return CarrierLoad{of.load, of.origin};
    return CarrierLoad{{{}, of.load.force}, inertial_pose(model, kinematics, near).position};
  });
}

std::vector<Expr> project_loads(const Model& model, const Kinematics& kinematics,
                                std::span<const JointRelation> relations, const std::vector<JointLoad>& loads,
                                std::span<const Expr> speeds) {
  std::unordered_map<Expr, Expr> sums;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const TreeJoint& tree_joint = kinematics.tree.joints[i];
    const Joint& joint = model.joints[tree_joint.joint];
    const Pose<Expr> frame = inertial_pose(model, kinematics, tree_joint.reversed ? joint.to : joint.from);
    const JointRelation& relation = relations[i];
    for (std::size_t k = 0; k < relation.speeds.size(); ++k)
      sums[relation.speeds[k]] += power(loads[i].load, frame.rotation * relation.bases.free_motion[k]);
  }
  std::vector<Expr> result;
  for (Expr s : speeds) result.push_back(sums[s]);
  return result;
}

std::vector<Load<Expr>> compute_body_loads(const Model& model, const Kinematics& kinematics) {
  std::vector<Load<Expr>> loads(model.bodies.size());
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Vector arm = kinematics.bodies[b].pose.rotation * model.bodies[b].center;
    loads[b] = move_to(Load<Expr>{{}, model.gravity * model.bodies[b].mass}, arm);
  }
  for (const LoadElement& load : model.loads)
    for (const BodyLoad& on : compute_load_terms(model, kinematics, load).body_loads)
      loads[on.body] += move_to(on.load, kinematics.bodies[on.body].pose.rotation * on.point);
  return loads;
}

std::vector<Load<Expr>> needed_loads(const Model& model, const Kinematics& kinematics) {
  std::vector<Load<Expr>> needed = inertial_loads(model, kinematics);
  const std::vector<Load<Expr>> applied = compute_body_loads(model, kinematics);
  for (std::size_t b = 0; b < needed.size(); ++b) needed[b] = needed[b] - applied[b];
  return needed;
}

std::string name_of(const Model& model, const JointLoad& load) {
  if (load.joint != kNone) return model.joints[load.joint].name;
  const std::string& name = model.constraints[load.constraint].name;
  const bool taken =
      std::any_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) { return joint.name == name; });
  return taken ? name + " contact" : name;
}

std::string owner_of(const Model& model, const JointLoad& load) {
  return (load.joint == kNone ? "constraint " : "joint ") + name_of(model, load);
}

std::vector<JointLoad> in_file_order(std::vector<JointLoad> loads) {
  std::stable_sort(loads.begin(), loads.end(), [](const JointLoad& a, const JointLoad& b) {
    return std::pair(a.joint, a.constraint) < std::pair(b.joint, b.constraint);
  });
  return loads;
}

std::vector<JointLoad> compute_joint_loads(const Model& model, const Kinematics& kinematics) {
  if (kinematics.closing) return compute_closed_loads(model, kinematics).loads;
  return in_file_order(collect_loads(model, kinematics, needed_loads(model, kinematics)));
}

Equations derive_by_joint_loads(const Model& model, const Kinematics& kinematics) {
  Equations equations = make_equations(kinematics.speeds);
  add_linear(project_loads(model, kinematics, kinematics.relations,
                           collect_working_loads(model, kinematics, inertial_loads(model, kinematics)),
                           kinematics.speeds),
             equations);
  add_kinetic_terms(model, kinematics, equations);
  add_applied_forces(model, kinematics, equations);
  // what is applied, by the same way; the efforts of joints are no loads on bodies
  equations.forces =
      project_loads(model, kinematics, kinematics.relations,
                    collect_working_loads(model, kinematics, compute_body_loads(model, kinematics)), kinematics.speeds);
  for (const LoadElement& load : model.loads) {
    LoadTerms efforts;
    efforts.efforts = compute_load_terms(model, kinematics, load).efforts;
    const std::vector<Expr> more = generalised_forces(model, kinematics, efforts, kinematics.speeds);
    for (std::size_t i = 0; i < more.size(); ++i) equations.forces[i] += more[i];
  }
  return equations;
}

std::vector<Expr> accelerations_of(std::span<const Expr> speeds) {
  std::vector<Expr> result;
  for (Expr s : speeds) result.push_back(make_symbol(s.name(), s.primes() + 1));
  return result;
}

void add_linear(std::span<const Expr> formulas, Equations& equations) {
  const std::vector<Expr> accelerations = accelerations_of(equations.speeds);
  Substitution at_rest;
  for (Expr a : accelerations) at_rest.symbols.emplace(a, Expr(0));
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const std::vector<Expr> row = gradient(formulas[i], accelerations);
    for (std::size_t j = 0; j <= i; ++j) equations.mass[Equations::place(i, j)] += row[j];
  }
  const std::vector<Expr> rest = substitute(formulas, at_rest);
  for (std::size_t i = 0; i < rest.size(); ++i) equations.bias[i] += rest[i];
}

}  // namespace kinemate
