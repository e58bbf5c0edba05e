#include "study/switching/chart_switch.h"

#include <gtest/gtest.h>

#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class ChartSwitchTest : public StudyTest {
 protected:
  ChartSwitchTest() {
    request_ = until(10, 1e-10);
    request_.method = IntegrationMethod::kAdams;
  }

  struct Following {
    explicit Following(const SimulatedMachine& machine) : charts(machine, log) {}

    void begin(const SimulatedMachine& machine) {
      charts.begin();
      RunStart start(machine.start);
      const RunStart::Numbers numbers = start({});
      charts.now().system.begin(numbers.parameters, numbers.inputs);
      charts.now().make_ready(true);
      std::vector<double> x(numbers.x.begin(), numbers.x.end());
      ASSERT_TRUE(charts.now().system.close(0, x));
      if (charts.now().angles) charts.now().angles->start(0, x, charts.now().system.around());
      if (charts.now().audit) charts.now().audit->start(0, x);
      charts.now().integrator->begin(0, charts.start(0, x, switches));
    }

    std::vector<double> row() {
      const Integrator& integrator = *charts.now().integrator;
      const std::span<const double> numbers = charts.now().row(integrator.time(), integrator.state());
      return {numbers.begin(), numbers.end()};
    }

    std::vector<SimulatedEvent> log;
    ChartSwitch charts;
    std::vector<CoordinateSwitch> switches;
  };

  SimulationRequest request_;
};

// At a change nothing happens but that the state has other names.
TEST_F(ChartSwitchTest, GoesOnFromTheSamePlace) {
  const SimulatedMachine made = make_simulated_machine(machine(cartesian_pendulum(7)), request_, keep_quiet);
  Following run(made);
  run.begin(made);
  while (run.switches.size() < 9) {
    const Integrator* before = run.charts.now().integrator.get();
    ASSERT_TRUE(run.charts.now().integrator->step(10));
    const std::vector<double> here = run.row();
    const long steps = before->statistics().steps;
    const double last = before->time();
    const std::size_t order = before->order();
    const Integrator* after = run.charts.change(run.switches);
    if (after == nullptr) {
      EXPECT_EQ(run.charts.now().integrator.get(), before);
      continue;
    }
    EXPECT_NE(after, before);
    EXPECT_EQ(run.charts.now().integrator.get(), after);
    EXPECT_EQ(after->time(), last);
    EXPECT_EQ(after->statistics().steps, steps);
    EXPECT_EQ(after->order(), order);
    const CoordinateSwitch& change = run.switches.back();
    EXPECT_EQ(change.time, last);
    EXPECT_EQ(change.order_before, order);
    EXPECT_EQ(change.order_after, order);
    const std::vector<double> there = run.row();
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t i = 0; i < here.size(); ++i) EXPECT_NEAR(here[i], there[i], 1e-13 * (1 + std::abs(here[i])));
    // the criterion, by hand: here[1] and here[2] are x and y
    const bool to_y = change.to == "y";
    EXPECT_NEAR(change.before, to_y ? here[2] * here[2] : here[1] * here[1], 1e-9);
    EXPECT_NEAR(change.after, to_y ? here[1] * here[1] : here[2] * here[2], 1e-9);
    EXPECT_LT(change.before, 0.5);
    EXPECT_GT(change.after, 0.5);
    EXPECT_EQ(change.from, to_y ? "x" : "y");
  }
}

// Another run begins in the machine's own chart, and makes the same changes.
TEST_F(ChartSwitchTest, BeginsAgain) {
  const SimulatedMachine made = make_simulated_machine(machine(cartesian_pendulum(7)), request_, keep_quiet);
  Following run(made);
  std::vector<double> times[2];
  for (std::vector<double>& one : times) {
    run.switches.clear();
    run.begin(made);
    EXPECT_EQ(&run.charts.now().machine(), &made);
    while (run.switches.size() < 3) {
      ASSERT_TRUE(run.charts.now().integrator->step(10));
      run.charts.change(run.switches);
    }
    for (const CoordinateSwitch& change : run.switches) one.push_back(change.time);
    EXPECT_NE(&run.charts.now().machine(), &made);
  }
  EXPECT_EQ(times[0], times[1]);
}

TEST_F(ChartSwitchTest, StaysWhereAllIsWell) {
  const SimulatedMachine made =
      make_simulated_machine(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [phi]\n")), request_, keep_quiet);
  Following run(made);
  run.begin(made);
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(run.charts.now().integrator->step(10));
    ASSERT_EQ(run.charts.change(run.switches), nullptr);
  }
  EXPECT_EQ(&run.charts.now().machine(), &made);
}

// Without leave to change, a dead centre is the end, and what is wrong is said.
TEST_F(ChartSwitchTest, DeadCentresAreSaid) {
  request_.switching = Switching::kOff;
  request_.initial = given({"phi' = 25"});
  const Model model = machine(four_bar_text(kCrankRocker, 1, 1, "independent: [psi]\n"));
  const std::string why = refusal([&] {
    const Recorded run = run_machine(model, request_);
    if (!run.report.status.good())
      throw Error(ErrorCode::kSingularPosition, "stopped at t = : " + run.report.status.message);
  });
  EXPECT_TRUE(contains(why, "t = "));
  EXPECT_FALSE(contains(why, "nothing was refused"));
  request_.switching = Switching::kCarryOver;
  EXPECT_TRUE(run_machine(model, request_).report.status.good());
}

}  // namespace
}  // namespace kinemate
