#include "sim/explicit/adams.h"

#include "base/error.h"
#include "sim/charts.h"
#include "sim/explicit/dop853.h"

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

// The orbit with x and y exchanged, and back, after every step: nothing of the past is lost, so that every step is the
// one that would have been made, up to rounding.
TEST(Adams, ExchangedStatesAreTheSameRun) {
  KeplerOrbit orbit, mirrored, alone;
  MappedChange mirror([](const MovingState& a, MovingState& b) { b = {a[1], a[0], a[3], a[2]}; });
  const IntegratorOptions options{.rtol = 1e-9, .atol = {1e-9}};
  const auto one = make_adams(orbit, options), other = make_adams(mirrored, options),
             whole = make_adams(alone, options);
  one->begin(0, KeplerOrbit::start());
  whole->begin(0, KeplerOrbit::start());
  Adams *now = one.get(), *next = other.get();
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(now->step(100) && whole->step(100));
    ASSERT_TRUE(next->take_over(*now, mirror, PastOf::kCarriedOver));
    std::swap(now, next);
    ASSERT_NEAR(now->time(), whole->time(), 1e-9 * whole->time());
    ASSERT_EQ(now->statistics().orders, whole->statistics().orders) << i;
  }
  EXPECT_EQ(now->statistics().rhs_calls, whole->statistics().rhs_calls);
  EXPECT_EQ(now->statistics().rejected, whole->statistics().rejected);
  EXPECT_LT(largest_difference(now->state(), KeplerOrbit::exact(now->time())), 1e-6);
  EXPECT_GT(now->statistics().orders[12], 100);
}

// States in which the motion is another function: the states at earlier times are needed, and found well enough. Single
// errors after ten orbits scatter by a factor of ten, so means are compared.
TEST(Adams, KeepsOrderAndErrorInOtherStates) {
  const double end = 10 * KeplerOrbit::kPeriod;
  for (const long steps_between : {1, 2, 5, 20}) {
    double growth = 0;  // of the error, as a sum of logarithms
    int runs = 0;
    for (double tolerance = 1e-12; tolerance < 1e-6; tolerance *= 3, ++runs) {
      TwoCharts charts = orbit_charts();
      const IntegratorOptions options{.rtol = tolerance, .atol = {tolerance}};
      ChartedIntegration run(charts, make_adams, options);
      run.now().begin(0, charts.start);
      while (run.now().time() != end) {
        ASSERT_TRUE(run.now().step(end));
        ASSERT_LT(run.now().statistics().steps, 5000);
        const bool due = run.now().statistics().steps % steps_between == 0;
        ASSERT_TRUE(!due || run.change(PastOf::kCarriedOver));
      }
      KeplerOrbit alone;
      const auto whole = make_adams(alone, options);
      whole->begin(0, KeplerOrbit::start());
      advance(*whole, end);
      const IntegratorStatistics& statistics = run.now().statistics();
      EXPECT_EQ(statistics.orders[1] + statistics.orders[2] + statistics.orders[3], 3);
      EXPECT_LT(static_cast<double>(statistics.rhs_calls), 1.1 * static_cast<double>(whole->statistics().rhs_calls));
      growth += std::log(run.error() / largest_difference(whole->state(), KeplerOrbit::start()));
    }
    EXPECT_LT(std::exp(growth / runs), 8) << steps_between;
  }
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
