// Machines whose every motion is given: where they are, and what their drives do.
#include "study/simulation/released_drives.h"

#include <gtest/gtest.h>

#include <numbers>

#include "model/specialise.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

// A slider-crank in the x-z plane, crank and rod uniform.
std::string slider_crank(const std::string& drive, const std::string& more = "", const std::string& psi = "") {
  return R"(
name: slider_crank
parameters: {g: 9.81, r: 0.1, l: 0.3, m: 1.5, w: 10, k: 4.0e+5, d: 400}
gravity: [0, 0, -g]
bodies:
  crank: {mass: m, center: [r/2, 0, 0], inertia: {yy: m*r^2/12, zz: m*r^2/12}}
  rod: {mass: m, center: [l/2, 0, 0], inertia: {yy: m*l^2/12, zz: m*l^2/12}}
  piston: {mass: 2*m}
joints:
  main: {type: revolute, axis: y, from: world, to: crank, coordinate: phi)" +
         drive + R"(}
  pin: {type: revolute, axis: y, from: {body: crank, at: [r, 0, 0]}, to: rod, coordinate: psi}
  wrist: {type: revolute, axis: y, from: {body: rod, at: [l, 0, 0]}, to: piston, coordinate: chi}
  guide: {type: prismatic, axis: x, from: world, to: piston, coordinate: x}
)" + more +
         psi;
}

SimulationRequest with_all(double end) {
  SimulationRequest request = until(end);
  request.record.accelerations = request.record.energies = request.record.all_reactions = request.record.efforts = true;
  return request;
}

// T + V changes by the work of drives and of what else acts, at every row: the work of the drives is integrated from
// their recorded efforts by Simpson's rule on rows that are close together.
void expect_work(const Recorded& run, const std::vector<std::string>& drives, double tolerance) {
  const std::size_t energy = run.column("E"), time = run.column("t");
  double work = 0, largest = 0;
  const auto power = [&](std::size_t row) {
    double sum = 0;
    for (const std::string& drive : drives)
      sum += run.rows[row][run.column("effort_" + drive)] * run.rows[row][run.column(drive + "'")];
    return sum;
  };
  for (std::size_t i = 2; i < run.rows.size(); i += 2) {
    const double step = run.rows[i][time] - run.rows[i - 1][time];
    work += step / 3 * (power(i - 2) + 4 * power(i - 1) + power(i));
    largest = std::max({largest, std::abs(work), std::abs(run.rows[i][energy])});
    ASSERT_NEAR(run.rows[i][energy] - run.rows[0][energy], work, tolerance * largest) << "t = " << run.rows[i][time];
  }
  EXPECT_GT(largest, 1e-3);
}

class ReleasedDrivesTest : public StudyTest {};

