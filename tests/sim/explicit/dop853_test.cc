#include "sim/explicit/dop853.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(Dop853, HasOrderEight) { expect_order(make_dop853, 20, 8, 8, 0.7); }

TEST(Dop853, IsExactForDegreeEightAndInsideForSeven) {
  for (const int degree : {7, 8, 9}) {
    TestSystem power({.dimension = 1}, [&](double t, Span, OutSpan rate) {
      rate[0] = degree * std::pow(t, degree - 1);
      return true;
    });
    const auto integrator = make_dop853(power, {.fixed_step = 1});
    integrator->begin(0, std::vector{0.0});
    advance(*integrator, 1);
    const double at_end = std::abs(integrator->state()[0] - 1);
    std::vector<double> y(1);
    integrator->interpolate(0.3, y);
    const double inside = std::abs(y[0] - std::pow(0.3, degree));
    EXPECT_EQ(at_end < 2e-14, degree <= 8) << degree << ": " << at_end;
    EXPECT_EQ(inside < 2e-14, degree <= 7) << degree << ": " << inside;
  }
}

// Arenstorf's orbit about earth and moon returns to its start. Hairer, Nørsett, Wanner I, section II.0.
TEST(Dop853, ClosesArenstorfsOrbit) {
  constexpr double mu = 0.012277471;
  TestSystem moon({.dimension = 4}, [](double, Span y, OutSpan rate) {
    const double a = y[0] + mu, b = y[0] - (1 - mu);
    const double d1 = std::pow(a * a + y[1] * y[1], 1.5), d2 = std::pow(b * b + y[1] * y[1], 1.5);
    rate[0] = y[2];
    rate[1] = y[3];
    rate[2] = y[0] + 2 * y[3] - (1 - mu) * a / d1 - mu * b / d2;
    rate[3] = y[1] - 2 * y[2] - (1 - mu) * y[1] / d1 - mu * y[1] / d2;
    return true;
  });
  const std::vector<double> start = {0.994, 0, 0, -2.00158510637908252240537862224};
  const auto integrator = make_dop853(moon, {.rtol = 1e-13, .atol = {1e-13}});
  integrator->begin(0, start);
  const long steps = advance(*integrator, 17.0652165601579625588917206249);
  EXPECT_LT(largest_difference(integrator->state(), start), 2e-7);
  EXPECT_LT(steps, 400);
}

}  // namespace
}  // namespace kinemate
