// Studies whose runs change their coordinates.
#include <gtest/gtest.h>

#include "study/sweep/fixture.h"
#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class SwitchedSweep : public StudyTest {
 protected:
  static double largest_of(const Recorded& run, const std::string& name) {
    double largest = -INFINITY;
    for (const std::vector<double>& row : run.rows) largest = std::max(largest, row[run.column(name)]);
    return largest;
  }
};

TEST_F(SwitchedSweep, RunsAreThoseOfSingleMachines) {
  for (IntegrationMethod method : {IntegrationMethod::kAuto, IntegrationMethod::kAdams}) {
    SweepRequest request = sweep_request({"x'"}, {"end(x)", "end(y')", "max(y)"}, 3);
    request.simulation.method = method;
    const SweptMachine made = swept(machine(cartesian_pendulum(7)), request);
    const RunTable table{read_variations(std::vector<std::string>{"x' = 4 .. 12 : 9"}), {}};
    const std::vector<LedgerRow> rows = all_runs(made, table);
    ASSERT_EQ(rows.size(), 9u);
    for (const LedgerRow& row : rows) {
      ASSERT_TRUE(row.good) << row.cause;
      SimulationRequest single = until(3, 1e-11);
      const Recorded run = run_machine(machine(cartesian_pendulum(row.inputs[0])), single);
      EXPECT_GE(run.report.switches.size(), 1u) << row.inputs[0];
      EXPECT_NEAR(row.values[0], run.at_end("x"), 1e-5) << row.inputs[0];
      EXPECT_NEAR(row.values[1], run.at_end("y'"), 1e-4) << row.inputs[0];
      EXPECT_NEAR(row.values[2], largest_of(run, "y"), 1e-5) << row.inputs[0];
    }
    SweepOptions options;
    options.threads = 2;
    EXPECT_TRUE(same_bits(all_runs(made, table, options), rows));
  }
}

// Summaries of angles, though no row is kept: turns are those of runs that keep them.
TEST_F(SwitchedSweep, AnglesAreCounted) {
  const std::string text = R"(
name: racket
bodies: {racket: {mass: 0.3, inertia: {xx: 0.0013, yy: 0.0165, zz: 0.0178}}}
joints: {flight: {type: free, sequence: xyz, from: world, to: racket, coordinates: [x, y, z, al, be, ga]}}
initial: {al': 0.1, be': 8}
)";
  SweepRequest request = sweep_request({"be'"}, {"end(al)", "end(ga)", "max(al)"}, 10);
  request.simulation.method = IntegrationMethod::kAdams;
  const RunTable table{read_variations(std::vector<std::string>{"be' = 7 .. 9 : 3"}), {}};
  double farthest = 0;
  for (const LedgerRow& row : all_runs(swept(machine(text), request), table)) {
    ASSERT_TRUE(row.good) << row.cause;
    SimulationRequest single = until(10, 1e-10);
    single.initial = given({fmt::format("be' = {}", row.inputs[0])});
    const Recorded run = run_machine(machine(text), without_switching(single));
    EXPECT_NEAR(row.values[0], run.at_end("al"), 0.01) << row.inputs[0];
    EXPECT_NEAR(row.values[1], run.at_end("ga"), 0.01) << row.inputs[0];
    EXPECT_NEAR(row.values[2], largest_of(run, "al"), 0.05) << row.inputs[0];
    farthest = std::max(farthest, std::abs(row.values[0]));
  }
  EXPECT_GT(farthest, 6.5);
}

// Threads that come to the first change at the same time: neither waits for ever, nor changes what the other gets.
TEST_F(SwitchedSweep, ThreadsShareTheBook) {
  SweepRequest request = sweep_request({"be'"}, {"end(al')", "end(x)"}, 4);
  request.simulation.method = IntegrationMethod::kAdams;
  const std::string text = with_sequence(kTurningOnASphere, "zxz", "al, be, ga") +
                           "initial: {x: 0.6, z: -0.8, x': 2.4, y': 2, z': 1.8, al: 0.3, be: 0.4, al': 1, be': 3}\n";
  const RunTable table{read_variations(std::vector<std::string>{"be' = 2 .. 4 : 6"}), {}};
  SweepOptions options;
  options.threads = 2;
  const std::vector<LedgerRow> together = all_runs(swept(machine(text), request), table, options);
  const std::vector<LedgerRow> alone = all_runs(swept(machine(text), request), table);
  ASSERT_EQ(alone.size(), 6u);
  for (const LedgerRow& row : alone) EXPECT_TRUE(row.good) << row.cause;
  EXPECT_TRUE(same_bits(together, alone));
}

}  // namespace
}  // namespace kinemate
