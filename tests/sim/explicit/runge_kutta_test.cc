#include "sim/explicit/runge_kutta.h"

#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"
#include "sim/explicit/rk4.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

TestSystem decay(double rate_constant) {
  return {{.dimension = 1}, [rate_constant](double t, Span y, OutSpan rate) {
            rate[0] = -rate_constant * (y[0] - std::cos(t));
            return true;
          }};
}

TEST(RungeKutta, HitsTheLimitAndNothingBeyond) {
  double latest = 0;
  TestSystem system({.dimension = 1}, [&](double t, Span y, OutSpan rate) {
    latest = std::max(latest, t);
    rate[0] = y[0];
    return true;
  });
  for (const MakeIntegrator& make : {MakeIntegrator(make_dopri5), MakeIntegrator(make_dop853)}) {
    const auto integrator = make(system, {});
    integrator->begin(0, std::vector{1.0});
    for (const double limit : {0.1, 0.1 + 1e-9, 1.0, 3.0}) {
      latest = 0;
      advance(*integrator, limit);
      EXPECT_EQ(integrator->time(), limit);
      EXPECT_LE(latest, limit);
    }
    EXPECT_NEAR(integrator->state()[0], std::exp(3), 1e-4);
  }
}

TEST(RungeKutta, AStepCutShortDoesNotShortenTheNext) {
  KeplerOrbit orbit;
  const auto integrator = make_dop853(orbit, {.rtol = 1e-9, .atol = {1e-9}});
  integrator->begin(0, KeplerOrbit::start());
  advance(*integrator, 1);
  const double before = integrator->time() - integrator->last_time();
  advance(*integrator, 1 + 1e-9);
  integrator->step(10);
  EXPECT_GT(integrator->time() - integrator->last_time(), before / 2);
}

TEST(RungeKutta, RunsBackwards) {
  KeplerOrbit orbit;
  const auto integrator = make_dop853(orbit, {.rtol = 1e-11, .atol = {1e-11}});
  integrator->begin(1, KeplerOrbit::exact(1));
  std::vector<double> y(4);
  advance(*integrator, -2, [&] {
    const double t = 0.3 * integrator->last_time() + 0.7 * integrator->time();
    integrator->interpolate(t, y);
    EXPECT_LT(largest_difference(y, KeplerOrbit::exact(t)), 1e-8);
  });
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(-2)), 1e-9);
}

TEST(RungeKutta, SeesStiffness) {
  for (const MakeIntegrator& make : {MakeIntegrator(make_dopri5), MakeIntegrator(make_dop853)}) {
    TestSystem stiff = decay(1e4), mild = decay(1);
    const auto hard = make(stiff, {}), easy = make(mild, {});
    hard->begin(0, std::vector{0.0});
    easy->begin(0, std::vector{0.0});
    for (int i = 0; i < 100; ++i) hard->step(10);
    advance(*easy, 100);
    EXPECT_TRUE(hard->looks_stiff());
    EXPECT_FALSE(easy->looks_stiff());
  }
}

TEST(RungeKutta, ShortensStepsWhereTheRightHandSideHasNoValue) {
  // y' = -1/√y ends at y = 0: no value beyond; the time is 2/3
  TestSystem system({.dimension = 1}, [](double, Span y, OutSpan rate) {
    rate[0] = -1 / std::sqrt(y[0]);
    return y[0] > 0;
  });
  const auto integrator = make_dopri5(system, {});
  integrator->begin(0, std::vector{1.0});
  StepOutcome outcome;
  while (outcome) outcome = integrator->step(1);
  EXPECT_NEAR(integrator->time(), 2.0 / 3, 1e-5);
  EXPECT_GT(integrator->state()[0], 0);
  EXPECT_GT(integrator->statistics().rejected, 5);
}

TEST(RungeKutta, NamesTheStateThatIsNoNumber) {
  TestSystem system({.dimension = 3}, [](double t, Span, OutSpan rate) {
    rate[0] = rate[2] = 1;
    rate[1] = std::sqrt(1 - t);
    return true;
  });
  for (const double fixed : {0.0, 0.3}) {
    const auto integrator = make_dopri5(system, {.fixed_step = fixed});
    integrator->begin(0, std::vector{0.0, 0.0, 0.0});
    StepOutcome outcome;
    while (outcome) outcome = integrator->step(5);
    EXPECT_EQ(outcome.end, StepEnd::kNotFinite);
    EXPECT_EQ(outcome.state, 1u);
    EXPECT_NEAR(outcome.time, 1, fixed > 0 ? 0.3 : 1e-6);
    EXPECT_LE(integrator->time(), 1);
  }
}

TEST(RungeKutta, TellsWhereItCannotEvenStart) {
  TestSystem system({.dimension = 2}, [](double, Span y, OutSpan rate) {
    rate[0] = 1;
    rate[1] = std::log(y[1]);
    return true;
  });
  const auto integrator = make_dop853(system, {});
  integrator->begin(0, std::vector{1.0, -1.0});
  const StepOutcome outcome = integrator->step(1);
  EXPECT_EQ(outcome.end, StepEnd::kNotFinite);
  EXPECT_EQ(outcome.state, 1u);
}

TEST(RungeKutta, FixedStepsDoNotDrift) {
  KeplerOrbit orbit;
  const auto integrator = make_rk4(orbit, {.fixed_step = 0.1});
  integrator->begin(0, KeplerOrbit::start());
  long steps = 0;
  advance(*integrator, 1000, [&] { EXPECT_NEAR(integrator->time(), 0.1 * static_cast<double>(++steps), 3e-13); });
  EXPECT_EQ(steps, 10000);
}

TEST(RungeKutta, TheLongestStepIsKept) {
  TestSystem mild = decay(0.01);
  const auto integrator = make_dop853(mild, {.max_step = 0.25});
  integrator->begin(0, std::vector{0.0});
  advance(*integrator, 10, [&] { EXPECT_LE(integrator->time() - integrator->last_time(), 0.25 + 1e-14); });
  EXPECT_GE(integrator->statistics().steps, 40);
}

}  // namespace
}  // namespace kinemate
