// Programs in base parameters against those in the numbers of bodies: efforts, accelerations, mass matrices,
// regressors.
#include "expr/text/print.h"
#include "program/routine.h"
#include "study/machine_parameters.h"
#include "study/programs/shortest_program.h"
#include "study/robot_record.h"

namespace kinemate {
namespace {

class BaseProgramsTest : public StudyTest {};

// A program and the values of base parameters that it was made with.
struct Made {
  ProgramSource machine;
  Program program;
  Values values;
  Routine routine;

  Made(const Model& model, Purpose purpose, BaseInputs base, const std::vector<std::string>& keep = {},
       AxesRule axes = AxesRule::kTurned, bool aligned = true)
      : Made(model, ProgramRequest{.purpose = purpose,
                                   .algorithm = {.kind = Algorithm::Kind::kRecursion, .axes = axes, .aligned = aligned},
                                   .parameters = keep,
                                   .base = base}) {}
  Made(const Model& model, const ProgramRequest& request)
      : machine(derived(model, request)),
        program(make_machine_program(machine, request, formulas_for_program(machine, request))),
        routine(program) {
    const std::vector<std::optional<double>> numbers = values_of(model, machine.base);
    for (std::size_t i = 0; i < numbers.size(); ++i) values[machine.base.base[i].symbol] = *numbers[i];
  }
  static ProgramSource derived(const Model& model, const ProgramRequest& request) {
    ProgramSource machine = prepare_for_program(model, request, keep_quiet);
    derive_for_program(machine, request, keep_quiet);
    return machine;
  }

