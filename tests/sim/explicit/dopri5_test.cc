#include "sim/explicit/dopri5.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(Dopri5, HasOrderFiveAndFourInside) { expect_order(make_dopri5, 100, 5, 5); }

// Locally the dense output errs by h⁵: its order shows on y' = 5 t⁴, where the solution is of degree 5, and is lost in
// that of degree 4 only to rounding.
TEST(Dopri5, DenseOutputIsExactForDegreeFour) {
  for (const int degree : {4, 5}) {
    TestSystem power({.dimension = 1}, [&](double t, Span, OutSpan rate) {
      rate[0] = degree * std::pow(t, degree - 1);
      return true;
    });
    const auto integrator = make_dopri5(power, {.fixed_step = 1});
    integrator->begin(0, std::vector{0.0});
    advance(*integrator, 1);
    std::vector<double> y(1);
    integrator->interpolate(0.3, y);
    const double error = std::abs(y[0] - std::pow(0.3, degree));
    EXPECT_EQ(error < 1e-15, degree == 4) << degree << ": " << error;
  }
}

TEST(Dopri5, ErrorFollowsTheTolerance) {
  KeplerOrbit orbit;
  double last = 1;
  for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
    const auto integrator = make_dopri5(orbit, {.rtol = tolerance, .atol = {tolerance}});
    integrator->begin(0, KeplerOrbit::start());
    advance(*integrator, KeplerOrbit::kPeriod);
    const double error = largest_difference(integrator->state(), KeplerOrbit::start());
    EXPECT_LT(error, 200 * tolerance);
    EXPECT_LT(error, last / 10);
    last = error;
  }
}

}  // namespace
}  // namespace kinemate
