#include "sim/explicit/rk4.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(Rk4, HasOrderFour) { expect_order(make_rk4, 200, 4, 4); }

// y' = 4t³ is Simpson's rule, exact for cubics.
TEST(Rk4, IntegratesCubicsExactly) {
  TestSystem cubic({.dimension = 1}, [](double t, Span, OutSpan rate) {
    rate[0] = 4 * t * t * t;
    return true;
  });
  const auto integrator = make_rk4(cubic, {.fixed_step = 0.5});
  integrator->begin(0, std::vector{0.0});
  advance(*integrator, 2);
  EXPECT_NEAR(integrator->state()[0], 16, 1e-14);
}

}  // namespace
}  // namespace kinemate
