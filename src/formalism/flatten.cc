#include "formalism/flatten.h"

#include <fmt/format.h>

#include <set>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/abbreviate.h"
#include "expr/text/print.h"
#include "formalism/flat_loops.h"
#include "formalism/links/cut_joint.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/recursive.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

constexpr const char* kCutElsewhere = "let another joint of the loop close it: cut: true";
constexpr double kLongestSide = 60;  // operations of a side that is written at once

void add_known(const Model& model, const Kinematics& kinematics, FlatSystem& flat) {
  for (const Parameter& parameter : model.parameters)
    flat.known.push_back({make_symbol(parameter.name), parameter.value, parameter.remark});
  for (const std::string& name : undeclared_parameters(model)) flat.known.push_back({make_symbol(name), {}, ""});
  auto add_state = [&](Expr symbol, const char* meaning) {
    for (const FlatKnown& known : flat.known)
      if (known.symbol == symbol) return;
    flat.known.push_back({symbol, initial_value(model, symbol), meaning, true});
  };
  flat.known.push_back({make_symbol("t"), Expr(0), "time", true});
  for (const Input& input : model.inputs) flat.known.push_back({make_symbol(input.name), {}, input.remark, true});
  std::set<std::size_t> coordinates;
  for (const TreeJoint& joint : kinematics.tree.joints)
    coordinates.insert(model.joints[joint.joint].coordinates.begin(), model.joints[joint.joint].coordinates.end());
  for (std::size_t c = 0; c < model.listed_coordinates; ++c) coordinates.insert(c);
  for (std::size_t c : coordinates)
    if (!model.coordinates[c].drive) add_state(make_symbol(model.coordinates[c].name), "coordinate");
  for (Expr speed : kinematics.speeds) add_state(speed, "speed");
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) add_state(make_symbol(state.name), "state of a load");
}

// What stands in equations must be known or looked for.
void require_known(const FlatSystem& flat) {
  std::unordered_set<Expr> declared;
  for (const FlatKnown& known : flat.known) declared.insert(known.symbol);
  for (const FlatUnknown& unknown : flat.unknowns) declared.insert(unknown.symbol);
  std::vector<Expr> sides;
  for (const FlatEquation& equation : flat.equations) sides.insert(sides.end(), {equation.left, equation.right});
  for (Expr symbol : free_symbols(sides))
    if (!declared.contains(symbol))
      throw Error(ErrorCode::kFlattening,
                  fmt::format("the equations depend on {}, of a joint that closes a loop", to_text(symbol)),
                  kCutElsewhere);
  if (const std::vector<Expr> calls = unspecified_calls(sides); !calls.empty())
    throw Error(ErrorCode::kFlattening,
                fmt::format("{} is an unspecified function, which a flat list cannot hold", to_text(calls.front())),
                fmt::format("say what it is: --set \"{}($1) = ...\"", calls.front().name()));
}

// Long formulas of loads share parts: these get equations of their own.
void name_long_parts(FlatSystem& flat) {
  std::vector<Expr> sides;
  for (const FlatEquation& equation : flat.equations) sides.insert(sides.end(), {equation.left, equation.right});
  for (const FlatKnown& known : flat.known) sides.push_back(known.symbol);  // names that are taken
  const Abbreviated brief = abbreviate(sides, {.prefix = "part", .least = 4, .longest = kLongestSide, .gain = 8});
  for (std::size_t i = 0; i < flat.equations.size(); ++i) {
    flat.equations[i].left = brief.formulas[2 * i];
    flat.equations[i].right = brief.formulas[2 * i + 1];
  }
  for (const Abbreviation& part : brief.abbreviations) {
    flat.unknowns.push_back({part.symbol, "", {}});
    flat.equations.push_back({"", part.symbol, part.formula, {}});
  }
}

}  // namespace

FlatSystem flatten(const Model& model, const Kinematics& kinematics) {
  if (const auto obstacle = find_obstacle(model, kinematics))
    throw Error(ErrorCode::kFlattening, "this machine cannot be flattened: " + *obstacle);
  if (!model.constraints.empty())
    throw Error(ErrorCode::kFlattening,
                fmt::format("this machine cannot be flattened: constraint {}", model.constraints.front().name),
                "loops that joints close can be");
  refuse_loads_on_cuts(model, kinematics);
  FlatSystem flat;
  flat.name = model.name;
  add_known(model, kinematics, flat);
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem machine = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  StepNames names(model, links, StepNames::Short::kNamed);
  const std::vector<Expr> rates = accelerations_of(kinematics.speeds);
  std::vector<JointMotion<Expr>> joints = machine.joints;
  add_accelerations(machine, rates, joints);
  const std::vector<LinkMotion<Expr>> motions =
      compute_motions<Expr>(machine.system, machine.base, joints, [&](std::size_t i, LinkMotion<Expr>& motion) {
        names.name("", i, "w", motion.angular_velocity);
        names.name("", i, "dw", motion.acceleration.angular);
        names.name("", i, "a", motion.acceleration.linear);
        motion.spread = spread_of(motion.angular_velocity, motion.acceleration.angular);
      });
  const LoopEquations loops = make_loop_equations(model, kinematics, links, machine, motions, names);
  std::vector<Load<Expr>> needed;
  for (std::size_t i = 0; i < motions.size(); ++i)
    needed.push_back(required_load(machine.system.links[i].inertia, motions[i]) - machine.applied[i] -
                     loops.on_links[i]);
  const std::vector<Load<Expr>> loads =
      collect_joint_loads<Expr>(machine.system, std::move(needed), [&](std::size_t i, Load<Expr>& load) {
        names.name("", i, "t", load.torque);
        names.name("", i, "f", load.force);
      });
  const std::vector<Expr> efforts = machine.to_speeds(project_on_speeds(machine.system, loads));
  for (Expr rate : rates) flat.unknowns.push_back({rate, "acceleration", {}});
  for (Expr multiplier : loops.multipliers)
    flat.unknowns.push_back({multiplier, "load of a joint that closes a loop", {}});
  for (const RecursionStep& step : names.steps) {
    flat.unknowns.push_back({step.symbol, "", {}});
    flat.equations.push_back({"", step.symbol, step.formula, {}});
  }
  for (std::size_t i = 0; i < efforts.size(); ++i) flat.equations.push_back({"", links.efforts[i], efforts[i], {}});
  for (Expr condition : loops.conditions) flat.equations.push_back({"", Expr(0), condition, {}});
  name_long_parts(flat);
  require_known(flat);
  for (std::size_t i = 0; i < flat.equations.size(); ++i) flat.equations[i].name = fmt::format("equation {}", i + 1);
  return flat;
}

}  // namespace kinemate
