#include "sim/explicit/euler.h"

#include "base/error.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(Euler, HasOrderOne) { expect_order(make_euler, 4000, 1, 1); }

TEST(Euler, OneEvaluationAStep) {
  KeplerOrbit orbit;
  const auto integrator = make_euler(orbit, {.fixed_step = 0.125});
  integrator->begin(0, KeplerOrbit::start());
  EXPECT_EQ(advance(*integrator, 1), 8);
  EXPECT_EQ(orbit.calls, 9);
  EXPECT_EQ(integrator->statistics().rhs_calls, 9);
}

TEST(Euler, NeedsAFixedStep) {
  KeplerOrbit orbit;
  EXPECT_THROW(make_euler(orbit, {}), Error);
}

}  // namespace
}  // namespace kinemate
