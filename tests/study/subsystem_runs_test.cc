// Runs with loops as joints and without: the same motion.
#include <gtest/gtest.h>

#include "program/interpret.h"
#include "program/routine.h"
#include "study/loops/fixture.h"
#include "study/programs/shortest_program.h"

namespace kinemate {
namespace {

class SubsystemRuns : public StudyTest {};

void expect_same_runs(Model model, const SimulationRequest& request) {
  SCOPED_TRACE(model.name);
  std::vector<Recorded> runs;
  for (bool macro : {true, false}) {
    model.macro_joints = macro;
    runs.push_back(run_machine(model, request));
    const SimulationReport& report = runs.back().report;
    ASSERT_TRUE(report.status.good()) << report.status.message;
    EXPECT_GT(report.audit.largest_kinetic, 1e-6);
    EXPECT_TRUE(report.audit.energy);
    EXPECT_LT(report.audit.energy_drift, 1e-7 * report.audit.largest);
  }
  const auto way_of = [&](bool macro) {
    model.macro_joints = macro;
    return make_shortest_program(model, {.purpose = Purpose::kOde, .algorithm = {Algorithm::Kind::kFastest}},
                                 keep_quiet)
        .way;
  };
  EXPECT_TRUE(contains(way_of(true), "subsystems as joints"));
  EXPECT_FALSE(contains(way_of(false), "subsystems as joints"));
  ASSERT_EQ(runs[0].header.columns.size(), runs[1].header.columns.size());
  for (std::size_t c = 0; c < runs[0].rows.back().size(); ++c)
    EXPECT_NEAR(runs[0].rows.back()[c], runs[1].rows.back()[c], 1e-7) << c;
}

// Ten parallelograms side by side through their flat position: every loop takes in what the one before gives, so
// errors of length would multiply.
TEST_F(SubsystemRuns, ParallelogramsSideBySide) {
  constexpr int kLoops = 10;
  std::string bodies, joints, initial;
  for (int i = 0; i <= kLoops; ++i) {
    bodies += fmt::format("  crank{0}: {{mass: 1, center: [1/2, 0, 0], inertia: {{yy: 1/12, zz: 1/12}}}}\n", i);
    joints += fmt::format(
        "  pin{0}: {{type: revolute, axis: z, from: {{body: world, at: [{0}, 0, 0]}}, to: crank{0}, coordinate: "
        "phi{0}}}\n",
        i);
    initial += fmt::format("  phi{0}: pi/2\n  phi{0}': -1\n", i);
    if (i == 0) continue;
    bodies += fmt::format("  coupler{0}: {{mass: 1, center: [1/2, 0, 0], inertia: {{yy: 1/12, zz: 1/12}}}}\n", i);
    joints += fmt::format(
        "  left{0}: {{type: revolute, axis: z, from: {{body: crank{1}, at: [1, 0, 0]}}, to: coupler{0}, coordinate: "
        "alpha{0}}}\n"
        "  right{0}: {{type: revolute, axis: z, from: {{body: coupler{0}, at: [1, 0, 0]}}, to: {{body: crank{0}, at: "
        "[1, 0, 0]}},"
        " coordinate: beta{0}}}\n",
        i, i - 1);
    initial += fmt::format("  alpha{0}: -pi/2\n  beta{0}: pi/2\n", i);
  }
  SimulationRequest request;
  request.end = 5;
  const Recorded run = run_machine(
      machine("gravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" + joints + "initial:\n" + initial), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_LT(run.report.audit.energy_drift, 1e-5 * run.report.audit.largest_kinetic);
  for (const auto& row : run.rows) EXPECT_NEAR(row[run.column("phi0")], row[run.column("phi10")], 1e-3);
}

// Equations are faster for a single loop, so it is run by hand: by the classical Runge-Kutta method, in small steps.
TEST_F(SubsystemRuns, FourBar) {
  const Model model = example("four_bar");
  const Program program =
      make_machine_program(model, {.purpose = Purpose::kOde, .algorithm = {Algorithm::Kind::kSubsystems}}, keep_quiet);
  const Routine routine(program, 1, interpret);
  const std::vector<double> start = example_inputs(model, program);  // t, x, the motor, which is off
  ASSERT_EQ(start.size(), 4u);
  const auto rate = [&](double t, const Eigen::Vector2d& x) {
    const std::vector<double> found = run_once(routine, std::vector{t, x[0], x[1], 0.0});
    return Eigen::Vector2d(found[0], found[1]);
  };
  const double h = 5e-4;
  Eigen::Vector2d x(start[1], start[2]);
  for (int i = 0; i < 4000; ++i) {
    const double t = i * h;
    const Eigen::Vector2d k1 = rate(t, x), k2 = rate(t + h / 2, x + h / 2 * k1), k3 = rate(t + h / 2, x + h / 2 * k2),
                          k4 = rate(t + h, x + h * k3);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  const Recorded run = run_machine(model, until(2, 1e-10));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest);
  EXPECT_GT(std::abs(run.at_end("phi") - run.rows[0][run.column("phi")]), 0.1);
  EXPECT_NEAR(run.at_end("phi"), x[0], 1e-7);
  EXPECT_NEAR(run.at_end("phi'"), x[1], 1e-7);
}

TEST_F(SubsystemRuns, Mast) {
  SimulationRequest request = until(2, 1e-10);
  request.initial = given({"phi1 = 0.27", "phi3 = 0.53"});  // out of balance
  expect_same_runs(example("concrete_pump_mast"), request);
}

TEST_F(SubsystemRuns, Excavator) { expect_same_runs(example("excavator_arm"), until(2, 1e-10)); }

}  // namespace
}  // namespace kinemate
