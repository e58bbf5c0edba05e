// Every algorithm, the engine and compiled programs on robots, against the numbers of another engine.
#include "expr/text/print.h"
#include "formalism/links/numeric_system.h"
#include "program/optimize.h"
#include "program/routine.h"
#include "recursion/algorithms/algorithms.h"
#include "recursion/algorithms/composite.h"
#include "study/programs/forward_dynamics.h"
#include "study/programs/machine_program.h"
#include "study/robot_record.h"

namespace kinemate {
namespace {

class RobotsTest : public StudyTest {
 protected:
  void SetUp() override {
    if (!robots_are_here()) GTEST_SKIP() << "the robots of others are not here: " << kRobots;
  }
};

Eigen::VectorXd to_eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

testing::AssertionResult agrees(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected) {
  return is_near(found, expected, 1e-12 * largest(expected));
}

// The robot with its efforts as loads of the joints.
Model with_efforts(const RobotRecord& record) {
  Model model = record.model;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    LoadElement motor{.name = "motor" + std::to_string(j), .type = LoadType::kJoint, .joint = j};
    for (Expr speed : joint_speeds(model, model.joints[j])) {
      const auto& speeds = record.kinematics.speeds;
      motor.efforts.push_back(
          make_real(record.effort[std::find(speeds.begin(), speeds.end(), speed) - speeds.begin()]));
    }
    if (!motor.efforts.empty()) model.loads.push_back(std::move(motor));
  }
  return model;
}

// The base system at the state of the record, and P: ṡ = P ṡ_columns, which turns and exchanges only.
struct Columns {
  MachineLinks links;
  FormulaSystem formulas;
  NumericSystem numbers;
  Eigen::MatrixXd P;

  explicit Columns(const RobotRecord& record)
      : links(make_links(with_efforts(record), record.kinematics)),
        formulas(make_formula_system(links, choose_axes(links, AxesRule::kTurned))),
        numbers(evaluate_system(formulas, record.state.values)),
        P(record.mass.rows(), record.mass.rows()) {
    for (Eigen::Index k = 0; k < P.cols(); ++k) {
      std::vector<Expr> one(static_cast<std::size_t>(P.cols()), Expr(0));
      one[static_cast<std::size_t>(k)] = Expr(1);
      P.col(k) = to_eigen(evaluate(formulas.to_speeds(one), record.state.values));
    }
  }
};

TEST_F(RobotsTest, EveryAlgorithm) {
  for_each_record([](const RobotRecord& record) {
    const Columns c(record);
    for (const RecursionName& name : kRecursions) {
      const SolvedBy<double> solved = solve_by(name.recursion, c.numbers.system, compute_right_side(c.numbers));
      EXPECT_TRUE(agrees(c.P * to_eigen(solved.solution.accelerations), record.acceleration)) << name.name;
    }
  });
}

TEST_F(RobotsTest, MassMatrices) {
  for_each_record([](const RobotRecord& record) {
    const Columns c(record);
    for (const auto& entries :
         {compute_mass_by_composites(c.numbers.system), compute_mass_by_velocities(c.numbers.system)}) {
      Eigen::MatrixXd mass(record.mass.rows(), record.mass.rows());
      std::size_t next = 0;
      for (Eigen::Index i = 0; i < mass.rows(); ++i)
        for (Eigen::Index j = 0; j <= i; ++j) mass(i, j) = mass(j, i) = entries[next++];
      EXPECT_TRUE(agrees(c.P * mass * c.P.transpose(), record.mass));
    }
  });
}

// The efforts beside the bias that a takes: τ again.
TEST_F(RobotsTest, InverseDynamics) {
  for_each_record([](const RobotRecord& record) {
    const Columns c(record);
    const Eigen::VectorXd a = c.P.transpose() * record.acceleration;
    const double size = largest(record.effort) + largest(record.bias);
    auto joints = c.numbers.joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const auto& link = c.numbers.system.links[i];
      for (std::size_t k = link.first; k < link.first + link.count; ++k) {
        const Twist<double> change = c.numbers.system.free[k] * a[static_cast<Eigen::Index>(k)];
        joints[i].bias = joints[i].bias + Acceleration<double>{change.angular, change.linear};
      }
    }
    const auto efforts = compute_efforts(c.numbers.system, c.numbers.base, joints, c.numbers.applied);
    EXPECT_TRUE(is_near(c.P * to_eigen(efforts), record.effort, 1e-12 * size));

    const EngineFormulas formulas = make_engine_formulas(c.links, record.kinematics.speeds, record.state.values);
    EngineInput input = evaluate_engine_input(formulas, record.state.values);
    input.efforts.assign(a.begin(), a.end());
    const Engine engine(formulas.links);
    EngineWorkspace workspace = engine.make_workspace();
    std::vector<double> of_engine(engine.speed_count());
    engine.inverse(input.state(), workspace, of_engine);
    EXPECT_TRUE(is_near(c.P * to_eigen(of_engine), record.effort, 1e-12 * size)) << "engine";
  });
}

std::vector<double> inputs_of(const RobotRecord& record, const std::vector<Array>& arrays) {
  std::unordered_map<std::string, double> by_name;
  for (const auto& [symbol, value] : record.state.values) by_name[to_text(symbol)] = value;
  for (std::size_t i = 0; i < record.kinematics.speeds.size(); ++i)
    by_name[to_text(record.kinematics.speeds[i]) + "'"] = record.acceleration[static_cast<Eigen::Index>(i)];
  std::vector<double> inputs;
  for (const Array& array : arrays)
    for (const Entry& entry : array.entries) inputs.push_back(by_name.at(entry.name));
  return inputs;
}

TEST_F(RobotsTest, CompiledProgramAndEngine) {
  for_each_record([](const RobotRecord& record) {
    for (ForwardDynamics::Means means : {ForwardDynamics::Means::kProgram, ForwardDynamics::Means::kEngine}) {
      const ForwardDynamics dynamics(with_efforts(record), means);
      ForwardDynamics::Workspace workspace = dynamics.make_workspace();
      std::ranges::copy(inputs_of(record, dynamics.inputs()), workspace.inputs().begin());
      dynamics.run(workspace);
      const std::span<const double> a = workspace.accelerations();
      EXPECT_TRUE(agrees(to_eigen({a.begin(), a.end()}), record.acceleration))
          << (means == ForwardDynamics::Means::kEngine);
    }
  });
}

Eigen::VectorXd run_program(const RobotRecord& record, Purpose purpose, Recursion recursion) {
  ProgramRequest request{.purpose = purpose};
  request.algorithm = {Algorithm::Kind::kRecursion, recursion};
  const Program program =
      optimize(make_machine_program(with_efforts(record), request, [](const std::string&) {})).program;
  return to_eigen(run_once(Routine(program), inputs_of(record, program.inputs)));
}

TEST_F(RobotsTest, CompiledProgramsOfEveryAlgorithm) {
  for_each_record([](const RobotRecord& record) {
    for (const RecursionName& name : kRecursions)
      EXPECT_TRUE(agrees(run_program(record, Purpose::kForward, name.recursion), record.acceleration)) << name.name;
    EXPECT_LT(largest(run_program(record, Purpose::kInverse, Recursion::kArticulated)),
              1e-12 * (largest(record.effort) + largest(record.bias)));
    const Eigen::VectorXd mass = run_program(record, Purpose::kMass, Recursion::kComposite);
    EXPECT_TRUE(agrees(mass.reshaped(record.mass.rows(), record.mass.cols()), record.mass));
  });
}

}  // namespace
}  // namespace kinemate
