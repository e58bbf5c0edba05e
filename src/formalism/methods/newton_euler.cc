#include "formalism/methods/newton_euler.h"

#include <unordered_map>

#include "base/check.h"
#include "formalism/methods/carrier_load.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/lagrange.h"
#include "model/formulas.h"
#include "model/load_terms.h"
#include "model/names.h"

namespace kinemate {
namespace {

// Names that the machine does not have.
Load<Expr> cut_symbols(const Joint& joint, UniqueNames& names) {
  const std::string stem = make_symbol_name(joint.name);
  auto symbol = [&](const char* component) { return make_symbol(names.take(stem + "_" + component)); };
  return {{symbol("mx"), symbol("my"), symbol("mz")}, {symbol("fx"), symbol("fy"), symbol("fz")}};
}

// (2.77) of one body; its applied load is about the origin of its frame, in inertial axes
BodyEquation make_equation(const Model& model, const Kinematics& kinematics, std::size_t b, const Vector& reference,
                           const Load<Expr>& applied) {
  const Body& body = model.bodies[b];
  const PointMotion at = compute_point_motion(model, kinematics, b, reference);
  const PointMotion own = in_axes(at, at.rotation);
  const Vector arm = body.center - reference;  // r_PS in axes of the body
  const Vector &omega = own.angular_velocity, &alpha = own.angular_acceleration;
  const Symmetric3<Expr> tensor = steiner(body.inertia, body.mass, arm);  // Θ_P
  const Load<Expr> load = move_to(applied, -(at.rotation * reference));
  BodyEquation equation{b, reference, {}, {}, load.force, transposed_times(at.rotation, load.torque), {}};
  equation.momentum_rate =
      (at.acceleration + at.rotation * (cross(alpha, arm) + cross(omega, cross(omega, arm)))) * body.mass;
  equation.spin_rate = tensor * alpha + cross(omega, tensor * omega) + cross(arm, own.acceleration) * body.mass;
  return equation;
}

// The load of a joint on the body of an equation, which is at `origin` in inertial space.
void add_cut(const Kinematics& kinematics, std::size_t joint, bool reaction, const Load<Expr>& symbols,
             const Vector& origin, BodyEquation& equation) {
  const Pose<Expr>& pose = kinematics.bodies[equation.body].pose;
  Load<Expr> load = move_to(symbols, origin - pose.at(equation.reference));
  if (reaction) load = load * Expr(-1);
  equation.cuts.push_back({joint, reaction, {transposed_times(pose.rotation, load.torque), load.force}});
}

}  // namespace

std::vector<Vector> origins_of_bodies(const Model& model) { return std::vector<Vector>(model.bodies.size()); }

std::vector<Vector> centers_of_mass(const Model& model) {
  std::vector<Vector> centers;
  for (const Body& body : model.bodies) centers.push_back(body.center);
  return centers;
}

std::vector<BodyEquation> compute_body_equations(const Model& model, const Kinematics& kinematics,
                                                 std::span<const Vector> references) {
  CHECK(references.size() == model.bodies.size());
  const std::vector<Load<Expr>> applied = compute_body_loads(model, kinematics);
  std::vector<BodyEquation> equations;
  for (std::size_t b = 1; b < model.bodies.size(); ++b)
    equations.push_back(make_equation(model, kinematics, b, references[b], applied[b]));
  UniqueNames names;
  for (const auto& [name, role] : symbol_roles(model)) names.take(name);
  for (const std::string& name : undeclared_parameters(model)) names.take(name);
  for (const TreeJoint& tree_joint : kinematics.tree.joints) {
    const Joint& joint = model.joints[tree_joint.joint];
    const Attachment& near = tree_joint.reversed ? joint.to : joint.from;
    const Attachment& far = tree_joint.reversed ? joint.from : joint.to;
    const Load<Expr> load = cut_symbols(joint, names);
    const Vector origin = inertial_pose(model, kinematics, far).position;
    add_cut(kinematics, tree_joint.joint, false, load, origin, equations[tree_joint.child - 1]);
    if (tree_joint.parent == kWorld) continue;
    const CarrierLoad felt = load_on_carrier(model, kinematics, joint, near, load, origin);
    add_cut(kinematics, tree_joint.joint, true, felt.load, felt.origin, equations[tree_joint.parent - 1]);
  }
  return equations;
}

Equations derive_by_newton_euler(const Model& model, const Kinematics& kinematics, std::span<const Vector> references) {
  Equations equations = make_equations(kinematics.speeds);
  std::unordered_map<Expr, std::size_t> index;
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) index.emplace(equations.speeds[i], i);
  std::vector<Expr> inertia(equations.speeds.size(), Expr(0));
  add_applied_forces(model, kinematics, equations);
  equations.forces.assign(equations.speeds.size(), Expr(0));
  for (const BodyEquation& body : compute_body_equations(model, kinematics, references)) {
    const PointMotion at = compute_point_motion(model, kinematics, body.body, body.reference);
    for (std::size_t i = 0; i < at.speeds.size(); ++i) {
      const std::size_t row = index.at(at.speeds[i]);
      const Vector J_R = transposed_times(at.rotation, at.J_R[i]);
      inertia[row] += dot(at.J_T[i], body.momentum_rate) + dot(J_R, body.spin_rate);
      equations.forces[row] += dot(at.J_T[i], body.force) + dot(J_R, body.torque);
    }
  }
  for (const LoadElement& load : model.loads)
    for (const SpeedEffort& effort : compute_load_terms(model, kinematics, load).efforts)
      if (const auto found = index.find(effort.speed); found != index.end())
        equations.forces[found->second] += effort.effort;
  add_linear(inertia, equations);
  add_kinetic_terms(model, kinematics, equations);
  return equations;
}

Equations derive_by_newton_euler(const Model& model, const Kinematics& kinematics) {
  return derive_by_newton_euler(model, kinematics, origins_of_bodies(model));
}

}  // namespace kinemate
