#include "loops/closed_state.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

#include "loops/closed_kinematics.h"
#include "loops/loop_machines.h"
#include "loops/whole_machine.h"

namespace kinemate {
namespace {

// A machine, and states of it that are closed from what is chosen.
class ClosedStateTest : public ModelTest {
 protected:
  void use(const Model& model) {
    model_ = model;
    closed_ = compute_closed_kinematics(model_);
    values_ = choose_numbers(model_, 0).values;
    for (const Coordinate& coordinate : model_.coordinates) {
      const Expr q = make_symbol(coordinate.name);
      values_[q] = coordinate.drive ? 0 : evaluate(initial_value(model_, q), values_);
    }
    for (Expr s : closed_.closing->conditions.speeds) values_[s] = evaluate(initial_value(model_, s), values_);
    chosen_ = {};
    for (const InitialValue& value : model_.initial) chosen_.initially.insert(value.symbol);
  }

  void choose(const char* symbol, double value) {
    values_[parse(symbol)] = value;
    chosen_.now.insert(parse(symbol));
  }

  std::vector<std::string> close() { return close_state(model_, closed_, chosen_, values_); }

  double at(const char* symbol) const { return values_.at(parse(symbol)); }

  void expect_closed() const {
    for (const LoopCondition& condition : closed_.closing->conditions.conditions) {
      EXPECT_NEAR(evaluate(condition.residual, values_), 0, 1e-10);
      double sum = -evaluate(condition.rate, values_);
      for (const auto& [column, entry] : condition.row)
        sum += evaluate(entry, values_) * values_.at(closed_.closing->conditions.speeds[column]);
      EXPECT_NEAR(sum, 0, 1e-10);
    }
  }

  Model model_;
  Kinematics closed_;
  Values values_;
  ChosenSymbols chosen_;
};

TEST_F(ClosedStateTest, GivenCoordinatesStay) {
  for (const auto& [name, value] : {std::pair{"phi", 1.2}, {"psi", 2.3}, {"alpha", -0.8}, {"beta", 1.5}}) {
    use(example_machine("four_bar"));
    choose(name, value);
    EXPECT_TRUE(close().empty()) << name;
    EXPECT_EQ(at(name), value);
    expect_closed();
  }
}

TEST_F(ClosedStateTest, ClosedInitialValuesStayToTheLastDigit) {
  use(example_machine("spatial_slider_crank"));
  const Values before = values_;
  EXPECT_TRUE(close().empty());
  expect_closed();
  for (const char* q : {"theta", "x", "c1", "c2", "b1", "theta'", "x'"}) EXPECT_NEAR(at(q), before.at(parse(q)), 1e-12);
}

TEST_F(ClosedStateTest, SaysWhatItHadToMove) {
  use(example_machine("four_bar"));
  choose("phi", M_PI / 2);
  choose("psi", 2.3);  // 2.21 would fit
  const std::vector<std::string> notes = close();
  expect_closed();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].substr(0, 25), "moved to close the loops:") << notes[0];
  EXPECT_NE(notes[0].find("psi from 2.3 to 2.2143"), std::string::npos) << notes[0];
}

// Rough starts: the position of a state is the one that formulas of positions have, and given values move little.
TEST_F(ClosedStateTest, RoughStartsAreOnTheBranchOfTheFormulas) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> angle(-3, 3);
  for (int trial = 0; trial < 30; ++trial) {
    const Model model = machine(fmt::format(R"(
bodies: {{a: {{mass: 1}}, b: {{mass: 1}}, c: {{mass: 1}}}}
subsystems:
  f: {{type: four_bar, on: world, ground: 0.9, crank: {{body: a, length: 0.23}}, coupler: {{body: b, length: 0.81}},
      rocker: {{body: c, length: 0.55}}}}
initial: {{f_crank: {:.2f}, f_rocker: {:.2f}, f_coupler: {:.2f}}}
)",
                                            angle(random), angle(random), angle(random)));
    const Kinematics closed = compute_closed_kinematics(model);
    Values values = closed.closing->start;
    ChosenSymbols chosen;
    for (const InitialValue& value : model.initial) {
      chosen.initially.insert(value.symbol);
      values[value.symbol] = value.value.real();
    }
    close_state(model, closed, chosen, values);
    for (const ClosureStep& step : closed.closing->steps)
      EXPECT_NEAR(std::remainder(evaluate(step.formula, values) - values.at(step.coordinate), 2 * std::numbers::pi), 0,
                  1e-9);
  }
}

