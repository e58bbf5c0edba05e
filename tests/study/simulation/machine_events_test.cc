#include "study/simulation/machine_events.h"

#include <gtest/gtest.h>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class MachineEventsTest : public StudyTest {};

TEST_F(MachineEventsTest, AConditionStopsARun) {
  const Recorded run =
      run_machine(machine(falling_ball("floor: {condition: z, direction: falling, stop: true}")), until(10));
  EXPECT_EQ(run.report.status.end, RunEnd::kStopped);
  EXPECT_NEAR(run.report.status.time, 1, 1e-10);
  ASSERT_EQ(run.report.events.size(), 1u);
  EXPECT_EQ(run.report.events[0].name, "floor");
}

TEST_F(MachineEventsTest, AnImpactThrowsBack) {
  const Recorded run =
      run_machine(machine(falling_ball("floor: {condition: z, direction: falling, impact: 0.5}")), until(1.75));
  // falls 1 s with 10 m/s at the end, up again with 5 m/s: at its top 0.5 s later, 1.25 m
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("z"), 1.25 - 5 * 0.25 * 0.25, 1e-9);
  EXPECT_NEAR(run.report.audit.lost, 100 - 25, 1e-8);
  EXPECT_LT(run.report.audit.energy_drift, 1e-8);
}

TEST_F(MachineEventsTest, AContactComesToRestAndLetsGo) {
  const Model model =
      machine(falling_ball("floor: {condition: z, direction: falling, contact: 0.5}, "
                           "lift: {at: 10, set: {k: 30}}",
                           "loads: {pull: {type: joint, joint: air, effort: k}}\n"));
  SimulationRequest request = until(12);
  request.every = 0.5;
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.rows[18][run.column("z")], 0, 1e-8);  // t = 9: at rest on the floor
  EXPECT_NEAR(run.rows[18][run.column("z'")], 0, 1e-7);
  // from t = 10 on pulled by 30 N against 20 N of weight
  EXPECT_NEAR(run.at_end("z"), 0.5 * 5 * 4, 1e-6);
}

// A rocker that follows the crank by a formula meets a stop.
TEST_F(MachineEventsTest, CoordinatesThatFollowMeetStops) {
  const std::string four_bar = R"(
bodies: {a: {mass: 1, inertia: {yy: 0.05, zz: 0.05}}, b: {mass: 1, inertia: {yy: 0.05, zz: 0.05}}, c: {mass: 1, inertia: {yy: 0.05, zz: 0.05}}}
subsystems:
  fb: {type: four_bar, on: world, ground: 0.9, crank: {body: a, length: 0.23}, coupler: {body: b, length: 0.81},
       rocker: {body: c, length: 0.55}, coordinates: [phi, alpha, beta, psi]}
loads: {motor: {type: joint, joint: fb_A0, effort: 5}}
initial: {phi: 1, "phi'": 5, psi: 2}
independent: [phi]
)";
  const Recorded stays = run_machine(
      machine(four_bar + "when: {wall: {condition: psi - 2, direction: rising, contact: 0.3}}\n"), until(1));
  ASSERT_TRUE(stays.report.status.good()) << stays.report.status.message;
  EXPECT_NEAR(stays.at_end("psi"), 2, 1e-8);
  EXPECT_NEAR(stays.at_end("psi'"), 0, 1e-8);
  EXPECT_GT(stays.report.audit.lost, 0.01);
  SimulationRequest request = until(0.5);
  request.every = 0.001;
  const Recorded thrown =
      run_machine(machine(four_bar + "when: {wall: {condition: psi - 2, direction: rising, impact: 0.3}}\n"), request);
  double largest = 0;
  for (const auto& row : thrown.rows) largest = std::max(largest, row[thrown.column("psi")]);
  EXPECT_LT(largest, 2 + 1e-6);
}

TEST_F(MachineEventsTest, TimesSwitchParametersExactly) {
  const Model model = machine(falling_ball("switch: {at: 2, set: {k: k + 21}}, late: {at: [2, 3], set: {k: 2*k}}",
                                           "loads: {pull: {type: joint, joint: air, effort: k}}\n"));
  SimulationRequest request = until(3);
  request.every = 1;
  const Recorded run = run_machine(model, request);
  ASSERT_EQ(run.report.events.size(), 3u);
  EXPECT_EQ(run.report.events[0].what, "k = 22");
  EXPECT_EQ(run.report.events[1].what, "k = 44");
  EXPECT_EQ(run.report.events[2].what, "k = 88");
  const double a = (1 - 20) / 2.0, b = (44 - 20) / 2.0, z2 = 5 + a * 2, v2 = 2 * a;
  EXPECT_NEAR(run.at_end("z"), z2 + v2 + b / 2, 1e-9);
}

TEST_F(MachineEventsTest, FrictionThatDependsOnAReactionBrakes) {
  // a sledge on a slope of 30 degrees, mu = 0.2: a = g (sin - mu cos); the reaction of the joint is the normal force
  const Model model = machine(R"(
name: sledge
gravity: [0, 0, -10]
bodies: {sledge: {mass: 3}}
joints: {slope: {type: prismatic, axis: [sqrt(3)/2, 0, -1/2], from: world, to: sledge, coordinate: x}}
loads: {snow: {type: friction, joint: slope, coefficient: 0.2, speed: 1e-6}}
)");
  const Recorded run = run_machine(model, until(2, 1e-9));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  const double a = run.at_end("x'") / 2;
  EXPECT_NEAR(a, 5 - 0.2 * 10 * std::sqrt(3) / 2, 1e-4);
}

TEST_F(MachineEventsTest, AStartBeyondAStopIsRefused) {
  const Model model = machine(falling_ball("roof: {condition: z - 4, direction: rising, contact: 0}"));
  EXPECT_TRUE(contains(refusal([&] { run_machine(model, until(1)); }), "roof: the machine starts 1 beyond it"));
}

}  // namespace
}  // namespace kinemate