  Eigen::VectorXd run(const Values& state) const {
    std::unordered_map<std::string, double> by_name;
    for (const Values* all : {&state, &values})
      for (const auto& [symbol, value] : *all) by_name[to_text(symbol)] = value;
    std::vector<double> inputs;
    for (const Array& array : program.inputs)
      for (const Entry& entry : array.entries) inputs.push_back(by_name.at(entry.name));
    const std::vector<double> outputs = run_once(routine, inputs);
    return Eigen::Map<const Eigen::VectorXd>(outputs.data(), static_cast<Eigen::Index>(outputs.size()));
  }
};

// Coordinates, speeds, accelerations and inputs at random.
Values any_state(const Model& model, std::mt19937_64& random) {
  const Kinematics kinematics = compute_kinematics(model);
  Values values = random_state(model, kinematics, random);
  std::uniform_real_distribution<double> number(-1, 1);
  for (Expr speed : kinematics.speeds) values[make_symbol(speed.name(), speed.primes() + 1)] = number(random);
  for (const Input& input : model.inputs) values[make_symbol(input.name)] = number(random);
  return values;
}

// Y b + r of the outputs of a regressor.
Eigen::VectorXd times_parameters(const Eigen::VectorXd& outputs, Eigen::Index speeds) {
  const Eigen::Index count = (outputs.size() - speeds) / (speeds + 1);
  const auto Y = outputs.head(speeds * count).reshaped<Eigen::RowMajor>(speeds, count);
  return Y * outputs.tail(count) + outputs.segment(speeds * count, speeds);
}

void expect_same_programs(const Model& model, std::mt19937_64& random) {
  const auto speeds = static_cast<Eigen::Index>(compute_kinematics(model).speeds.size());
  for (Purpose purpose : {Purpose::kInverse, Purpose::kForward, Purpose::kMass, Purpose::kOde}) {
    SCOPED_TRACE(kPurposeNames[static_cast<std::size_t>(purpose)]);
    const Made of_bodies(model, purpose, BaseInputs::kNoBase), of_all(model, purpose, BaseInputs::kAll),
        of_some(model, purpose, BaseInputs::kNonzero, {}, AxesRule::kStillRunsAndLast, false);
    const Values state = any_state(model, random);
    const Eigen::VectorXd expected = of_bodies.run(state);
    const double tolerance = purpose == Purpose::kInverse || purpose == Purpose::kMass ? 1e-12 : 1e-9;
    EXPECT_TRUE(is_near(of_all.run(state), expected, tolerance * (1 + largest(expected))));
    EXPECT_TRUE(is_near(of_some.run(state), expected, tolerance * (1 + largest(expected))));
    if (purpose != Purpose::kInverse) continue;
    const Made regressor(model, Purpose::kRegressor, BaseInputs::kNoBase);
    EXPECT_TRUE(is_near(times_parameters(regressor.run(state), speeds), expected, 1e-12 * (1 + largest(expected))));
  }
}

TEST_F(BaseProgramsTest, Arms) {
  std::mt19937_64 random(91);
  for (const char* name : {"puma_560", "seven_axis_arm", "planar_pendulum", "quadruped"}) {
    SCOPED_TRACE(name);
    Model model = example(name);
    model.constraints.clear();  // of the gripper
    expect_same_programs(model, random);
  }
}

TEST_F(BaseProgramsTest, Robots) {
  if (!robots_are_here()) GTEST_SKIP() << "the robots of others are not here: " << kRobots;
  std::mt19937_64 random(92);
  for (const char* name : {"panda", "ur5_robot", "anymal_b", "kuka_iiwa_robot_drake", "double_pendulum_simple"}) {
    SCOPED_TRACE(name);
    UrdfOptions options{.floating = std::string(name) == "anymal_b"};
    options.ignore_mimic = true;
    expect_same_programs(read_urdf(read_text_file(kRobots + name + ".urdf"), name, options).model, random);
  }
}

TEST_F(BaseProgramsTest, RandomTrees) {
  std::mt19937_64 random(93);
  int compared = 0;
  for (int round = 0; round < random_cases(25); ++round) {
    SCOPED_TRACE(round);
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) continue;
    const Values state = any_state(model, random);
    const Made inverse(model, Purpose::kInverse, BaseInputs::kNoBase), base(model, Purpose::kInverse, BaseInputs::kAll),
        regressor(model, Purpose::kRegressor, BaseInputs::kNoBase);
    const Eigen::VectorXd expected = inverse.run(state);
    EXPECT_TRUE(is_near(base.run(state), expected, 1e-11 * (1 + largest(expected))));
    EXPECT_TRUE(
        is_near(times_parameters(regressor.run(state), expected.size()), expected, 1e-11 * (1 + largest(expected))));
    ++compared;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, random_cases(25) / 2);
}

// 253 multiplications and 238 additions are published for inverse dynamics of an arm like this one in base parameters,
// all of which may be any numbers.
TEST_F(BaseProgramsTest, OperationsOfThePuma) {
  Model puma = example("puma_560");
  puma.loads.clear();
  const auto count = [&](BaseInputs base) {
    const ProgramRequest request{.purpose = Purpose::kInverse, .algorithm = {Algorithm::Kind::kShortest}, .base = base};
    return make_shortest_program(puma, request, keep_quiet).optimized.passes.back().count;
  };
  const OperationCount all = count(BaseInputs::kAll), some = count(BaseInputs::kNonzero);
  EXPECT_LE(all.multiplications, 244);
  EXPECT_LE(all.additions, 214);
  EXPECT_LE(some.multiplications, 162);
  EXPECT_LE(some.additions, 116);
}

// A length of 0 may become any other where it is an input, so that it hides no parameter; as a number it does.
TEST_F(BaseProgramsTest, InputsMayHaveAnyValues) {
  const Model arm = machine(R"(parameters: {l: 0}
gravity: [0, 0, -10]
bodies: {a: {mass: 1, center: [1, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}, b: {mass: 2, center: [0, 1, 1], inertia: {xx: 1, yy: 1, zz: 1}}}
joints:
  i: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  j: {type: revolute, axis: z, from: {body: a, at: [l, 0, 0]}, to: b, coordinate: q2}
)");
  const Made number(arm, Purpose::kInverse, BaseInputs::kAll), input(arm, Purpose::kInverse, BaseInputs::kAll, {"l"});
  EXPECT_EQ(number.program.inputs.back().entries.size(), 2u);
  EXPECT_EQ(input.program.inputs.back().entries.size(), 4u);
  EXPECT_EQ(input.program.inputs.back().name, "b");
}

TEST_F(BaseProgramsTest, EntriesSayWhatIsRegrouped) {
  const Program program = Made(example("puma_560"), Purpose::kInverse, BaseInputs::kAll, {"a2"}).program;
  const Array& b = program.inputs.back();
  ASSERT_EQ(b.entries.size(), 36u);
  EXPECT_EQ(b.entries[1].name, "link2_cxR");
  EXPECT_EQ(b.entries[1].meaning, "link2_cx + a2*(link3_m + link4_m + link5_m + link6_m)");
  const Program regressor = Made(example("puma_560"), Purpose::kRegressor, BaseInputs::kNonzero).program;
  ASSERT_EQ(regressor.outputs.size(), 3u);
  EXPECT_EQ(regressor.outputs[0].entries.size(), 6 * regressor.outputs[2].entries.size());
  EXPECT_LT(regressor.outputs[2].entries.size(), 36u);
  EXPECT_EQ(regressor.outputs[0].entries[1].meaning, "effort on theta1' by link2_cxR");
}

TEST_F(BaseProgramsTest, Refusals) {
  const Model puma = example("puma_560");
  const auto message = [&](const Model& model, const ProgramRequest& request) {
    return refusal([&] { make_shortest_program(model, request, keep_quiet); });
  };
  for (Purpose purpose : {Purpose::kEquations, Purpose::kJacobian})
    EXPECT_TRUE(
        contains(message(puma, {.purpose = purpose, .base = BaseInputs::kAll}), "--base-parameters cannot be used: "));
  EXPECT_TRUE(contains(message(puma, {.purpose = Purpose::kRegressor, .algorithm = {Algorithm::Kind::kEquations}}),
                       "--what regressor cannot be used with equations"));
  EXPECT_TRUE(contains(
      message(puma, {.algorithm = {Algorithm::Kind::kRecursion, Recursion::kImplicit}, .base = BaseInputs::kAll}),
      "--algorithm implicit, which inverts inertias of bodies"));
  EXPECT_TRUE(contains(message(example("four_bar"), {.purpose = Purpose::kRegressor}),
                       "its loops and constraints bind its speeds"));
}

}  // namespace
}  // namespace kinemate
