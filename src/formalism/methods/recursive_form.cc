#include "formalism/methods/recursive_form.h"

#include <algorithm>
#include <unordered_set>

#include "expr/graph.h"
#include "formalism/methods/recursive.h"
#include "formalism/step_names.h"
#include "recursion/algorithms/composite.h"

namespace kinemate {
namespace {

constexpr const char* kOutward =
    "outward, in axes of the links with z along their joints: angular velocity w, its rate dw, acceleration a of the "
    "origin, for s' = 0";
constexpr const char* kInward = "inward: torque t about the origin and force f that this takes of the joints";
constexpr const char* kInwardOfTheWorld =
    "inward: torque t about the origin and force f that this takes of the joints; those with axes of the world pass on "
    "forces alone, since their torques do no work on what carries them";
constexpr const char* kComposite = "inward: bodies with all they carry: mass m, moment c, inertia I about the origin";

// Not all of a composite body is felt by the joints before it.
void drop_unused(RecursiveForm& form) {
  std::vector<Expr> needed = form.mass;
  needed.insert(needed.end(), form.bias.begin(), form.bias.end());
  std::vector<Expr> symbols = free_symbols(needed);
  std::unordered_set<Expr> used(symbols.begin(), symbols.end());
  std::vector<RecursionStep> kept;
  for (auto step = form.steps.rbegin(); step != form.steps.rend(); ++step) {
    if (!used.contains(step->symbol)) continue;
    for (Expr symbol : free_symbols(step->formula)) used.insert(symbol);
    kept.push_back(std::move(*step));
  }
  form.steps.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

}  // namespace

RecursiveForm write_recursive_form(const Model& model, const Kinematics& kinematics) {
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem machine = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  StepNames namer(model, links);
  RecursiveForm form;
  BaseMotion<Expr> base = machine.base;
  base.acceleration.linear =
      transposed_times(kinematics.bodies[kWorld].pose.rotation, kinematics.bodies[kWorld].bias.linear);
  const std::vector<LinkMotion<Expr>> motions =
      compute_motions<Expr>(machine.system, base, machine.joints, [&](std::size_t i, LinkMotion<Expr>& motion) {
        namer.name(kOutward, i, "w", motion.angular_velocity);
        namer.name(kOutward, i, "dw", motion.acceleration.angular);
        namer.name(kOutward, i, "a", motion.acceleration.linear);
        motion.spread = spread_of(motion.angular_velocity, motion.acceleration.angular);
      });
  std::vector<Load<Expr>> needed;
  for (std::size_t i = 0; i < motions.size(); ++i)
    needed.push_back(required_load(machine.system.links[i].inertia, motions[i]));
  const bool turning = std::all_of(links.links.begin(), links.links.end(),
                                   [](const MachineLink& link) { return link.turns_with_carrier; });
  const char* const inward = turning ? kInward : kInwardOfTheWorld;
  const std::vector<Load<Expr>> loads =
      collect_joint_loads<Expr>(machine.system, std::move(needed), [&](std::size_t i, Load<Expr>& load) {
        namer.name(inward, i, "t", load.torque);
        namer.name(inward, i, "f", load.force);
      });
  form.bias = machine.to_speeds(project_on_speeds(machine.system, loads));
  form.mass = compute_mass(machine, [&](std::size_t i, RigidInertia<Expr>& composite) {
    namer.name(kComposite, i, "m", composite.mass);
    namer.name(kComposite, i, "c", composite.moment);
    auto& [xx, yy, zz, xy, xz, yz] = composite.tensor;
    for (const auto& [what, formula] : {std::pair{"Ixx", &xx}, std::pair{"Iyy", &yy}, std::pair{"Izz", &zz},
                                        std::pair{"Ixy", &xy}, std::pair{"Ixz", &xz}, std::pair{"Iyz", &yz}})
      namer.name(kComposite, i, what, *formula);
  });
  form.steps = std::move(namer.steps);
  drop_unused(form);
  return form;
}

}  // namespace kinemate