TEST_F(ReleasedDrivesTest, ADrivenSliderCrankIsWhereGeometryHasIt) {
  SimulationRequest request = with_all(2);
  request.every = 0.0005;
  const Recorded run = run_machine(machine(slider_crank(", drive: w*t")), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  ASSERT_EQ(run.rows.size(), 4001u);
  for (const std::vector<double>& row : run.rows) {
    const double phi = 10 * row[0], across = 0.1 * std::sin(phi), along = std::sqrt(0.09 - across * across);
    ASSERT_NEAR(row[run.column("phi")], phi, 1e-13 * (1 + phi));
    ASSERT_NEAR(row[run.column("x")], 0.1 * std::cos(phi) + along, 1e-13);
    ASSERT_NEAR(row[run.column("x'")], -10 * across * (1 + 0.1 * std::cos(phi) / along), 1e-11);
    // the rod turns against the crank, turn after turn
    ASSERT_NEAR(row[run.column("psi")], -phi - std::asin(across / 0.3), 1e-11) << row[0];
    ASSERT_NEAR(row[run.column("phi'")], 10, 1e-13);
    ASSERT_NEAR(row[run.column("phi''")], 0, 1e-13);
    // what the joint carries about its axis is what drives
    ASSERT_NEAR(row[run.column("effort_phi")], row[run.column("main_T_y")], 1e-10);
  }
  expect_work(run, {"phi"}, 1e-9);
  EXPECT_TRUE(run.report.audit.energy);
  EXPECT_TRUE(run.report.audit.with_work);
  EXPECT_LT(run.report.audit.energy_drift, 1e-9 * run.report.audit.largest_kinetic);
  EXPECT_EQ(run.header.columns[run.column("effort_phi")].unit, "N*m");
}

// Coordinates that are closed by steps of Newton's method instead of formulas.
TEST_F(ReleasedDrivesTest, ClosingAlongTheMotionStaysOnTheBranch) {
  Model model = machine(slider_crank(", drive: w*t + sin(3*t)"));
  const Recorded by_formulas = run_machine(model, with_all(3));
  model.closed_by_formulas = false;
  const Recorded run = run_machine(model, with_all(3));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  for (const char* name : {"psi", "chi", "x", "x'", "x''", "effort_phi", "wrist_F_x"})
    for (std::size_t i = 0; i < run.rows.size(); ++i)
      ASSERT_NEAR(run.rows[i][run.column(name)], by_formulas.rows[i][by_formulas.column(name)], 2e-7)
          << name << " at " << run.rows[i][0];
}

// The circles of coupler and rocker about crank pin and ground pin.
TEST_F(ReleasedDrivesTest, ADrivenFourBarIsWhereGeometryHasIt) {
  const Model model = machine(R"(
name: four_bar
parameters: {a: 0.2, b: 0.5, c: 0.4, d: 0.6}
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, center: [a/2, 0, 0], inertia: {xx: 0.001, yy: 0.01, zz: 0.01}}
  coupler: {mass: 2, center: [b/2, 0.1, 0], inertia: {xx: 0.01, yy: 0.04, zz: 0.05}}
  rocker: {mass: 1.5, center: [c/2, 0, 0], inertia: {xx: 0.001, yy: 0.02, zz: 0.02}}
joints:
  A: {type: revolute, axis: z, from: world, to: crank, coordinate: phi, drive: 6*t + 2*t^2}
  B: {type: revolute, axis: z, from: {body: crank, at: [a, 0, 0]}, to: coupler, coordinate: beta}
  D: {type: revolute, axis: z, from: {body: world, at: [d, 0, 0]}, to: rocker, coordinate: psi}
  C: {type: revolute, axis: z, from: {body: coupler, at: [b, 0, 0]}, to: {body: rocker, at: [c, 0, 0]}, coordinate: mu}
loads:
  friction: {type: torsion, joint: D, damping: 0.3}
initial: {beta: 1, psi: 2}
)");
  SimulationRequest request = with_all(3);
  request.every = 0.0005;
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  for (const std::vector<double>& row : run.rows) {
    const double phi = 6 * row[0] + 2 * row[0] * row[0];
    const double x = 0.6 - 0.2 * std::cos(phi), y = -0.2 * std::sin(phi), far = std::hypot(x, y);
    const double along = (far * far + 0.25 - 0.16) / (2 * far), across = std::sqrt(0.25 - along * along);
    const double px = 0.2 * std::cos(phi) + (along * x - across * y) / far,
                 py = 0.2 * std::sin(phi) + (along * y + across * x) / far;
    ASSERT_NEAR(0.6 + 0.4 * std::cos(row[run.column("psi")]), px, 1e-12) << row[0];
    ASSERT_NEAR(0.4 * std::sin(row[run.column("psi")]), py, 1e-12) << row[0];
    ASSERT_NEAR(std::remainder(row[run.column("beta")] + phi - std::atan2(py - 0.2 * std::sin(phi), px - 0.2 * std::cos(phi)),
                               2 * std::numbers::pi),
                0, 1e-11);
  }
  // turns are counted: the coupler turns back against the crank
  EXPECT_NEAR(run.at_end("beta"), -run.at_end("phi"), 3);
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic);
}

