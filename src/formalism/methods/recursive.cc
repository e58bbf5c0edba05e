#include "formalism/methods/recursive.h"

#include "formalism/methods/joint_loads.h"
#include "formalism/methods/lagrange.h"
#include "recursion/algorithms/composite.h"

namespace kinemate {
namespace {

RightSide<Expr> right_side(const FormulaSystem& machine) {
  return {compute_bias_loads(machine.system, machine.base, machine.joints, machine.applied), machine.efforts};
}

}  // namespace

RecursiveSolution compute_accelerations(const FormulaSystem& machine, Recursion recursion) {
  SolvedBy<Expr> solved = solve_by(recursion, machine.system, right_side(machine));
  return {machine.to_speeds(std::move(solved.solution.accelerations)), std::move(solved.modified)};
}

void add_accelerations(const FormulaSystem& machine, std::span<const Expr> rates,
                       std::vector<JointMotion<Expr>>& joints) {
  const std::vector<Expr> accelerations = machine.to_columns(rates);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto& link = machine.system.links[i];
    for (std::size_t k = link.first; k < link.first + link.count; ++k) {
      const Twist<Expr> change = machine.system.free[k] * accelerations[k];
      joints[i].bias = joints[i].bias + Acceleration<Expr>{change.angular, change.linear};
    }
  }
}

std::vector<Expr> compute_efforts(const FormulaSystem& machine, std::span<const Expr> speeds) {
  std::vector<JointMotion<Expr>> joints = machine.joints;
  add_accelerations(machine, accelerations_of(speeds), joints);
  std::vector<Expr> efforts = compute_efforts(machine.system, machine.base, joints, machine.applied);
  for (std::size_t i = 0; i < efforts.size(); ++i) efforts[i] -= machine.efforts[i];
  return machine.to_speeds(std::move(efforts));
}

// Pᵀ M̂ P, from the columns to the speeds
std::vector<Expr> compute_mass(const FormulaSystem& machine, const Seen<RigidInertia<Expr>>& seen) {
  const std::size_t columns = machine.speeds.size();
  const std::vector<Expr> of_columns = compute_mass_by_composites(machine.system, seen);
  std::vector<std::vector<Expr>> rows(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    std::vector<Expr> row(columns);
    for (std::size_t j = 0; j < columns; ++j) row[j] = of_columns[Equations::place(i, j)];
    rows[i] = machine.to_speeds(std::move(row));
  }
  std::vector<Expr> mass(Equations::place(machine.speed_count, 0));
  for (std::size_t j = 0; j < machine.speed_count; ++j) {
    std::vector<Expr> column(columns);
    for (std::size_t i = 0; i < columns; ++i) column[i] = rows[i][j];
    column = machine.to_speeds(std::move(column));
    for (std::size_t i = j; i < machine.speed_count; ++i) mass[Equations::place(i, j)] = column[i];
  }
  return mass;
}

Equations derive_by_recursion(const Model& model, const Kinematics& kinematics) {
  Equations equations = make_equations(kinematics.speeds);
  add_applied_forces(model, kinematics, equations);  // for what of them has a potential
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem machine = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  equations.mass = compute_mass(machine);

  // what the motion takes without gravity, and what is applied with it
  const Matrix& R = kinematics.bodies[kWorld].pose.rotation;
  const std::vector<Load<Expr>> nothing(machine.applied.size());
  BaseMotion<Expr> base = machine.base;
  base.acceleration.linear = transposed_times(R, kinematics.bodies[kWorld].bias.linear);
  equations.bias = machine.to_speeds(compute_efforts(machine.system, base, machine.joints, nothing));
  const BaseMotion<Expr> falling{{}, {{}, -transposed_times(R, model.gravity)}};
  const auto still = std::vector<JointMotion<Expr>>(machine.joints.size());
  const std::vector<Expr> weights = machine.to_speeds(compute_efforts(machine.system, falling, still, nothing));
  equations.forces =
      machine.to_speeds(project_on_speeds(machine.system, collect_joint_loads(machine.system, machine.applied)));
  for (std::size_t i = 0; i < weights.size(); ++i) equations.forces[i] += links.efforts[i] - weights[i];
  add_kinetic_terms(model, kinematics, equations);
  return equations;
}

}  // namespace kinemate
