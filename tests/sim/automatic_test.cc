#include "sim/automatic.h"

#include "problems.h"
#include "sim/dop853.h"
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

}  // namespace
}  // namespace kinemate