// The drive takes the place of a spring and a damper that are stiff enough.
TEST_F(ReleasedDrivesTest, AStiffLawDoesTheSame) {
  const Recorded driven = run_machine(machine(slider_crank(", drive: w*t")), with_all(1));
  SimulationRequest request = until(1);
  request.record.all_reactions = true;
  const Recorded stiff = run_machine(
      machine(slider_crank("", "loads: {motor: {type: joint, joint: main, effort: \"k*(w*t - phi) + d*(w - phi')\"}}\n",
                           "initial: {phi': 10}\n")),
      request);
  ASSERT_TRUE(stiff.report.status.good());
  for (std::size_t i = 0; i < stiff.rows.size(); ++i) {
    ASSERT_NEAR(stiff.rows[i][stiff.column("x")], driven.rows[i][driven.column("x")], 1e-5);
    if (i <= 50) continue;  // until it has settled
    ASSERT_NEAR(stiff.rows[i][stiff.column("main_T_y")], driven.rows[i][driven.column("effort_phi")], 0.05);
  }
}

// Trees: of every drive its own effort; springs and dampers on driven coordinates, a drive that shifts.
TEST_F(ReleasedDrivesTest, VirtualWorkOfDrivenTrees) {
  const Model model = machine(R"(
name: arm
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 2, center: [0.4, 0, 0.1], inertia: {xx: 0.1, yy: 0.2, zz: 0.2}}
  lower: {mass: 1, center: [0.2, 0.1, 0], inertia: {xx: 0.05, yy: 0.08, zz: 0.06}}
  tool: {mass: 0.5, center: [0, 0, 0.1]}
joints:
  shoulder: {type: universal, axes: [z, y], from: world, to: upper, coordinates: [a, b], drive: {a: 2*t, b: sin(3*t)}}
  elbow: {type: revolute, axis: x, from: {body: upper, at: [0.8, 0, 0]}, to: lower, coordinate: c, drive: 0.4*t^2}
  slide: {type: prismatic, axis: z, from: {body: lower, at: [0.5, 0, 0]}, to: tool, coordinate: s, drive: 0.1*cos(5*t)}
loads:
  spring: {type: torsion, joint: elbow, stiffness: 20, angle: 0.3}
)");
  SimulationRequest request = with_all(2);
  request.every = 0.0005;
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  expect_work(run, {"a", "b", "c", "s"}, 1e-9);
  EXPECT_LT(run.report.audit.energy_drift, 1e-9 * run.report.audit.largest_kinetic);
  EXPECT_EQ(run.header.columns[run.column("effort_s")].unit, "N");
  EXPECT_EQ(run.header.columns[run.column("s''")].unit, "m/s^2");
}