// A cylinder has a length, not its negative: of two closed positions the one near to what is given.
TEST_F(ClosedStateTest, CylindersKeepTheirSide) {
  for (const char* angle : {"-1.2", "0.4", "2", "-2.9"}) {
    const Model model = machine(fmt::format(R"(
bodies: {{x: {{mass: 1}}, b: {{mass: 1}}, p: {{mass: 1}}}}
joints: {{h: {{type: revolute, axis: z, from: world, to: x, coordinate: q}}}}
subsystems:
  c: {{type: cylinder, from: {{body: world, at: [-0.03, -0.34, 0]}}, to: {{body: x, at: [-0.16, -0.01, 0]}}, barrel: b, rod: p}}
initial: {{q: {}, c_piston: 0.6}}
)",
                                            angle));
    EXPECT_GT(compute_closed_kinematics(model).closing->start.at(parse("c_piston")), 0.1) << angle;
  }
}

TEST_F(ClosedStateTest, GivenSpeedsDetermineTheIndependentOnes) {
  for (const auto& [name, value] : {std::pair{"phi'", 2.0}, {"psi'", -0.7}, {"alpha'", 1.1}, {"beta'", 0.4}}) {
    use(example_machine("four_bar"));
    choose(name, value);
    EXPECT_TRUE(close().empty());
    EXPECT_NEAR(at(name), value, 1e-12);
    EXPECT_GT(std::abs(at("phi'")), 0.1);
    expect_closed();
  }
}

TEST_F(ClosedStateTest, SpeedsThatNothingDeterminesStay) {
  use(loop_machine("RSSR"));  // two freedoms, one is the spin of the coupler
  for (Expr s : closed_.speeds) values_[s] = 0.3;
  const double spin = values_.at(closed_.speeds[1]);
  values_[closed_.speeds[0]] = 0.9;
  chosen_.now.insert(closed_.speeds[0]);
  close();
  EXPECT_NEAR(values_.at(closed_.speeds[0]), 0.9, 1e-12);
  EXPECT_NEAR(values_.at(closed_.speeds[1]), spin, 1e-12);
  expect_closed();
}

TEST_F(ClosedStateTest, RefusesSpeedsThatContradictEachOther) {
  use(example_machine("four_bar"));
  choose("phi'", 1);
  choose("psi'", 1);
  const std::string message = message_of([&] { close(); });
  EXPECT_EQ(message.substr(0, 88),
            "the speeds phi' = 1, psi' = 1 contradict each other: the loops leave 1 freedom, and psi'")
      << message;
}

TEST_F(ClosedStateTest, ChosenSpeedsWinOverInitialOnes) {
  use(example_machine("spatial_slider_crank"));  // theta' = 6 and what follows at the start
  choose("theta'", -2);
  close();
  EXPECT_NEAR(at("theta'"), -2, 1e-12);
  EXPECT_NEAR(at("x'"), -0.08, 1e-9);
  expect_closed();
}

TEST_F(ClosedStateTest, SpeedsOfJointsThatCloseDetermineToo) {
  use(loop_machine("loads on the joint that closes"));
  choose("q3'", 0.8);
  close();
  EXPECT_NEAR(at("q3'"), 0.8, 1e-12);
  expect_closed();
}

TEST_F(ClosedStateTest, DrivenCoordinatesAreWhereTheyAreDriven) {
  use(loop_machine("driven coordinate in a loop"));
  values_[parse("t")] = 0.2;
  values_[parse("q1")] = 77;
  close();
  EXPECT_NEAR(at("q1"), 1 + std::sin(0.4) / 3, 1e-12);
  expect_closed();
}

TEST_F(ClosedStateTest, RefusesWhatCannotBeClosed) {
  use(example_machine("slider_crank"));
  choose("s", 0.25);  // crank and rod reach 0.18
  choose("phi", 0.3);
  // what is chosen moves before the loop stays open
  EXPECT_FALSE(close().empty());
  expect_closed();
  use(example_machine("slider_crank"));
  values_[parse("l")] = 0.01;  // a rod shorter than the track is high: no position closes
  values_[parse("r")] = 0.2;
  model_.joints[3].from.position.y = Expr(Rational(1, 2));
  const std::string message = message_of([&] { close(); });
  EXPECT_TRUE(message.starts_with("the loops cannot be closed; loop closure errors that remain: joint ")) << message;
}

TEST_F(ClosedStateTest, TreesAreClosed) {
  const Model model = example_machine("planar_pendulum");
  Values values;
  EXPECT_TRUE(close_state(model, compute_closed_kinematics(model), {}, values).empty());
}

}  // namespace
}  // namespace kinemate
