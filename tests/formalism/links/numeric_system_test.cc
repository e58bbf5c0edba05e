#include "formalism/links/numeric_system.h"
#include "dense.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/file.h"
#include "formalism/fixture.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/recursive.h"
#include "model_io/machine_file.h"
#include "model_io/urdf/urdf.h"
#include "recursion/algorithms/algorithms.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

class NumericSystemTest : public ModelTest {};

// The load of each of the tree's joints on the body behind it, about the joint's origin there, in inertial axes: torque
// and force, one joint after the other; passed on as the base system does.
Eigen::VectorXd evaluate_joint_loads(const Model& model, const Kinematics& kinematics, const Values& values) {
  std::vector<Expr> formulas;
  for (const JointLoad& joint : collect_working_loads(model, kinematics, needed_loads(model, kinematics)))
    for (const Vector& v : {joint.load.torque, joint.load.force}) formulas.insert(formulas.end(), {v.x, v.y, v.z});
  const std::vector<double> numbers = evaluate(with_sample_functions(formulas), values);
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

// The same of the loads that an algorithm found, each about the origin of its link, in its axes.
class LoadsOfJoints {
 public:
  LoadsOfJoints(const Model& model, const Kinematics& kinematics, const MachineLinks& links, const Values& values) {
    std::vector<Expr> formulas;
    for (const JointLoad& joint : collect_working_loads(model, kinematics, needed_loads(model, kinematics))) {
      link_.push_back(links.link_of[joint.body]);
      const Pose<Expr> link =
          compose(kinematics.bodies[joint.body].pose, inverse(links.links[link_.back()].body_frame));
      const Matrix& R = link.rotation;
      for (const Vector& v : {R.rows[0], R.rows[1], R.rows[2], link.position - joint.origin})
        formulas.insert(formulas.end(), {v.x, v.y, v.z});
    }
    numbers_ = evaluate(with_sample_functions(formulas), values);
  }

  Eigen::VectorXd of(const std::vector<Load<double>>& of_links) const {
    Eigen::VectorXd result(static_cast<Eigen::Index>(6 * link_.size()));
    for (std::size_t i = 0; i < link_.size(); ++i) {
      const auto vector = [&](std::size_t k) {
        const double* at = &numbers_[12 * i + 3 * k];
        return Vector3<double>{at[0], at[1], at[2]};
      };
      const Matrix3<double> R{{vector(0), vector(1), vector(2)}};
      const auto [torque, force] = move_to(R * of_links[link_[i]], vector(3));
      result.segment(static_cast<Eigen::Index>(6 * i), 6) << torque.x, torque.y, torque.z, force.x, force.y, force.z;
    }
    return result;
  }

 private:
  std::vector<std::size_t> link_;
  std::vector<double> numbers_;  // for each joint: rotation of the link, its origin from that of the joint
};

// Every algorithm on doubles, with the loads of all joints, and the engine, against Kane's equations and the formulas
// of the joint loads. False where nothing is to be solved, or not to these digits.
bool expect_all(const Model& model, std::mt19937_64& random) {
  const Kinematics kinematics = compute_kinematics(model);
  if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) return false;
  Values values = random_state(model, kinematics, random);
  const NumericEquations kane = numbers(derive_by_kane(model, kinematics), values);
  const double condition = 1 / dense::rcond(kane.mass);
  if (condition > 1e6) return false;
  const Eigen::VectorXd expected = dense::solve(kane.mass, kane.forces - kane.bias);
  const double rounding = 2e-16 * 20 * condition + 1e-12, tolerance = rounding * (1 + largest(expected));
  const std::vector<Expr> rates = accelerations_of(kinematics.speeds);
  for (std::size_t i = 0; i < rates.size(); ++i) values[rates[i]] = expected[static_cast<Eigen::Index>(i)];

  MachineLinks links = make_links(model, kinematics);
  const FormulaSystem formulas = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  for (Expr call : unspecified_calls(compute_accelerations(formulas, Recursion::kArticulated).accelerations))
    values[call] = evaluate(with_sample_functions({&call, 1}), values)[0];
  const NumericSystem system = evaluate_system(formulas, values);
  const RightSide<double> right = compute_right_side(system);
  const auto expect_accelerations = [&](const std::vector<double>& of_columns, std::string_view name) {
    std::vector<Expr> wrapped;
    for (double x : of_columns) wrapped.push_back(make_real(x));
    const std::vector<double> found = evaluate(formulas.to_speeds(wrapped), values);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[static_cast<Eigen::Index>(i)], tolerance) << name;
  };
  const LoadsOfJoints loads(model, kinematics, links, values);
  const Eigen::VectorXd expected_loads = evaluate_joint_loads(model, kinematics, values);
  for (const RecursionName& name : kRecursions) {
    SCOPED_TRACE(name.name);
    const Solution<double> solution = solve_by(name.recursion, system.system, right).solution;
    expect_solves(system.system, right, solution);
    expect_accelerations(solution.accelerations, name.name);
    EXPECT_LT(largest(loads.of(solution.joint_loads) - expected_loads), rounding * (1 + largest(expected_loads)))
        << name.name;
  }

  for (const MachineLink& link : links.links)
    if (!link.turns_with_carrier) return true;
  const EngineFormulas of_engine = make_engine_formulas(links, kinematics.speeds, values);
  const EngineInput input = evaluate_engine_input(of_engine, values);
  const Engine engine(of_engine.links);
  EngineWorkspace workspace = engine.make_workspace();
  std::vector<double> accelerations(engine.speed_count());
  engine.forward(input.state(), workspace, accelerations);
  expect_accelerations(accelerations, "engine");
  return true;
}

TEST_F(NumericSystemTest, AllAlgorithmsOnRandomTrees) {
  std::mt19937_64 random(91);
  int solved = 0;
  const int rounds = random_cases(250);
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE(round);
    solved += expect_all(random_massive_machine(random, 5), random);
    if (HasFailure()) return;
  }
  EXPECT_GE(solved, rounds / 2);
}

TEST_F(NumericSystemTest, AllAlgorithmsOnTheExamples) {
  std::mt19937_64 random(92);
  std::vector<std::string> solved;
  const std::filesystem::directory_iterator folders(KINEMATE_SOURCE "/examples");
  for (const std::filesystem::path& folder : std::set<std::filesystem::path>(begin(folders), end(folders))) {
    const std::string file = folder / "model.yaml";
    if (!std::ifstream(file)) continue;
    SCOPED_TRACE(file);
    const Model model = read_machine_file(file).model;
    if (compute_kinematics(model).tree.secondary.empty() && expect_all(model, random))
      solved.push_back(folder.filename());
  }
  EXPECT_GE(solved.size(), 9u) << fmt::format("{}", fmt::join(solved, " "));
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
      EXPECT_TRUE(expect_all(reading.model, random));
    }
}

}  // namespace
}  // namespace kinemate
