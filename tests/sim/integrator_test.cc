#include "sim/integrator.h"

#include "base/error.h"
#include "sim/explicit/dopri5.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(Integrator, RefusesOptionsThatMakeNoSense) {
  KeplerOrbit orbit;
  for (const IntegratorOptions& options : std::vector<IntegratorOptions>{{.rtol = 0},
                                                                         {.rtol = 1e-16},
                                                                         {.rtol = NAN},
                                                                         {.atol = {}},
                                                                         {.atol = {1, 1}},
                                                                         {.atol = {0}},
                                                                         {.atol = {1, 1, -1, 1}},
                                                                         {.fixed_step = -1},
                                                                         {.max_step = 0},
                                                                         {.first_step = -1}}) {
    EXPECT_THROW(make_dopri5(orbit, options), Error);
  }
}

TEST(Integrator, OneToleranceServesAll) {
  EXPECT_EQ(checked_tolerances({.atol = {1e-3}}, 2), (std::vector{1e-3, 1e-3}));
  EXPECT_EQ(checked_tolerances({.atol = {1e-3, 1e-4}}, 2), (std::vector{1e-3, 1e-4}));
}

TEST(Integrator, RestartKeepsStatisticsBeginDoesNot) {
  KeplerOrbit orbit;
  const auto integrator = make_dopri5(orbit, {});
  integrator->begin(0, KeplerOrbit::start());
  advance(*integrator, 1);
  const IntegratorStatistics before = integrator->statistics();
  EXPECT_EQ(before.rhs_calls, orbit.calls);
  EXPECT_EQ(before.restarts, 0);
  integrator->restart(1, integrator->state());
  advance(*integrator, 2);
  EXPECT_GT(integrator->statistics().steps, before.steps);
  EXPECT_EQ(integrator->statistics().restarts, 1);
  EXPECT_LT(largest_difference(integrator->state(), KeplerOrbit::exact(2)), 1e-4);
  integrator->begin(0, KeplerOrbit::start());
  EXPECT_EQ(integrator->statistics().steps, 0);
}

TEST(Integrator, FirstNotFinite) {
  EXPECT_EQ(first_not_finite(std::vector{1.0, 2.0}), StepOutcome::kNoState);
  EXPECT_EQ(first_not_finite(std::vector<double>{1, INFINITY, NAN}), 1u);
  EXPECT_EQ(first_not_finite(std::vector<double>{NAN}), 0u);
}

}  // namespace
}  // namespace kinemate
