#include "formalism/numeric_system.h"

#include <Eigen/LU>
#include <fstream>

#include "base/file.h"
#include "formalism/fixture.h"
#include "formalism/joint_loads.h"
#include "formalism/kane.h"
#include "model_io/machine_file.h"
#include "model_io/urdf.h"
#include "recursion/algorithms.h"

namespace kinemate {
namespace {

class NumericSystemTest : public ModelTest {};

// Every algorithm on doubles, and the engine, against Kane's equations.
void expect_all(const Model& model, std::mt19937_64& random) {
  const Kinematics kinematics = compute_kinematics(model);
  if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) return;
  const Values values = random_state(model, kinematics, random);
  const NumericEquations kane = numbers(derive_by_kane(model, kinematics), values);
  const double condition = 1 / kane.mass.fullPivLu().rcond();
  if (condition > 1e6) return;
  const Eigen::VectorXd expected = kane.mass.fullPivLu().solve(kane.forces - kane.bias);
  const double tolerance = (2e-16 * 20 * condition + 1e-12) * (1 + largest(expected));

  MachineLinks links = make_links(model, kinematics);
  const FormulaSystem formulas = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  const NumericSystem system = evaluate_system(formulas, values);
  const RightSide<double> right = compute_right_side(system);
  const auto check = [&](const std::vector<double>& of_columns, std::string_view name) {
    std::vector<Expr> wrapped;
    for (double x : of_columns) wrapped.push_back(make_real(x));
    const std::vector<double> found = evaluate(formulas.to_speeds(wrapped), values);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[static_cast<Eigen::Index>(i)], tolerance) << name;
  };
  for (const RecursionName& name : kRecursions)
    check(solve_by(name.recursion, system.system, right).solution.accelerations, name.name);

  for (const MachineLink& link : links.links)
    if (!link.turns_with_carrier) return;
  const EngineFormulas of_engine = make_engine_formulas(links, kinematics.speeds, values);
  const EngineInput input = evaluate_engine_input(of_engine, values);
  const Engine engine(of_engine.links);
  EngineWorkspace workspace = engine.make_workspace();
  std::vector<double> accelerations(engine.speed_count());
  engine.forward(input.state(), workspace, accelerations);
  check(accelerations, "engine");
}

TEST_F(NumericSystemTest, AllAlgorithmsOnRandomTrees) {
  std::mt19937_64 random(91);
  for (int round = 0; round < random_cases(200); ++round) {
    SCOPED_TRACE(round);
    expect_all(random_massive_machine(random, 5), random);
    if (HasFailure()) return;
  }
}

TEST_F(NumericSystemTest, AllAlgorithmsOnTheExamples) {
  std::mt19937_64 random(92);
  for (const char* name : {"cart_pendulums", "planar_pendulum", "rotor", "puma_560", "quadruped", "seven_axis_arm"}) {
    SCOPED_TRACE(name);
    expect_all(read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model, random);
  }
}

TEST_F(NumericSystemTest, AllAlgorithmsOnRobots) {
  const std::string folder = KINEMATE_SOURCE "/../shared/cases/urdf/";
  if (!std::ifstream(folder + "panda.urdf")) GTEST_SKIP() << "the robots of others are not here: " << folder;
  std::mt19937_64 random(93);
  for (const char* robot : {"ur5_robot", "panda", "kuka_iiwa_robot_drake", "anymal_b", "double_pendulum_simple"})
    for (bool floating : {false, true}) {
      SCOPED_TRACE(robot);
      const Reading reading = read_urdf(read_text_file(folder + robot + ".urdf"), robot,
                                        {.floating = floating, .ignore_mimic = true, .ignore_damping = true});
      ASSERT_TRUE(reading.mistakes.empty());
      expect_all(reading.model, random);
    }
}

}  // namespace
}  // namespace kinemate
