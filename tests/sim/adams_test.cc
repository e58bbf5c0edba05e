#include "sim/adams.h"

#include "base/error.h"
#include "problems.h"
#include "sim/dop853.h"

namespace kinemate {
namespace {

TEST(Adams, RunsAtHighOrderWhereTolerancesAreTight) {
  KeplerOrbit orbit;
  const auto integrator = make_adams(orbit, {.rtol = 1e-12, .atol = {1e-12}});
  integrator->begin(0, KeplerOrbit::start());
  const long steps = advance(*integrator, 10 * KeplerOrbit::kPeriod);
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::start()), 1e-8);
  const IntegratorStatistics& statistics = integrator->statistics();
  long high = 0, all = 0;
  for (std::size_t k = 0; k < statistics.orders.size(); ++k) {
    all += statistics.orders[k];
    if (k >= 8) high += statistics.orders[k];
  }
  EXPECT_EQ(all, steps);
  EXPECT_GT(high, 9 * all / 10);
  EXPECT_FALSE(integrator->looks_stiff());
  // two evaluations a step, fewer than half of those that dop853 takes
  EXPECT_LT(statistics.rhs_calls, 2 * (steps + statistics.rejected) + 5);
  const auto other = make_dop853(orbit, {.rtol = 1e-12, .atol = {1e-12}});
  other->begin(0, KeplerOrbit::start());
  advance(*other, 10 * KeplerOrbit::kPeriod);
  EXPECT_LT(2 * statistics.rhs_calls, other->statistics().rhs_calls + 500);
}

TEST(Adams, ErrorFollowsTheTolerance) {
  KeplerOrbit orbit;
  double last = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const auto integrator = make_adams(orbit, {.rtol = tolerance, .atol = {tolerance}});
    integrator->begin(0, KeplerOrbit::start());
    advance(*integrator, KeplerOrbit::kPeriod);
    const double error = largest_difference(integrator->state(), KeplerOrbit::start());
    EXPECT_LT(error, 200 * tolerance);
    EXPECT_LT(error, last / 5);
    last = error;
  }
}

TEST(Adams, InsideOfStepsTheErrorIsThatOfTheSteps) {
  KeplerOrbit orbit;
  for (const double tolerance : {1e-6, 1e-11}) {
    const auto integrator = make_adams(orbit, {.rtol = tolerance, .atol = {tolerance}});
    integrator->begin(0, KeplerOrbit::start());
    std::vector<double> y(4);
    advance(*integrator, KeplerOrbit::kPeriod, [&] {
      for (const double part : {0.0, 0.21, 0.5, 0.77, 1.0}) {
        const double t = integrator->last_time() + part * (integrator->time() - integrator->last_time());
        integrator->interpolate(t, y);
        EXPECT_LT(largest_difference(y, KeplerOrbit::exact(t)), 300 * tolerance);
      }
    });
  }
}

TEST(Adams, HitsLimitsAndRunsBackwards) {
  KeplerOrbit orbit;
  const auto integrator = make_adams(orbit, {.rtol = 1e-10, .atol = {1e-10}});
  integrator->begin(0, KeplerOrbit::start());
  for (const double limit : {0.1, 1.0, 3.0}) {
    advance(*integrator, limit);
    EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(limit)), 1e-8);
  }
  integrator->restart(3, KeplerOrbit::exact(3));
  advance(*integrator, -1);
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(-1)), 1e-8);
}

// Limits close to each other cost neither accuracy nor many steps.
TEST(Adams, VeryShortStepsDoNoHarm) {
  KeplerOrbit orbit;
  for (const double distance : {1e-12, 1e-9, 1e-6, 1e-3}) {
    const auto integrator = make_adams(orbit, {.rtol = 1e-10, .atol = {1e-10}});
    integrator->begin(0, KeplerOrbit::start());
    for (const double limit : {1.0, 2.0, 3.0, 6.0}) {
      advance(*integrator, limit);
      if (limit < 6) advance(*integrator, limit + distance);
    }
    EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(6)), 1e-8) << distance;
    EXPECT_LT(integrator->statistics().steps, distance < 1e-8 ? 250 : 160) << distance;
  }
}

// The orbit told in axes that are turned by an angle, from the middle of the run on: the past is told in them too, and
// the integration goes on at its order.
TEST(Adams, GoesOnInOtherCoordinates) {
  KeplerOrbit orbit;
  const double c = std::cos(0.4), s = std::sin(0.4);
  const auto turn = [&](std::span<double> v) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
      const double x = v[i], y = v[i + 1];
      v[i] = c * x - s * y;
      v[i + 1] = s * x + c * y;
    }
  };
  const auto integrator = make_adams(orbit, {.rtol = 1e-12, .atol = {1e-12}});
  integrator->begin(0, KeplerOrbit::start());
  advance(*integrator, 3);
  const long steps = integrator->statistics().steps;
  AdamsHistory history = integrator->history();
  ASSERT_GE(history.order, 8u);
  std::vector<double> slopes = adams_slopes(history, 4);
  for (std::size_t at = 0; at < slopes.size(); at += 4) turn(std::span(slopes).subspan(at, 4));
  set_adams_slopes(history, 4, slopes);
  std::vector<double> y(integrator->state().begin(), integrator->state().end());
  turn(y);
  integrator->resume(y, history);
  advance(*integrator, 6);
  std::vector<double> expected = KeplerOrbit::exact(6);
  turn(expected);
  EXPECT_LT(largest_difference(integrator->state(), expected), 1e-9);
  // no start at order 1 again
  const IntegratorStatistics& statistics = integrator->statistics();
  EXPECT_LE(statistics.orders[1] + statistics.orders[2] + statistics.orders[3], 4);
  EXPECT_LT(statistics.steps, 5 * steps / 2);
}

TEST(Adams, StopsWhereThereIsNoValue) {
  TestSystem system({.dimension = 2}, [](double t, Span, OutSpan rate) {
    rate[0] = 1;
    rate[1] = std::sqrt(1 - t);
    return true;
  });
  const auto integrator = make_adams(system, {});
  integrator->begin(0, std::vector{0.0, 0.0});
  StepOutcome outcome;
  while (outcome) outcome = integrator->step(5);
  EXPECT_EQ(outcome.end, StepEnd::kNotFinite);
  EXPECT_EQ(outcome.state, 1u);
  EXPECT_NEAR(integrator->time(), 1, 1e-6);
  EXPECT_NEAR(integrator->state()[1], 2.0 / 3, 1e-5);
}

TEST(Adams, TakesNoFixedStep) {
  KeplerOrbit orbit;
  EXPECT_THROW(make_adams(orbit, {.fixed_step = 0.1}), Error);
}

TEST(Adams, SeesStiffness) {
  TestSystem stiff({.dimension = 1}, [](double t, Span y, OutSpan rate) {
    rate[0] = -1e4 * (y[0] - std::cos(t));
    return true;
  });
  const auto integrator = make_adams(stiff, {});
  integrator->begin(0, std::vector{0.0});
  for (int i = 0; i < 1000; ++i) integrator->step(10);
  EXPECT_TRUE(integrator->looks_stiff());
}

}  // namespace
}  // namespace kinemate
