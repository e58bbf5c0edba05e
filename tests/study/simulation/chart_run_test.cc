#include "study/simulation/chart_run.h"

#include <gtest/gtest.h>

#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class ChartRunTest : public StudyTest {
 protected:
  static ChartChange change_of(const UnderWay& way, const SimulatedMachine& chart) {
    return ChartChange(way.machine.charts->change(way.machine, chart), way.chart.system.first_speed(),
                       way.chart.system.speed_count());
  }
};

// Angles that follow, whole turns, constants of the audit and statistics are those of the run before.
TEST_F(ChartRunTest, TakesOver) {
  SimulationRequest request = until(10, 1e-11);
  request.method = IntegrationMethod::kAdams;
  request.initial = given({"phi' = 25"});
  request.record.energies = true;
  request.record.accelerations = true;
  for (PastOf past : {PastOf::kCarriedOver, PastOf::kForgotten}) {
    UnderWay way(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [phi]\n")), request);
    way.go_to(2.1);
    const std::vector<double> row = way.row();
    EXPECT_GT(row[1], 20);  // phi, over some turns
    const SimulatedMachine* chart = way.machine.charts->find(way.machine, {{"alpha'"}, {}, false}, row);
    ASSERT_NE(chart, nullptr);
    ChartRun after(*chart, way.log);
    ChartChange change = change_of(way, *chart);
    ASSERT_TRUE(after.take_over(way.chart, change, past, row));
    EXPECT_EQ(after.integrator->time(), 2.1);
    EXPECT_EQ(after.integrator->statistics().steps, way.chart.integrator->statistics().steps);
    if (past == PastOf::kCarriedOver) {
      EXPECT_EQ(after.integrator->order(), way.chart.integrator->order());
    } else {
      EXPECT_LE(after.integrator->order(), 2u);
    }
    const std::span<const double> there = after.row(2.1, after.integrator->state());
    ASSERT_EQ(there.size(), row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      EXPECT_NEAR(there[i], row[i], 1e-9 * (1 + std::abs(row[i]))) << way.machine.columns.columns[i].name;
    // both go on: the same motion
    UnderWay::follow(way.chart, 2.12);
    UnderWay::follow(after, 2.12);
    const std::vector<double> expected = way.row();
    const std::span<const double> found = after.row(2.12, after.integrator->state());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-7 * (1 + std::abs(expected[i]))) << way.machine.columns.columns[i].name;
  }
}

// Where the new angles lock nothing is taken over, and the run before is as it was.
TEST_F(ChartRunTest, RefusesWhatHasNoNumbers) {
  UnderWay way(machine(R"(
name: body
bodies: {box: {mass: 2, inertia: {xx: 0.2, yy: 0.31, zz: 0.4}}}
joints: {ball: {type: spherical, sequence: xyz, from: world, to: box, coordinates: [al, be, ga]}}
initial: {al': 1, be': 2, ga': 3}
)"),
               until(10));
  way.go_to(0);
  const std::vector<double> row = way.row();
  const SimulatedMachine* chart = way.machine.charts->find(way.machine, {{}, {0}, false}, row);
  ASSERT_NE(chart, nullptr);
  ChartRun after(*chart, way.log);
  ChartChange change = change_of(way, *chart);
  EXPECT_FALSE(after.take_over(way.chart, change, PastOf::kForgotten, row));
  EXPECT_EQ(way.row(), row);
}

// A bob on a floor, which carries it on.
TEST_F(ChartRunTest, WhatTouchesGoesOnToTouch) {
  const std::string floor = "when: {floor: {condition: y + 0.6, direction: falling, contact: 0}}\n";
  SimulationRequest request = until(4);
  request.initial = given({"x = 0.8", "y = -0.6", "x' = 0", "y' = 0"});
  const Model model = machine(cartesian_pendulum(0, floor + "independent: [y]\n"));
  const SimulatedMachine made = make_simulated_machine(model, request, keep_quiet);
  std::vector<SimulatedEvent> log;
  ChartRun before(made, log);
  RunStart start(made.start);
  const RunStart::Numbers numbers = start({});
  before.system.begin(numbers.parameters, numbers.inputs);
  set_event_numbers(numbers.others, before.events, before.system);
  before.make_ready(true);
  std::vector<double> x = state_of_names(made, {{"x", 0.8}, {"y", -0.6}, {"x'", 1.2}, {"y'", -1.6}});
  EXPECT_EQ(before.system.meet(0, 0, x), MachineSystem::Meeting::kStays);
  EXPECT_TRUE(before.system.is_active(0));
  before.integrator->begin(0, x);
  if (before.audit) before.audit->start(0, x);
  const std::span<const double> at = before.row(0, x);
  const std::vector<double> row(at.begin(), at.end());
  const SimulatedMachine* chart = made.charts->find(made, {{"x'"}, {}, false}, row);
  ASSERT_NE(chart, nullptr);
  ChartRun after(*chart, log);
  ChartChange change(made.charts->change(made, *chart), before.system.first_speed(), before.system.speed_count());
  ASSERT_TRUE(after.take_over(before, change, PastOf::kForgotten, row));
  EXPECT_TRUE(after.system.is_active(0));
  std::vector<double> rates(after.integrator->state().size());
  ASSERT_TRUE(after.system.rhs(0, after.integrator->state(), rates));
  for (double rate : rates) EXPECT_NEAR(rate, 0, 1e-9);  // the floor holds it
}

}  // namespace
}  // namespace kinemate
