// Programs that have loops as joints against those by minimal equations and by the loads of loops.
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "expr/text/print.h"
#include "formalism/macro_machines.h"
#include "loops/closed_kinematics.h"
#include "loops/whole_machine.h"
#include "program/interpret.h"
#include "program/routine.h"
#include "study/fixture.h"
#include "study/programs/machine_program.h"
#include "study/programs/shortest_program.h"

namespace kinemate {
namespace {

using AlgorithmKind = Algorithm::Kind;

class SubsystemPrograms : public StudyTest {};

// Accelerations of a program whose inputs are found by their names.
std::vector<double> run_at(const Program& program, const Values& state) {
  std::map<std::string, double> numbers;
  for (const auto& [symbol, value] : state) numbers.emplace(to_text(symbol), value);
  std::vector<double> inputs;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) inputs.push_back(numbers.at(entry.name));
  return run_once(Routine(program, 1, interpret), inputs);
}

Program accelerations_by(const Model& model, const Algorithm& algorithm) {
  return make_machine_program(model, {.purpose = Purpose::kForward, .algorithm = algorithm}, keep_quiet);
}

// How many states were looked at, and whether loops could be closed by their loads.
struct ProgramComparison {
  int states = 0;
  bool by_loads = true;
};

// States where accelerations are much faster than what independent speeds have lose digits; they are passed over.
ProgramComparison expect_same_programs(const Model& model, int states, std::mt19937_64& random) {
  SCOPED_TRACE(model.name);
  const Program subsystems = accelerations_by(model, {AlgorithmKind::kSubsystems}),
                equations = accelerations_by(model, {AlgorithmKind::kEquations});
  std::optional<Program> recursion;
  try {
    recursion = accelerations_by(model, {AlgorithmKind::kRecursion, Recursion::kArticulated});
  } catch (const Error&) {  // constraints, loads on joints that close loops, links without mass
  }
  const Kinematics closed = compute_closed_kinematics(model);
  const WholeMachine whole(model);
  ProgramComparison seen{0, recursion.has_value()};
  for (int i = 0; i < states; ++i) {
    const Values state = whole.random_state(random);
    double stretch = 1;
    if (closed.closing)
      for (const std::vector<Expr>& row : closed.closing->T)
        for (double entry : evaluate(with_sample_functions(row), state)) stretch = std::max(stretch, std::abs(entry));
    if (stretch > 30) continue;
    ++seen.states;
    const std::vector<double> found = run_at(subsystems, state), expected = run_at(equations, state);
    EXPECT_EQ(found.size(), expected.size());
    double size = 1;
    for (double x : expected) size = std::max(size, std::abs(x));
    const double tolerance = 1e-10 * size * std::max(1.0, stretch / 10);
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_NEAR(found[k], expected[k], tolerance) << "minimal equations, state " << i;
    if (!recursion) continue;
    const std::vector<double> by_loads = run_at(*recursion, state);
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_NEAR(found[k], by_loads[k], tolerance) << "loads of loops, state " << i;
  }
  return seen;
}

TEST_F(SubsystemPrograms, Examples) {
  std::mt19937_64 random(1);
  for (const char* name : {"four_bar", "slider_crank", "concrete_pump_mast", "excavator_arm", "andrews_squeezer",
                           "four_bar_chain", "spatial_slider_crank", "bricard", "suspended_chain"}) {
    const ProgramComparison seen = expect_same_programs(example(name), 20, random);
    EXPECT_GE(seen.states, 12) << name;
    EXPECT_TRUE(seen.by_loads) << name;
  }
}

TEST_F(SubsystemPrograms, Trees) {
  std::mt19937_64 random(2);
  for (const char* name : {"disc_guided_mass", "flyball_governor"})
    EXPECT_EQ(expect_same_programs(example(name), 20, random).states, 20) << name;
}

TEST_F(SubsystemPrograms, LoopsOnWhatMovesCarryingWhatMoves) {
  std::mt19937_64 random(3);
  int by_loads = 0;
  for (const LoopMachine& one : kMacroMachines) {
    const ProgramComparison seen = expect_same_programs(macro_machine(one.name), 20, random);
    EXPECT_GE(seen.states, 12) << one.name;
    by_loads += seen.by_loads;
  }
  EXPECT_GE(by_loads, 4);
  for (const char* name :
       {"free flight with Euler parameters", "driven coordinate in a loop", "two loops that share a body",
        "loads on the joint that closes", "moving base", "gear in a loop", "massless link", "rolls in a loop"})
    EXPECT_GE(expect_same_programs(loop_machine(name), 20, random).states, 10) << name;
}

TEST_F(SubsystemPrograms, OtherSizesAndMassesAndNone) {
  std::mt19937_64 random(4);
  for (const LoopMachine& one : kMacroMachines)
    EXPECT_GE(expect_same_programs(with_other_sizes(macro_machine(one.name), random), 5, random).states, 2) << one.name;
  const std::pair<const char*, std::vector<std::string>> massless[] = {
      {"four_bar", {"coupler"}},
      {"slider_crank", {"rod"}},
      {"concrete_pump_mast", {"rod1", "rod2", "rod3", "rod4", "rod5"}}};
  for (const auto& [name, bodies] : massless)
    EXPECT_GE(expect_same_programs(without_mass(with_other_sizes(example(name), random), bodies), 10, random).states, 5)
        << name;
  EXPECT_GE(
      expect_same_programs(without_mass(macro_machine("cylinder between two arms"), {"barrel", "rod"}), 10, random)
          .states,
      5);
}

// What the shortest and the fastest are, by all ways that there are; without macro joints by the others.
TEST_F(SubsystemPrograms, ShortestAndFastest) {
  std::mt19937_64 random(5);
  for (const char* name : {"concrete_pump_mast", "four_bar"}) {
    Model model = example(name);
    const Values state = WholeMachine(model).random_state(random, 0.5);
    ProgramRequest request{.purpose = Purpose::kForward, .algorithm = {AlgorithmKind::kSubsystems}};
    const ShortestProgram subsystems = make_shortest_program(model, request, keep_quiet);
    EXPECT_TRUE(contains(subsystems.way, "subsystems as joints"));
    const std::vector<double> expected = run_at(subsystems.optimized.program, state);
    for (AlgorithmKind kind : {AlgorithmKind::kShortest, AlgorithmKind::kFastest})
      for (bool macro : {true, false}) {
        model.macro_joints = macro;
        request.algorithm = {kind};
        const ShortestProgram other = make_shortest_program(model, request, keep_quiet);
        EXPECT_TRUE(macro || other.way.find("subsystems") == std::string::npos) << other.way;
        const std::vector<double> found = run_at(other.optimized.program, state);
        for (std::size_t k = 0; k < expected.size(); ++k)
          EXPECT_NEAR(found[k], expected[k], 1e-10 * std::max(1.0, std::abs(expected[k]))) << name;
      }
  }
}

TEST_F(SubsystemPrograms, WhatCannotBe) {
  const auto refused = [](const Model& model, Purpose purpose) {
    return refusal([&] {
      make_machine_program(model, {.purpose = purpose, .algorithm = {AlgorithmKind::kSubsystems}}, keep_quiet);
    });
  };
  const Model bars = example("four_bar");
  EXPECT_TRUE(contains(refused(bars, Purpose::kMass), "subsystems cannot be used"));
  EXPECT_TRUE(contains(refused(bars, Purpose::kInverse), "subsystems cannot be used"));
  EXPECT_TRUE(
      contains(refused(without_mass(bars, {"crank", "coupler", "rocker"}), Purpose::kForward), "meets no inertia"));
  EXPECT_TRUE(contains(refused(example("loudspeaker"), Purpose::kForward), "subsystems cannot be used"));
}

// Loads of joints that evaluate gives are what bodies need that move as the program of subsystems says: Newton's and
// Euler's laws of every body.
TEST_F(SubsystemPrograms, LoadsOfJointsFitTheAccelerations) {
  std::mt19937_64 random(6);
  for (const Model& model : {example("four_bar"), macro_machine("slider-crank on a turning table"),
                             macro_machine("four bars on a cart on a free body")}) {
    SCOPED_TRACE(model.name);
    const Program program = accelerations_by(model, {AlgorithmKind::kSubsystems});
    const WholeMachine whole(model);
    const Kinematics closed = compute_closed_kinematics(model);
    for (int trial = 0; trial < 5; ++trial) {
      const Values values = whole.random_state(random);
      const WholeMotion motion = whole.at(values);
      // accelerations of independent speeds, as given: all others and the loads follow from them
      const std::vector<double> accelerations = run_at(program, values);
      EvaluateRequest request;
      request.accelerations.emplace();
      for (std::size_t k = 0; k < accelerations.size(); ++k)
        request.accelerations->push_back({rate_of(closed.speeds[k]), make_real(accelerations[k])});
      State state;
      state.values = values;
      const StateNumbers n = evaluate_state(model, closed, state, request);
      EXPECT_LT(n.required_effort->lpNorm<Eigen::Infinity>(), 1e-9 * (1 + motion.strongest));  // none is needed
      std::vector<Numbers6> loads(model.joints.size(), Numbers6::Zero());
      std::size_t seen = 0;
      for (const Reaction& reaction : *n.reactions)
        for (std::size_t j = 0; j < model.joints.size(); ++j) {
          if (model.joints[j].name != reaction.joint) continue;
          const double sign = model.bodies[body_of(model, model.joints[j].to)].name == reaction.on ? 1 : -1;
          loads[j] << sign * to_eigen(reaction.load.torque), sign * to_eigen(reaction.load.force);
          ++seen;
        }
      ASSERT_EQ(seen, model.joints.size());
      EXPECT_LT(whole.missing(values, motion, loads), 1e-9 * (1 + motion.strongest));
    }
  }
}

}  // namespace
}  // namespace kinemate