// What is driven beside what is free: the effort is that of the motion.
TEST_F(ReleasedDrivesTest, EffortsBesideFreeMotion) {
  SimulationRequest request = with_all(2);
  request.every = 0.0005;
  const Recorded run = run_machine(machine(R"(
name: crane
gravity: [0, 0, -9.81]
bodies: {trolley: {mass: 5}, hook: {mass: 2, center: [0, 0, -1.5]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: trolley, coordinate: x, drive: 0.2*sin(4*t)}
  rope: {type: revolute, axis: y, from: trolley, to: hook, coordinate: phi}
initial: {phi: 0.3}
)"),
                                   request);
  ASSERT_TRUE(run.report.status.good());
  double work = 0;
  const auto power = [&](std::size_t i) {
    return run.rows[i][run.column("effort_x")] * 0.8 * std::cos(4 * run.rows[i][0]);
  };
  for (std::size_t i = 2; i < run.rows.size(); i += 2) {
    work += 0.0005 / 3 * (power(i - 2) + 4 * power(i - 1) + power(i));
    ASSERT_NEAR(run.rows[i][run.column("E")] - run.rows[0][run.column("E")], work, 1e-8);
    ASSERT_NEAR(run.rows[i][run.column("effort_x")], run.rows[i][run.column("rail_F_x")], 1e-9);
  }
}

TEST_F(ReleasedDrivesTest, EventsOfTheMotionAreFound) {
  SimulationRequest request = until(10);
  const Recorded run = run_machine(machine(slider_crank(", drive: w*t", "when: {half: {condition: x - 0.3, set: {k: 1}}, late: {at: 7, set: {d: 2}}}\n")),
                                   request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  std::size_t crossings = 0;
  for (const SimulatedEvent& event : run.report.events) crossings += event.name == "half" ? 1 : 0;
  EXPECT_EQ(crossings, 32u);  // twice a turn, 15.9 turns
  EXPECT_EQ(run.report.events.size(), 33u);
}

TEST_F(ReleasedDrivesTest, BackwardsAndFromElsewhere) {
  SimulationRequest request = until(1);
  request.start = 4;
  const Recorded run = run_machine(machine(slider_crank(", drive: w*t")), request);
  ASSERT_TRUE(run.report.status.good());
  EXPECT_NEAR(run.rows[0][run.column("phi")], 40, 1e-12);
  EXPECT_NEAR(run.at_end("x"), 0.1 * std::cos(10) + std::sqrt(0.09 - std::pow(0.1 * std::sin(10), 2)), 1e-12);
}

TEST_F(ReleasedDrivesTest, EveryMethodShowsTheSame) {
  const Recorded expected = run_machine(machine(slider_crank(", drive: w*t")), with_all(1));
  for (IntegrationMethod method :
       {IntegrationMethod::kDopri5, IntegrationMethod::kAdams, IntegrationMethod::kCvode, IntegrationMethod::kRk4}) {
    SimulationRequest request = with_all(1);
    request.rtol = 1e-8;
    request.atol = 1e-10;
    request.method = method;
    if (method == IntegrationMethod::kRk4) request.step = 1e-3;
    const Recorded run = run_machine(machine(slider_crank(", drive: w*t")), request);
    ASSERT_TRUE(run.report.status.good()) << method_name(method);
    for (std::size_t c = 0; c < run.header.columns.size(); ++c)
      EXPECT_NEAR(run.rows.back()[c], expected.rows.back()[c], 1e-9) << method_name(method) << " " << run.header.columns[c].name;
  }
}

// A shaft that turns evenly has no effort and a steady step; nothing that turns is no error.
TEST_F(ReleasedDrivesTest, OneBodyThatTurns) {
  const Recorded run = run_machine(machine(R"(
bodies: {shaft: {mass: 1, inertia: {xx: 1, yy: 1, zz: 2}}}
joints: {axle: {type: revolute, axis: z, from: world, to: shaft, coordinate: a, drive: 100*t}}
)"),
                                   with_all(1));
  ASSERT_TRUE(run.report.status.good());
  EXPECT_NEAR(run.at_end("effort_a"), 0, 1e-12);
  EXPECT_GT(run.report.statistics.steps, 50);  // 16 turns
}

TEST_F(ReleasedDrivesTest, WhatCannotBeRecordedIsRefused) {
  SimulationRequest request = until(1);
  request.record.efforts = true;
  EXPECT_TRUE(contains(refusal([&] { run_machine(machine(kPendulum), request); }), "no coordinate of this machine is driven"));
  const std::string held = "bodies: {a: {mass: 1}}\njoints: {weld: {type: fixed, from: world, to: a}}\n";
  EXPECT_TRUE(contains(refusal([&] { run_machine(machine(held), until(1)); }), "no freedom to move, and nothing is driven"));
}

}  // namespace
}  // namespace kinemate
