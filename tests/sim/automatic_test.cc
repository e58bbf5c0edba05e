#include "sim/automatic.h"

#include "sim/charts.h"
#include "sim/explicit/dop853.h"
#include "sim/integrate.h"

namespace kinemate {
namespace {

using M = IntegrationMethod;

// Van der Pol's oscillator from the steep part of its cycle: not stiff there, very stiff soon after.
TestSystem van_der_pol(double mu) {
  return {{.dimension = 2}, [mu](double, Span y, OutSpan rate) {
            rate[0] = y[1];
            rate[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
            return true;
          }};
}

TEST(Automatic, ChangesToCvodeWhereStiffnessBegins) {
  TestSystem system = van_der_pol(1000), other = van_der_pol(1000);
  const auto integrator = make_automatic(system, {});
  integrator->begin(0, std::vector{0.0, 1.0});
  std::vector<double> y(2);
  advance(*integrator, 500, [&] {
    integrator->interpolate(0.5 * (integrator->time() + integrator->last_time()), y);
    EXPECT_LT(std::abs(y[0]), 2.1);
  });
  ASSERT_EQ(integrator->changes().size(), 2u);
  EXPECT_EQ(integrator->changes()[0].method, M::kDop853);
  EXPECT_EQ(integrator->changes()[0].time, 0);
  EXPECT_EQ(integrator->changes()[1].method, M::kCvode);
  EXPECT_GT(integrator->changes()[1].time, 0);
  EXPECT_NE(integrator->changes()[1].reason.find("dop853"), std::string::npos);
  EXPECT_LT(integrator->statistics().steps, 1000);
  EXPECT_LE(integrator->statistics().rhs_calls, system.calls);  // less those that choosing took

  const auto explicit_one = make_dop853(other, {});
  const RunStatus status = run_integration(*explicit_one, std::vector{0.0, 1.0}, {.t1 = 500}, {});
  EXPECT_TRUE(status.good());
  EXPECT_LT(largest_difference(integrator->state(), explicit_one->state()), 1e-3);
  EXPECT_GT(explicit_one->statistics().steps, 50 * integrator->statistics().steps);
}

TEST(Automatic, StartsWithCvodeWhereTheStartIsStiff) {
  TestSystem system({.dimension = 1}, [](double t, Span y, OutSpan rate) {
    rate[0] = -1e6 * (y[0] - std::cos(t));
    return true;
  });
  const auto integrator = make_automatic(system, {});
  integrator->begin(0, std::vector{0.0});
  advance(*integrator, 10);
  ASSERT_EQ(integrator->changes().size(), 1u);
  EXPECT_EQ(integrator->changes()[0].method, M::kCvode);
  EXPECT_NEAR(integrator->state()[0], std::cos(10), 1e-4);
  EXPECT_LT(integrator->statistics().steps, 1000);
}

TEST(Automatic, RestartsKeepTheMethodAndTheCounts) {
  KeplerOrbit orbit;
  const auto integrator = make_automatic(orbit, {});
  integrator->begin(0, KeplerOrbit::start());
  advance(*integrator, 1);
  const long steps = integrator->statistics().steps;
  integrator->restart(2, KeplerOrbit::exact(2));
  EXPECT_EQ(integrator->time(), 2);
  const long more = advance(*integrator, 3);
  EXPECT_EQ(integrator->statistics().steps, steps + more);
  EXPECT_EQ(integrator->statistics().restarts, 1);
  EXPECT_EQ(integrator->changes().size(), 1u);
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(3)), 1e-3);
  integrator->begin(0, KeplerOrbit::start());
  EXPECT_TRUE(integrator->changes().empty());
}

// In states of twice the size, before and after stiffness is found: the choice is not made again.
TEST(Automatic, TheChoiceGoesAlongIntoOtherStates) {
  for (const PastOf past : {PastOf::kCarriedOver, PastOf::kForgotten}) {
    TestSystem system = van_der_pol(1000);
    TestSystem twice({.dimension = 2}, [](double, Span y, OutSpan rate) {
      rate[0] = y[1];
      rate[1] = 1000 * (1 - y[0] * y[0] / 4) * y[1] - y[0];
      return true;
    });
    MappedChange larger([](const MovingState& a, MovingState& b) { b = {a[0] + a[0], a[1] + a[1]}; });
    MappedChange smaller([](const MovingState& a, MovingState& b) { b = {a[0] / Moving{2}, a[1] / Moving{2}}; });
    const auto one = make_automatic(system, {}), other = make_automatic(twice, {});
    one->begin(0, std::vector{0.0, 1.0});
    ASSERT_TRUE(other->take_over(*one, larger, past));  // nothing is chosen yet
    EXPECT_TRUE(other->changes().empty());
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(other->step(500));
    ASSERT_EQ(other->changes().size(), 1u);
    const long calls = system.calls + twice.calls, counted = other->statistics().rhs_calls;
    ASSERT_TRUE(one->take_over(*other, smaller, past));
    ASSERT_EQ(one->changes().size(), 1u);
    const long early = advance(*one, 400);
    ASSERT_EQ(one->changes().size(), 2u);
    EXPECT_EQ(one->statistics().steps, 10 + early);
    ASSERT_TRUE(other->take_over(*one, larger, past));
    const long late = advance(*other, 500);
    ASSERT_EQ(other->changes().size(), 2u);
    EXPECT_EQ(other->changes()[1].method, M::kCvode);
    EXPECT_EQ(other->statistics().steps, 10 + early + late);
    EXPECT_EQ(other->statistics().rhs_calls - counted, system.calls + twice.calls - calls);
    EXPECT_EQ(other->statistics().restarts, past == PastOf::kForgotten ? 3 : 0);
    TestSystem alone = van_der_pol(1000);
    const auto whole = make_automatic(alone, {});
    whole->begin(0, std::vector{0.0, 1.0});
    advance(*whole, 500);
    EXPECT_NEAR(other->state()[0] / 2, whole->state()[0], 1e-3);
  }
}

}  // namespace
}  // namespace kinemate
