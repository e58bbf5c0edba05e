#include "loops/loop_samples.h"

#include <Eigen/Dense>
#include <map>

#include "expr/normal/sample_functions.h"
#include "loops/loop_conditions.h"
#include "loops/loop_machines.h"

namespace kinemate {
namespace {

class LoopSamplesTest : public ModelTest {
 protected:
  static LoopSamples samples_of(const Model& model, const Tree& tree) {
    return make_loop_samples(model, tree, joints_with_own_speeds(model, tree));
  }

  // Motions that the conditions, as formulas, leave at a sample.
  static std::size_t freedoms_by_formulas(const LoopConditions& conditions, const Values& values) {
    const auto n = static_cast<Eigen::Index>(conditions.speeds.size());
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(conditions.conditions.size()), n);
    for (std::size_t i = 0; i < conditions.conditions.size(); ++i)
      for (const auto& [column, entry] : conditions.conditions[i].row)
        B(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(column)) =
            evaluate(with_sample_functions({&entry, 1}), values)[0];
    Eigen::FullPivLU<Eigen::MatrixXd> lu(B);
    lu.setThreshold(1e-9);
    return static_cast<std::size_t>(n - lu.rank());
  }
};

TEST_F(LoopSamplesTest, AreClosedAndHaveTheFreedomsOfTheConditions) {
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Tree tree = make_tree(model);
    const LoopSamples made = samples_of(model, tree);
    const LoopConditions conditions = make_loop_conditions(model, along_tree(compute_kinematics(model, tree)));
    ASSERT_FALSE(made.samples.empty());
    ASSERT_LT(made.regular, made.samples.size());
    for (const LoopSample& sample : made.samples) {
      const auto freedoms = static_cast<std::size_t>(sample.free.cols());
      EXPECT_GE(freedoms, made.freedoms);
      EXPECT_EQ(static_cast<std::size_t>(sample.free.rows()), made.speeds.size());
      EXPECT_LT(
          (sample.free.transpose() * sample.free - Eigen::MatrixXd::Identity(sample.free.cols(), sample.free.cols()))
              .norm(),
          1e-10);
      for (const LoopCondition& condition : conditions.conditions)
        EXPECT_NEAR(evaluate(with_sample_functions({&condition.residual, 1}), sample.values)[0], 0, 1e-9);
    }
    const LoopSample& regular = made.samples[made.regular];
    EXPECT_EQ(freedoms_by_formulas(conditions, regular.values), made.freedoms);
  }
}

TEST_F(LoopSamplesTest, FreedomsOfTheExamples) {
  const std::map<std::string, std::size_t> expected = {
      {"four_bar", 1},       {"slider_crank", 1},         {"four_bar_chain", 1}, {"andrews_squeezer", 1},
      {"bricard", 1},        {"spatial_slider_crank", 1}, {"excavator_arm", 4},  {"concrete_pump_mast", 5},
      {"suspended_chain", 4}};
  for (const auto& [name, freedoms] : expected) {
    const Model model = example_machine(name);
    EXPECT_EQ(samples_of(model, make_tree(model)).freedoms, freedoms) << name;
  }
}

// Samples of a machine with one freedom are apart from each other, and go on.
TEST_F(LoopSamplesTest, GoAroundMachinesWithOneFreedom) {
  const Model model = example_machine("four_bar");
  const LoopSamples made = samples_of(model, make_tree(model));
  EXPECT_GE(made.samples.size(), 20u);
  double least = 10, most = -10;
  for (const LoopSample& sample : made.samples) {
    const double phi = sample.values.at(make_symbol("phi"));
    least = std::min(least, phi);
    most = std::max(most, phi);
  }
  EXPECT_GT(most - least, 5);  // of the crank's full turn
}

constexpr const char* kParallelBars = R"(
bodies:
  a: &bar {mass: 1, center: [0.5, 0, 0], inertia: {yy: 0.1, zz: 0.1}}
  b: *bar
  c: *bar
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [LENGTH, 0, 0]}, to: c, coordinate: q4}
)";

Model parallel_bars(const std::string& length, const std::string& initial) {
  std::string text = kParallelBars;
  text.replace(text.find("LENGTH"), 6, length);
  return machine(text + "initial: {" + initial + "}\n");
}

TEST_F(LoopSamplesTest, SeeThatTheStartIsSingular) {
  const Model model = parallel_bars("2", "q1: 0");  // all bars on one line
  const LoopSamples made = samples_of(model, make_tree(model));
  EXPECT_EQ(made.samples[0].free.cols(), 2);
  EXPECT_EQ(made.freedoms, 1u);
  EXPECT_GT(made.regular, 0u);
  EXPECT_EQ(made.samples[made.regular].free.cols(), 1);
}

// Five bars that a drive moves out of one line.
TEST_F(LoopSamplesTest, LookAtWhatComesLater) {
  const Model model = machine(R"(
bodies:
  a: &bar {mass: 1, center: [0.5, 0, 0], inertia: {yy: 0.1, zz: 0.1}}
  b: *bar
  c: *bar
  d: *bar
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1, drive: t}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: c, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: c, at: [1, 0, 0]}, to: {body: d, at: [1, 0, 0]}, coordinate: q4}
  n: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: d, coordinate: q5}
initial: {q3: pi, q5: pi}
)");
  const LoopSamples made = samples_of(model, make_tree(model));
  EXPECT_EQ(made.samples[0].free.cols(), 2);
  EXPECT_EQ(made.freedoms, 1u);
  ASSERT_GT(made.regular, 0u);
  const Values& later = made.samples[made.regular].values;
  EXPECT_GT(later.at(make_symbol("t")), 0);
  EXPECT_EQ(later.at(make_symbol("q1")), later.at(make_symbol("t")));
}

TEST_F(LoopSamplesTest, SayHowFarTheStartIs) {
  const Model exact = example_machine("four_bar");
  EXPECT_LT(samples_of(exact, make_tree(exact)).moved, 1e-12);
  Model off = exact;
  for (InitialValue& value : off.initial) value.value += Expr(Rational(1, 100));
  const double moved = samples_of(off, make_tree(off)).moved;
  EXPECT_GT(moved, 1e-3);
  EXPECT_LT(moved, 0.1);
}

TEST_F(LoopSamplesTest, RefuseWhatCannotBeClosed) {
  const Model model = parallel_bars("5", "q1: 0.1");  // bars of 1, 2 and 1 reach 4
  const std::string message = message_of([&] { samples_of(model, make_tree(model)); });
  const std::string begin = "the loops cannot be closed; loop closure errors that remain: joint l ", end = " m";
  ASSERT_EQ(message.substr(0, begin.size()), begin) << message;
  ASSERT_NE(message.find(end), std::string::npos) << message;
  const double gap = std::stod(message.substr(begin.size()));
  EXPECT_GE(gap, 0.999);
  EXPECT_LT(gap, 2);
}

TEST_F(LoopSamplesTest, DrivesHoldWhereTheyAre) {
  const Model model = loop_machine("driven coordinate in a loop");
  const LoopSamples made = samples_of(model, make_tree(model));
  EXPECT_EQ(made.freedoms, 1u);
  EXPECT_EQ(std::find(made.speeds.begin(), made.speeds.end(), parse("q1'")), made.speeds.end());
  for (const LoopSample& sample : made.samples)
    EXPECT_NEAR(sample.values.at(parse("q1")), evaluate(*model.coordinates[0].drive, sample.values), 1e-12);
}

}  // namespace
}  // namespace kinemate
