#include "sim/implicit/midpoint.h"

#include "base/error.h"
#include "sim/explicit/rk4.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(Midpoint, HasOrderTwo) { expect_order(make_midpoint, 400, 2, 2); }

// Euler's equations of a free rigid body: energy and the square of the spin are quadratic.
TestSystem free_body() {
  return {{.dimension = 3}, [](double, Span w, OutSpan rate) {
            rate[0] = (2.0 - 3.0) / 1.0 * w[1] * w[2];
            rate[1] = (3.0 - 1.0) / 2.0 * w[2] * w[0];
            rate[2] = (1.0 - 2.0) / 3.0 * w[0] * w[1];
            return true;
          }};
}

double energy(Span w) { return 0.5 * (w[0] * w[0] + 2 * w[1] * w[1] + 3 * w[2] * w[2]); }
double spin(Span w) { return w[0] * w[0] + 4 * w[1] * w[1] + 9 * w[2] * w[2]; }

TEST(Midpoint, KeepsQuadraticInvariantsToRounding) {
  TestSystem body = free_body();
  const std::vector<double> start = {0.3, 1.0, 0.2};
  const auto integrator = make_midpoint(body, {.fixed_step = 0.05});
  integrator->begin(0, start);
  double worst = 0;
  const long steps = advance(*integrator, 5000, [&] {
    worst = std::max(worst, std::abs(energy(integrator->state()) / energy(start) - 1));
    worst = std::max(worst, std::abs(spin(integrator->state()) / spin(start) - 1));
  });
  EXPECT_EQ(steps, 100'000);
  EXPECT_LT(worst, 3e-14);
  EXPECT_LT(integrator->statistics().rhs_calls, 10 * steps);
  // which is nothing that other methods do
  const auto other = make_rk4(body, {.fixed_step = 0.05});
  other->begin(0, start);
  advance(*other, 5000);
  EXPECT_GT(std::abs(energy(other->state()) / energy(start) - 1), 1e-8);
}

TEST(Midpoint, IsSymmetricInTime) {
  KeplerOrbit orbit;
  const auto integrator = make_midpoint(orbit, {.fixed_step = 0.01});
  integrator->begin(0, KeplerOrbit::start());
  advance(*integrator, 5);
  integrator->restart(5, integrator->state());
  advance(*integrator, 0);
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::start()), 1e-12);
}

TEST(Midpoint, StiffnessDoesNotMatter) {
  for (const bool exact : {true, false}) {
    TestSystem stiff(
        {.dimension = 1, .has_jacobian = exact},
        [](double t, Span y, OutSpan rate) {
          rate[0] = -1e6 * (y[0] - std::cos(t)) - std::sin(t);
          return true;
        },
        {},
        [](double, Span, OutSpan j) {
          j[0] = -1e6;
          return true;
        });
    const auto integrator = make_midpoint(stiff, {.fixed_step = 0.01});
    integrator->begin(0, std::vector{1.0});
    advance(*integrator, 10);
    EXPECT_NEAR(integrator->state()[0], std::cos(10), 5e-5);
    EXPECT_LT(integrator->statistics().jacobians, 20);
  }
}

TEST(Midpoint, FailsWithTheReason) {
  TestSystem system({.dimension = 2}, [](double t, Span, OutSpan rate) {
    rate[0] = 1;
    rate[1] = std::sqrt(1 - t);
    return true;
  });
  const auto integrator = make_midpoint(system, {.fixed_step = 0.1});
  integrator->begin(0, std::vector{0.0, 0.0});
  StepOutcome outcome;
  while (outcome) outcome = integrator->step(5);
  EXPECT_EQ(outcome.end, StepEnd::kNotFinite);
  EXPECT_EQ(outcome.state, 1u);
  EXPECT_NEAR(integrator->time(), 1, 1e-12);
  EXPECT_THROW(make_midpoint(system, {}), Error);
}

}  // namespace
}  // namespace kinemate
