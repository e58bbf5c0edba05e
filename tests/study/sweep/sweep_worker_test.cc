#include "study/sweep/sweep_worker.h"

#include <gtest/gtest.h>

#include "study/sweep/fixture.h"

namespace kinemate {
namespace {

class SweepWorkerTest : public StudyTest {
 protected:
  static std::vector<LedgerRow> run(SweepWorker& worker, const std::vector<std::vector<double>>& inputs) {
    std::vector<LedgerRow> rows;
    for (const std::vector<double>& one : inputs) rows.push_back({rows.size(), true, "", one, {}});
    for (std::size_t at = 0; at < rows.size(); at += worker.width())
      EXPECT_TRUE(worker.run(std::span(rows).subspan(at, std::min(worker.width(), rows.size() - at))));
    return rows;
  }
};

// Lanes and single runs; rows that need accelerations, inputs, and all columns.
TEST_F(SweepWorkerTest, RunsAreThoseOfSimulate) {
  SweepRequest request = sweep_request({"l", "phi", "m"}, {"end(phi)", "end(phi'')", "max(tip_z)"});
  request.rows = true;
  const SweptMachine machine_in_lanes = swept(machine(kPendulum), request);
  std::map<std::uint64_t, std::vector<double>> kept;
  SweepWorker worker(machine_in_lanes, [&](std::uint64_t run, std::span<const double> rows) {
    kept[run].assign(rows.begin(), rows.end());
  });
  EXPECT_EQ(worker.width(), 8u);
  std::vector<std::vector<double>> inputs;
  for (int i = 0; i < 11; ++i) inputs.push_back({0.5 + 0.1 * i, 2.5 - 0.3 * i, 1});
  const std::vector<LedgerRow> rows = run(worker, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Model other = machine(kPendulum);
    for (Parameter& parameter : other.parameters)
      if (parameter.name == "l") parameter.value = make_real(inputs[i][0]);
    SimulationRequest single = until(2, 1e-9);
    single.method = IntegrationMethod::kDop853;
    single.initial = {{make_symbol("phi"), make_real(inputs[i][1])}};
    single.record.accelerations = true;
    const Recorded expected = run_machine(other, single);
    ASSERT_TRUE(rows[i].good) << rows[i].cause;
    EXPECT_NEAR(rows[i].values[0], expected.at_end("phi"), 1e-7);
    EXPECT_NEAR(rows[i].values[1], expected.at_end("phi''"), 1e-6);
    double largest = -10;
    for (const auto& row : expected.rows) largest = std::max(largest, row[expected.column("tip_z")]);
    EXPECT_NEAR(rows[i].values[2], largest, 1e-7);
    ASSERT_EQ(kept[i].size(), 501u * 6);
    EXPECT_DOUBLE_EQ(kept[i][500 * 6], 2);
    EXPECT_NEAR(kept[i][500 * 6 + 1], expected.at_end("phi"), 1e-7);
  }
}

// Times at which a force switches, and narrow pulses, are those of each run.
TEST_F(SweepWorkerTest, ConditionsAndPulsesOfEachRun) {
  const auto pushed = [](const std::string& force) {
    return machine(R"(
name: slider
parameters: {late: 5, width: 0.1}
bodies: {block: {mass: 1}}
joints: {rail: {type: prismatic, axis: x, from: world, to: block, coordinate: x}}
loads: {push: {type: joint, joint: rail, effort: ")" +
                   force + "\"}}\n");
  };
  const double root_of_pi = std::sqrt(std::acos(-1.0));
  const struct {
    const char* force;
    double impulse;  // for each second of width
  } cases[] = {{"if(t > late and t < late + width, 100, 0)", 100},
               {"100*step(late, t, late + width)", 100},
               {"100*exp(-((t - late)/width)^2)", 100 * root_of_pi}};
  for (const auto& one : cases) {
    const SweptMachine made = swept(pushed(one.force), sweep_request({"late", "width"}, {"end(x')", "end(x)"}, 10));
    SweepWorker worker(made);
    std::vector<std::vector<double>> inputs;
    for (int i = 0; i < 9; ++i) inputs.push_back({1.0 + 0.9 * i, 0.02 + 0.01 * i});
    for (const LedgerRow& row : run(worker, inputs)) {
      ASSERT_TRUE(row.good) << row.cause;
      EXPECT_NEAR(row.values[0], one.impulse * row.inputs[1], 1e-6) << one.force << ", " << row.inputs[0];
    }
  }
}

TEST_F(SweepWorkerTest, LanesDoNotKnowOfEachOther) {
  const SweptMachine made = swept(machine(kPendulum), sweep_request({"l", "phi"}, {"end(phi)", "max(phi')"}));
  SweepWorker together(made), alone(made);
  std::vector<std::vector<double>> inputs;
  for (int i = 0; i < 8; ++i) inputs.push_back({0.1 + 0.7 * i, 0.3 * i});
  const std::vector<LedgerRow> rows = run(together, inputs);
  for (const LedgerRow& row : rows) {
    std::vector<LedgerRow> single = {{row.run, true, "", row.inputs, {}}};
    ASSERT_TRUE(alone.run(single));
    EXPECT_EQ(single[0].values, row.values) << row.run;
  }
}

TEST_F(SweepWorkerTest, OneFailureIsItsOwn) {
  const Model model = machine(R"(
name: root
parameters: {k: 1}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*sqrt(x)}}
initial: {x: 1}
)");
  const SweptMachine made = swept(model, sweep_request({"k", "x"}, {"end(x)"}));
  SweepWorker worker(made);
  const std::vector<LedgerRow> rows = run(worker, {{0.1, 1}, {5, 1}, {0, 1}, {1, -1}, {0.1, 1}, {0, std::nan("")}});
  for (std::size_t good : {0u, 2u, 4u}) EXPECT_TRUE(rows[good].good);
  EXPECT_EQ(rows[0].values, rows[4].values);
  EXPECT_DOUBLE_EQ(rows[2].values[0], 1);
  for (std::size_t bad : {1u, 3u, 5u}) {
    EXPECT_FALSE(rows[bad].good);
    EXPECT_FALSE(rows[bad].cause.empty());
  }
  EXPECT_TRUE(contains(rows[5].cause, "initial value of x"));
}

TEST_F(SweepWorkerTest, EventsAreCounted) {
  const Model model = machine(falling_ball("floor: {condition: z, direction: falling, impact: 0.5}"));
  const SweptMachine made = swept(model, sweep_request({"z"}, {"time(floor)", "count(floor)"}, 1.5));
  SweepWorker worker(made);
  const std::vector<LedgerRow> rows = run(worker, {{5}, {20}});
  EXPECT_NEAR(rows[0].values[0], 1, 1e-9);  // z = 5 - 5 t^2
  EXPECT_EQ(rows[0].values[1], 1);
  EXPECT_TRUE(std::isnan(rows[1].values[0]));
  EXPECT_EQ(rows[1].values[1], 0);
}

// Steps that would be millions: it is noticed, and done otherwise.
TEST_F(SweepWorkerTest, StiffRunsAreLeftToOtherMethods) {
  const Model model = machine(R"(
name: stiff
parameters: {k: 1e4, d: 1e7}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*x - d*x'}}
initial: {x: 1}
)");
  SweepRequest request = sweep_request({"d"}, {"end(x)"}, 10);
  request.simulation.rtol = 1e-6;
  const SweptMachine made = swept(model, request);
  SweepWorker worker(made);
  const std::vector<LedgerRow> rows = run(worker, {{1e7}});
  ASSERT_TRUE(rows[0].good) << rows[0].cause;
  EXPECT_NEAR(rows[0].values[0], std::exp(-1e-2), 1e-5);
}

}  // namespace
}  // namespace kinemate
