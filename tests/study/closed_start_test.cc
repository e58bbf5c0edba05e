#include "study/closed_start.h"

#include <cmath>
#include <numbers>
#include <random>

#include "expr/graph.h"
#include "expr/text/print.h"
#include "flat/numeric_solve.h"
#include "formalism/flatten.h"
#include "loops/loop_machines.h"
#include "loops/loop_samples.h"
#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class ClosedStartTest : public StudyTest {
 protected:
  static Model without_initial_values(Model model) {
    model.initial.clear();
    return model;
  }

  // A closed configuration some steps from the start.
  static Values somewhere(const Model& model, std::uint64_t seed) {
    const Tree tree = make_tree(model);
    const LoopSamples samples = make_loop_samples(model, tree, joints_with_own_speeds(model, tree));
    std::mt19937_64 random(seed);
    Eigen::VectorXd at = samples.samples[0].q;
    for (int i = 0; i < 6; ++i)
      if (const Walker::Step step = samples.walker->step(at, random); step.end == Walker::Step::End::kMoved)
        at = step.to;
    Values values;
    for (std::size_t i = 0; i < samples.walker->closure().coordinates().size(); ++i)
      if (samples.walker->free_coordinates()[i])
        values[samples.walker->closure().coordinates()[i]] = at[static_cast<Eigen::Index>(i)];
    return values;
  }

  static std::vector<Given> as_given(const Values& values) {
    std::vector<Given> given;
    for (const auto& [symbol, value] : values) given.push_back({symbol, make_real(value)});
    return given;
  }

  // Formulas of positions have the values that the state has.
  static void expect_on_branch(const Kinematics& kinematics, const State& state) {
    for (const ClosureStep& step : kinematics.closing->steps)
      EXPECT_NEAR(
          std::remainder(evaluate(step.formula, state.values) - state.values.at(step.coordinate), 2 * std::numbers::pi),
          0, 1e-8)
          << to_text(step.coordinate);
  }

  static double length_of(const Model& model) {
    const Tree tree = make_tree(model);
    return Walker(model, tree, choose_numbers(model, 0)).closure().length();
  }
};

TEST_F(ClosedStartTest, OtherAssembliesAreStarts) {
  const Model model = example_machine("four_bar");
  const std::vector<Given> below =
      given({"phi = pi/2", "alpha = -2.498091544796509", "beta = -1.5707963267948966", "psi = -2.498091544796509"});
  const Model started = started_at(model, below);
  const Kinematics kinematics = compute_closed_kinematics(started);
  const State state = make_state(started, kinematics, below);
  EXPECT_TRUE(state.notes.empty());
  EXPECT_NEAR(state.values.at(parse("psi")), -2.498091544796509, 1e-9);
  expect_on_branch(kinematics, state);
}

TEST_F(ClosedStartTest, PlacesThatAreReachedKeepTheStart) {
  const Model model = example_machine("four_bar");
  const Model started = started_at(model, given({"phi = 3"}));
  EXPECT_EQ(started.initial.size(), model.initial.size());
  for (std::size_t i = 0; i < model.initial.size(); ++i) EXPECT_EQ(started.initial[i].value, model.initial[i].value);
  EXPECT_EQ(started_at(example_machine("planar_pendulum"), {}).initial.size(),
            example_machine("planar_pendulum").initial.size());
}

// A closed state of a machine whose file says nothing of its start is taken as it is.
TEST_F(ClosedStartTest, ClosedStatesOfMachinesWithoutAStart) {
  for (const Model& model : all_loop_machines()) {
    const bool driven = std::any_of(model.coordinates.begin(), model.coordinates.end(),
                                    [](const Coordinate& coordinate) { return coordinate.drive.has_value(); });
    if (driven || !choose_numbers(model, 0).at_random.empty()) continue;
    SCOPED_TRACE(model.name);
    const double tolerance = 1e-9 * std::max(1.0, length_of(model));
    for (std::uint64_t seed : {1, 2}) {
      const Values wanted = somewhere(model, seed);
      const Model started = started_at(without_initial_values(model), as_given(wanted));
      const Kinematics kinematics = compute_closed_kinematics(started);
      const State state = make_state(started, kinematics, as_given(wanted));
      for (const auto& [symbol, value] : wanted) EXPECT_NEAR(state.values.at(symbol), value, tolerance);
      expect_on_branch(kinematics, state);
    }
  }
}

