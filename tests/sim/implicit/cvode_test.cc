#include "sim/implicit/cvode.h"

#include <stdexcept>

#include "base/error.h"
#include "sim/explicit/dop853.h"
#include "sim/integrate.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

// Van der Pol's oscillator y'' = mu (1 - y²) y' - y, stiff for large mu. The number of Jacobians is counted.
struct VanDerPol : TestSystem {
  explicit VanDerPol(double mu, bool exact, long* jacobians = nullptr)
      : TestSystem(
            {.dimension = 2, .has_jacobian = exact},
            [mu](double, Span y, OutSpan rate) {
              rate[0] = y[1];
              rate[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
              return true;
            },
            {},
            [mu, jacobians](double, Span y, OutSpan j) {
              if (jacobians) ++*jacobians;
              j[0] = 0;
              j[1] = -2 * mu * y[0] * y[1] - 1;
              j[2] = 1;
              j[3] = mu * (1 - y[0] * y[0]);
              return true;
            }) {}
};

const std::vector<double> kOscillatorStart = {2, 0};

// Reference at t = 2000 for mu = 1000: Mazzia and Magherini, Test Set for IVP Solvers, 2008.
TEST(Cvode, StiffVanDerPolWithExactJacobian) {
  long jacobians = 0;
  VanDerPol system(1000, true, &jacobians);
  const auto integrator = make_cvode(system, {.rtol = 1e-8, .atol = {1e-10}});
  integrator->begin(0, kOscillatorStart);
  const long steps = advance(*integrator, 2000);
  EXPECT_NEAR(integrator->state()[0], 0.1706167732170483e1, 2e-6);
  EXPECT_NEAR(integrator->state()[1], -0.8928097010247975e-3, 2e-8);
  const IntegratorStatistics& statistics = integrator->statistics();
  EXPECT_EQ(statistics.steps, steps);
  EXPECT_EQ(statistics.jacobians, jacobians);
  EXPECT_LT(steps, 3000);
  EXPECT_LT(jacobians, steps / 5);
  EXPECT_GT(jacobians, 5);
  EXPECT_EQ(system.calls, statistics.rhs_calls);
}

TEST(Cvode, DifferencesDoWithoutAJacobian) {
  VanDerPol exact(1000, true), bare(1000, false);
  const auto with = make_cvode(exact, {}), without = make_cvode(bare, {});
  for (Integrator* integrator : {with.get(), without.get()}) {
    integrator->begin(0, kOscillatorStart);
    advance(*integrator, 300);
  }
  EXPECT_NEAR(with->state()[0], without->state()[0], 1e-4);
  EXPECT_GT(bare.calls, exact.calls);
  EXPECT_GT(without->statistics().jacobians, 0);
}

TEST(Cvode, LooksInsideOfStepsHitsLimitsAndRunsBackwards) {
  KeplerOrbit orbit;
  const auto integrator = make_cvode(orbit, {.rtol = 1e-9, .atol = {1e-9}});
  for (const double direction : {1.0, -1.0}) {
    integrator->begin(0, KeplerOrbit::start());
    std::vector<double> y(4);
    for (const double limit : {0.5, 3.0}) {
      advance(*integrator, direction * limit, [&] {
        const double t = 0.4 * integrator->last_time() + 0.6 * integrator->time();
        integrator->interpolate(t, y);
        EXPECT_LT(largest_difference(y, KeplerOrbit::exact(t)), 1e-5);
      });
      EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(direction * limit)), 1e-5);
    }
  }
}

TEST(Cvode, RestartsAndKeepsCounting) {
  KeplerOrbit orbit;
  const auto integrator = make_cvode(orbit, {});
  integrator->begin(0, KeplerOrbit::start());
  advance(*integrator, 1);
  const IntegratorStatistics before = integrator->statistics();
  integrator->restart(2, KeplerOrbit::exact(2));
  advance(*integrator, 3);
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(3)), 1e-3);
  EXPECT_GT(integrator->statistics().steps, before.steps);
  EXPECT_GE(integrator->statistics().jacobians, before.jacobians);
  EXPECT_EQ(integrator->statistics().rhs_calls, orbit.calls);
}

TEST(Cvode, FindsEvents) {
  TestSystem system(
      {.dimension = 1, .events = {{"half", EventDirection::kFalling}}},
      [](double, Span y, OutSpan rate) {
        rate[0] = -y[0];
        return true;
      },
      [](double, Span y, OutSpan g) { g[0] = y[0] - 0.5; });
  const auto integrator = make_cvode(system, {.rtol = 1e-10, .atol = {1e-12}});
  RunCallbacks callbacks;
  callbacks.event = [](const EventReport&, OutSpan) { return EventAction::kStop; };
  const RunStatus status = run_integration(*integrator, std::vector{1.0}, {.t1 = 5}, callbacks);
  EXPECT_NEAR(status.time, std::log(2), 1e-8);
}

TEST(Cvode, FailsWithTheReason) {
  TestSystem domain({.dimension = 2}, [](double t, Span, OutSpan rate) {
    rate[0] = 1;
    rate[1] = std::sqrt(1 - t);
    return true;
  });
  const auto one = make_cvode(domain, {});
  const RunStatus not_finite = run_integration(*one, std::vector{0.0, 0.0}, {.t1 = 2}, {});
  EXPECT_EQ(not_finite.end, RunEnd::kNotFinite) << not_finite.message;
  EXPECT_EQ(not_finite.state, 1u);
  EXPECT_NEAR(not_finite.time, 1, 1e-2);

  TestSystem blow_up({.dimension = 1}, [](double, Span y, OutSpan rate) {
    rate[0] = y[0] * y[0];
    return true;
  });
  const auto other = make_cvode(blow_up, {});
  const RunStatus status = run_integration(*other, std::vector{1.0}, {.t1 = 2, .max_steps = 100000}, {});
  EXPECT_EQ(status.cause, LikelyCause::kBlowUp) << status.message;
  EXPECT_NEAR(status.time, 1, 1e-2);
}

TEST(Cvode, ExceptionsOfTheSystemPass) {
  TestSystem system({.dimension = 1}, [](double t, Span, OutSpan rate) {
    if (t > 0.5) throw std::runtime_error("of the system");
    rate[0] = 1;
    return true;
  });
  const auto integrator = make_cvode(system, {});
  integrator->begin(0, std::vector{0.0});
  EXPECT_THROW(advance(*integrator, 1), std::runtime_error);
}

TEST(Cvode, RefusesFixedStepsAndNoStates) {
  KeplerOrbit orbit;
  EXPECT_THROW(make_cvode(orbit, {.fixed_step = 0.1}), Error);
  TestSystem empty({}, {});
  EXPECT_THROW(make_cvode(empty, {}), Error);
}

}  // namespace
}  // namespace kinemate
