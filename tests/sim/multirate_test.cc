#include "sim/multirate.h"

#include "base/error.h"
#include "sim/explicit/dop853.h"
#include "sim/integrate.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

constexpr double kMassRatio = 1e-3;

// A slow oscillator X that carries a light and stiff one z, each moving the other. States X, z, X', z'.
class SlowAndFast : public OdeSystem {
 public:
  explicit SlowAndFast(std::vector<std::size_t> fast = {1, 3}, double frequency = 50)
      : OdeSystem({.dimension = 4, .fast = std::move(fast), .events = {{"z", EventDirection::kRising}}}),
        stiffness_(frequency * frequency) {}

  bool rhs(double t, Span y, OutSpan rate) override { return slow_rhs(t, y, rate) && fast_rhs(t, y, rate); }
  bool slow_rhs(double, Span y, OutSpan rate) override {
    ++slow_calls;
    rate[0] = y[2];
    rate[2] = -y[0] + kMassRatio * y[1] + 0.2 * y[0] * y[0];
    return true;
  }
  bool fast_rhs(double, Span y, OutSpan rate) override {
    ++fast_calls;
    rate[1] = y[3];
    rate[3] = -stiffness_ * (y[1] - 0.1 * y[0]);
    return true;
  }
  void event_values(double, Span y, OutSpan g) override { g[0] = y[1] - 0.1 * y[0]; }

  long slow_calls = 0, fast_calls = 0;

 private:
  double stiffness_;
};

const std::vector<double> kMultirateStart = {1, 0.102, 0, 0};

std::vector<double> reference(double end) {
  SlowAndFast system;
  const auto integrator = make_dop853(system, {.rtol = 1e-13, .atol = {1e-14}});
  integrator->begin(0, kMultirateStart);
  advance(*integrator, end);
  return {integrator->state().begin(), integrator->state().end()};
}

TEST(Multirate, HasOrderFourInTheLongStep) {
  SlowAndFast system;
  const std::vector<double> exact = reference(4);
  std::vector<double> errors, all, inside;
  for (const double step : {0.2, 0.1, 0.05}) {
    const auto integrator = make_multirate(system, {.fixed_step = step}, {.substeps = 500});
    integrator->begin(0, kMultirateStart);
    double worst = 0;
    std::vector<double> y(4);
    advance(*integrator, 4, [&] {
      if (integrator->time() > 3.7) return;
      const double t = 0.3 * integrator->last_time() + 0.7 * integrator->time();
      integrator->interpolate(t, y);
      worst = std::max(worst, largest_difference(y, reference(t)));
    });
    errors.push_back(std::hypot(integrator->state()[0] - exact[0], integrator->state()[2] - exact[2]));
    all.push_back(largest_difference(integrator->state(), exact));
    inside.push_back(worst);
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.5) << errors[0] << " " << errors[1];
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 4, 0.5) << errors[1] << " " << errors[2];
  // the fast states tell how smooth the path of the slow ones is: they ring at its corners
  EXPECT_NEAR(std::log2(all[0] / all[2]), 8, 1) << all[0] << " " << all[2];
  EXPECT_LT(all[0], 1e-5);
  EXPECT_GT(std::log2(inside[1] / inside[2]), 2.5) << inside[1] << " " << inside[2];
}

TEST(Multirate, SavesSlowEvaluations) {
  SlowAndFast system, whole;
  const std::vector<double> exact = reference(20);
  const auto integrator = make_multirate(system, {.rtol = 1e-6, .atol = {1e-8}});
  const auto other = make_dop853(whole, {.rtol = 1e-6, .atol = {1e-8}});
  integrator->begin(0, kMultirateStart);
  other->begin(0, kMultirateStart);
  advance(*integrator, 20);
  advance(*other, 20);
  EXPECT_LT(largest_difference(integrator->state(), exact), 2e-3);
  EXPECT_EQ(system.slow_calls, integrator->statistics().rhs_calls);
  EXPECT_EQ(system.fast_calls, integrator->statistics().fast_calls);
  EXPECT_LT(8 * system.slow_calls, whole.slow_calls);
}

TEST(Multirate, ErrorFollowsTheTolerance) {
  SlowAndFast system;
  const std::vector<double> exact = reference(10);
  double last = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const auto integrator = make_multirate(system, {.rtol = tolerance, .atol = {1e-2 * tolerance}});
    integrator->begin(0, kMultirateStart);
    advance(*integrator, 10);
    const double error = largest_difference(integrator->state(), exact);
    EXPECT_LT(error, last / 5);
    last = error;
  }
  EXPECT_LT(last, 1e-5);
}

TEST(Multirate, EventsOfFastStatesAreFoundInLongSteps) {
  SlowAndFast system;
  const auto integrator = make_multirate(system, {.fixed_step = 1}, {.substeps = 400});
  std::vector<double> times;
  RunCallbacks callbacks;
  callbacks.event = [&](const EventReport& report, OutSpan) {
    times.push_back(report.time);
    return EventAction::kGoOn;
  };
  EXPECT_TRUE(run_integration(*integrator, kMultirateStart, {.t1 = 2}, callbacks).good());
  ASSERT_EQ(times.size(), 16u);  // 2 s of 50 rad/s
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_NEAR(times[i] - times[i - 1], 2 * std::numbers::pi / 50, 1e-2);
}

TEST(Multirate, NeedsFastAndSlowStates) {
  SlowAndFast none(std::vector<std::size_t>{}), all({0, 1, 2, 3});
  EXPECT_THROW(make_multirate(none, {}), Error);
  EXPECT_THROW(make_multirate(all, {}), Error);
}

TEST(Multirate, FailsWithTheState) {
  TestSystem system({.dimension = 2, .fast = {0}}, [](double t, Span, OutSpan rate) {
    rate[0] = 1;
    rate[1] = std::sqrt(1 - t);
    return true;
  });
  const auto integrator = make_multirate(system, {});
  integrator->begin(0, std::vector{0.0, 0.0});
  StepOutcome outcome;
  while (outcome) outcome = integrator->step(5);
  EXPECT_EQ(outcome.end, StepEnd::kNotFinite);
  EXPECT_EQ(outcome.state, 1u);
  EXPECT_NEAR(integrator->time(), 1, 1e-3);
}

}  // namespace
}  // namespace kinemate
