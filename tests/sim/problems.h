// Systems with known solutions, and what every test of an integrator asks.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "sim/integrator.h"

namespace kinemate {

using Span = std::span<const double>;
using OutSpan = std::span<double>;

/// A system from functions, for tests.
class TestSystem : public OdeSystem {
 public:
  using Rhs = std::function<bool(double t, Span y, OutSpan ydot)>;
  using Events = std::function<void(double t, Span y, OutSpan g)>;

  TestSystem(SystemShape shape, Rhs rhs, Events events = {}, Rhs jacobian = {})
      : OdeSystem(std::move(shape)), rhs_(std::move(rhs)), events_(std::move(events)), jacobian_(std::move(jacobian)) {}

  bool rhs(double t, Span y, OutSpan ydot) override {
    ++calls;
    return rhs_(t, y, ydot);
  }
  bool jacobian(double t, Span y, OutSpan columns) override { return jacobian_(t, y, columns); }
  void event_values(double t, Span y, OutSpan g) override { events_(t, y, g); }

  long calls = 0;

 private:
  Rhs rhs_;
  Events events_;
  Rhs jacobian_;
};

/// Kepler's orbit of eccentricity 0.3 and period 2π, from its nearest point.
class KeplerOrbit : public TestSystem {
 public:
  KeplerOrbit()
      : TestSystem({.dimension = 4, .state_names = {"x", "y", "vx", "vy"}, .positions = {0, 1}, .speeds = {2, 3}},
                   [](double, Span y, OutSpan rate) {
                     const double r = std::hypot(y[0], y[1]), cube = r * r * r;
                     rate[0] = y[2];
                     rate[1] = y[3];
                     rate[2] = -y[0] / cube;
                     rate[3] = -y[1] / cube;
                     return true;
                   }) {}

  static constexpr double kPeriod = 2 * std::numbers::pi;

  static std::vector<double> start() { return exact(0); }

  static std::vector<double> exact(double t) {
    constexpr double e = 0.3;
    double u = t;  // u - e sin u = t
    for (int i = 0; i < 50; ++i) u -= (u - e * std::sin(u) - t) / (1 - e * std::cos(u));
    const double b = std::sqrt(1 - e * e), rate = 1 / (1 - e * std::cos(u));
    return {std::cos(u) - e, b * std::sin(u), -std::sin(u) * rate, b * std::cos(u) * rate};
  }
};

inline double largest_difference(Span a, Span b) {
  double result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::max(result, std::abs(a[i] - b[i]));
  return result;
}

/// Steps to `end`; expects that none fails. Returns how many.
inline long advance(Integrator& integrator, double end, const std::function<void()>& after_step = {}) {
  long steps = 0;
  while (integrator.time() != end) {
    const StepOutcome outcome = integrator.step(end);
    EXPECT_TRUE(bool(outcome)) << "at " << outcome.time;
    if (!outcome) break;
    ++steps;
    if (after_step) after_step();
  }
  return steps;
}

using MakeIntegrator = std::function<std::unique_ptr<Integrator>(OdeSystem&, const IntegratorOptions&)>;

struct OrderErrors {
  double at_end = 0, inside = 0;  ///< largest error at steps' ends and between them
};

/// Half a Kepler orbit in `steps` equal steps.
inline OrderErrors fixed_step_errors(const MakeIntegrator& make, int steps) {
  KeplerOrbit orbit;
  const double end = KeplerOrbit::kPeriod / 2;
  const auto integrator = make(orbit, {.fixed_step = end / steps});
  integrator->begin(0, KeplerOrbit::start());
  OrderErrors errors;
  std::vector<double> y(4);
  const long taken = advance(*integrator, end, [&] {
    errors.at_end =
        std::max(errors.at_end, largest_difference(integrator->state(), KeplerOrbit::exact(integrator->time())));
    for (const double part : {0.2, 0.37, 0.5, 0.81}) {
      const double t = integrator->last_time() + part * (integrator->time() - integrator->last_time());
      integrator->interpolate(t, y);
      errors.inside = std::max(errors.inside, largest_difference(y, KeplerOrbit::exact(t)));
    }
  });
  EXPECT_EQ(taken, steps);
  return errors;
}

/// Halves the step and expects the errors to fall as an order of `at_end` and `inside` makes them.
inline void expect_order(const MakeIntegrator& make, int steps, double at_end, double inside, double slack = 0.35) {
  const OrderErrors coarse = fixed_step_errors(make, steps), fine = fixed_step_errors(make, 2 * steps);
  EXPECT_NEAR(std::log2(coarse.at_end / fine.at_end), at_end, slack) << coarse.at_end << " " << fine.at_end;
  EXPECT_GT(std::log2(coarse.inside / fine.inside), inside - slack) << coarse.inside << " " << fine.inside;
  EXPECT_LT(std::log2(coarse.inside / fine.inside), inside + 1) << coarse.inside << " " << fine.inside;
}

}  // namespace kinemate
