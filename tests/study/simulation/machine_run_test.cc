#include "study/simulation/machine_run.h"

#include <gtest/gtest.h>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class MachineRunTest : public StudyTest {
 protected:
  static double end_of(MachineRun& run, const std::vector<double>& varied, std::size_t column) {
    double last = 0;
    const SimulationReport report =
        run.run(varied, {[&](std::span<const double> row) { last = row[column]; }, {}, nullptr});
    EXPECT_TRUE(report.status.good()) << report.status.message;
    return last;
  }
};

// The same numbers as a machine that was made with these values.
TEST_F(MachineRunTest, VariedRunsAreThoseOfOtherMachines) {
  SimulationRequest request = until(2, 1e-12);
  request.varied = {"l", "phi"};
  const SimulatedMachine made = make_simulated_machine(machine(kPendulum), request, [](const std::string&) {});
  MachineRun run(made);
  for (const auto& [l, phi] : {std::pair{1.0, 0.5}, std::pair{2.5, 1.0}, std::pair{0.7, -2.0}, std::pair{1.0, 0.5}}) {
    Model other = machine(kPendulum);
    for (Parameter& parameter : other.parameters)
      if (parameter.name == "l") parameter.value = make_real(l);
    SimulationRequest single = until(2, 1e-12);
    single.initial = {{make_symbol("phi"), make_real(phi)}};
    EXPECT_NEAR(end_of(run, {l, phi}, 1), run_machine(other, single).at_end("phi"), 1e-9) << l;
  }
}

// A run leaves nothing behind: neither contacts nor parameters that events have set, nor times.
TEST_F(MachineRunTest, RunsDoNotKnowOfEachOther) {
  SimulationRequest request = until(3, 1e-10);
  request.varied = {"e", "late"};
  const Model with_parameters = machine(R"(
name: ball
parameters: {g: 10, e: 0.5, late: 2, c: 0}
gravity: [0, 0, -g]
bodies: {ball: {mass: 2}}
joints: {air: {type: prismatic, axis: z, from: world, to: ball, coordinate: z}}
loads: {drag: {type: joint, joint: air, effort: -c*z'}}
initial: {z: 5}
when:
  floor: {condition: z, direction: falling, contact: e}
  clock: {at: late, set: {c: 1}}
)");
  const SimulatedMachine made = make_simulated_machine(with_parameters, request, [](const std::string&) {});
  MachineRun run(made);
  const double bouncing = end_of(run, {0.5, 2}, 1), dead = end_of(run, {0, 2}, 1), early = end_of(run, {0.5, 0.2}, 1);
  EXPECT_NEAR(dead, 0, 1e-6);
  EXPECT_NE(bouncing, early);
  EXPECT_EQ(end_of(run, {0.5, 2}, 1), bouncing);
  EXPECT_EQ(end_of(run, {0.5, 0.2}, 1), early);
  EXPECT_TRUE(contains(refusal([&] { run.run(std::vector<double>{1.5, 2}, {}); }), "restitution 1.5"));
}

}  // namespace
}  // namespace kinemate