// What is given of a machine without a start stays, though loops were closed from zeros before.
TEST_F(ClosedStartTest, GivenAnglesStay) {
  const std::string five_bars = R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}}
joints:
  m1: {type: revolute, axis: z, from: {body: world, at: [-0.2, 0, 0]}, to: a, coordinate: q1}
  m2: {type: revolute, axis: z, from: {body: world, at: [0.2, 0, 0]}, to: b, coordinate: q2}
  f1: {type: revolute, axis: z, from: {body: a, at: [0.5, 0, 0]}, to: c, coordinate: p1}
  f2: {type: revolute, axis: z, from: {body: b, at: [0.5, 0, 0]}, to: d, coordinate: p2}
  tip: {type: revolute, axis: z, from: {body: c, at: [0.7, 0, 0]}, to: {body: d, at: [0.7, 0, 0]}, coordinate: e}
)";
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> left(1.2, 2.4), right(0.6, 1.8);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<Given> arms =
        given({fmt::format("q1 = {:.3f}", left(random)), fmt::format("q2 = {:.3f}", right(random))});
    const Model model = started_at(machine(five_bars), arms);
    const State state = make_state(model, compute_closed_kinematics(model), arms);
    EXPECT_TRUE(state.notes.empty()) << state.notes[0];
    for (const Given& one : arms) EXPECT_NEAR(state.values.at(one.left), evaluate(one.value, {}), 1e-10);
  }
}

TEST_F(ClosedStartTest, ParametersAreGivenBeforeLoopsAreClosed) {
  const std::string open = R"(
parameters: {l: }
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [l, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinate: q3}
  D: {type: revolute, axis: z, from: {body: world, at: [4, 0, 0]}, to: c, coordinate: q4}
)";
  const std::vector<Given> state = given({"l = 3", "q1 = 1"});  // random lengths of 0.5 to 1.5 do not reach
  const Model model = started_at(machine(open), state);
  EXPECT_EQ(model.parameters[0].value, Expr(3));
  EXPECT_NEAR(make_state(model, compute_closed_kinematics(model), state).values.at(parse("q1")), 1, 1e-12);
}

// Lists of closed machines are written at closed values: accelerations are those of the machine.
TEST_F(ClosedStartTest, ListsOfClosedMachines) {
  int compared = 0;
  for (const Model& given_model : all_loop_machines()) {
    for (const Model& model : {given_model, without_initial_values(given_model)}) {
      SCOPED_TRACE(model.name);
      Model closed;
      FlatSystem flat;
      try {
        closed = with_closed_initial_values(model);
        flat = flatten(closed, compute_kinematics(closed));
      } catch (const Error& error) {
        EXPECT_TRUE(error.code == ErrorCode::kFlattening || error.code == ErrorCode::kAlgorithm ||
                    error.code == ErrorCode::kSingularPosition) << error.message;
        continue;
      }
      Values values = choose_numbers(closed, 0).values;
      for (const FlatKnown& known : flat.known)
        if (known.varies) values[known.symbol] = known.value ? evaluate(*known.value, values) : 0;
      const Kinematics kinematics = compute_closed_kinematics(model);
      const State state = make_state(model, kinematics, {});
      EvaluateRequest only;
      only.reactions = only.energies = false;
      StateNumbers numbers;
      std::vector<double> found;
      try {
        numbers = evaluate_state(model, kinematics, state, only);
        found = solve_numerically(flat, values);
      } catch (const Error&) {  // a singular configuration
        continue;
      }
      double largest = 1;
      for (double a : *numbers.acceleration) largest = std::max(largest, std::abs(a));
      for (const NamedNumber& s : numbers.dependent) largest = std::max(largest, std::abs(s.rate));
      const std::vector<Expr> speeds = compute_kinematics(closed).speeds;
      for (std::size_t i = 0; i < speeds.size(); ++i)
        EXPECT_NEAR(found[i], acceleration_of(numbers, to_text(speeds[i])), 1e-9 * largest) << to_text(speeds[i]);
      ++compared;
    }
  }
  EXPECT_GT(compared, 15);
}

}  // namespace
}  // namespace kinemate
