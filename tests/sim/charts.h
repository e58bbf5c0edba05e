// Motions that are told in the states of two systems each, for integrations that change from one to the other.
#pragma once

#include <array>
#include <memory>

#include "sim/explicit/dop853.h"
#include "sim/problems.h"
#include "sim/state_change.h"

namespace kinemate {

/// A number and its rate, so that a map of states is one of slopes too.
struct Moving {
  double value = 0, rate = 0;
};
inline Moving operator-(Moving a) { return {-a.value, -a.rate}; }
inline Moving operator+(Moving a, Moving b) { return {a.value + b.value, a.rate + b.rate}; }
inline Moving operator-(Moving a, Moving b) { return {a.value - b.value, a.rate - b.rate}; }
inline Moving operator*(Moving a, Moving b) { return {a.value * b.value, a.rate * b.value + a.value * b.rate}; }
inline Moving operator/(Moving a, Moving b) {
  const double ratio = a.value / b.value;
  return {ratio, (a.rate - ratio * b.rate) / b.value};
}
inline Moving square_root(Moving a) { return {std::sqrt(a.value), a.rate / (2 * std::sqrt(a.value))}; }

using MovingState = std::array<Moving, 8>;

/// A change by a function of the states. It counts its calls, and has no value from one of them on if told so.
class MappedChange : public StateChange {
 public:
  using Map = void (*)(const MovingState& from, MovingState& to);
  explicit MappedChange(Map map) : map_(map) {}

  bool operator()(double, Span y, Span ydot, OutSpan new_y, OutSpan new_ydot) override {
    if (++calls >= first_without_value) return false;
    MovingState from, to;
    for (std::size_t i = 0; i < y.size(); ++i) from[i] = {y[i], ydot[i]};
    map_(from, to);
    for (std::size_t i = 0; i < new_y.size(); ++i) {
      new_y[i] = to[i].value;
      new_ydot[i] = to[i].rate;
    }
    return true;
  }

  long calls = 0, first_without_value = std::numeric_limits<long>::max();

 private:
  Map map_;
};

/// A motion in two systems, the change from each to the other, and where it is time for it.
struct TwoCharts {
  std::array<std::unique_ptr<TestSystem>, 2> systems;
  std::array<std::unique_ptr<MappedChange>, 2> changes;
  std::function<bool(std::size_t chart, Span y)> leaves;
  std::vector<double> start;                           ///< in the first system, at t = 0
  std::function<std::vector<double>(double t)> exact;  ///< likewise
};

/// The pendulum of pendulum_charts() in its angle, which is good everywhere: x, y, ẋ at t.
inline std::vector<double> pendulum_at(double t) {
  TestSystem system({.dimension = 2}, [](double, Span y, OutSpan rate) {
    rate[0] = y[1];
    rate[1] = -10 * std::sin(y[0]);
    return true;
  });
  const auto integrator = make_dop853(system, {.rtol = 1e-13, .atol = {1e-13}});
  integrator->begin(0, std::vector{0.0, 7.0});
  if (t != 0) advance(*integrator, t);
  const double angle = integrator->state()[0];
  return {std::sin(angle), -std::cos(angle), std::cos(angle) * integrator->state()[1]};
}

/// A pendulum of length 1 that goes round under g = 10: (x, y, ẋ), of no value where it is level, and (x, y, ẏ), of
/// none at top and bottom. The event function is x + y.
inline TwoCharts pendulum_charts() {
  const SystemShape shape{.dimension = 3, .events = {{"diagonal"}}};
  const auto event = [](double, Span y, OutSpan g) { g[0] = y[0] + y[1]; };
  TwoCharts charts;
  charts.systems[0] = std::make_unique<TestSystem>(
      shape,
      [](double, Span y, OutSpan rate) {
        const double spin = -y[2] / y[1];
        rate[0] = y[2];
        rate[1] = y[0] * spin;
        rate[2] = 10 * y[0] * y[1] - spin * spin * y[0];
        return true;
      },
      event);
  charts.systems[1] = std::make_unique<TestSystem>(
      shape,
      [](double, Span y, OutSpan rate) {
        const double spin = y[2] / y[0];
        rate[0] = -y[1] * spin;
        rate[1] = y[2];
        rate[2] = -10 * y[0] * y[0] - spin * spin * y[1];
        return true;
      },
      event);
  charts.changes[0] = std::make_unique<MappedChange>([](const MovingState& a, MovingState& b) {
    b = {a[0], a[1], -a[0] * a[2] / a[1]};
  });
  charts.changes[1] = std::make_unique<MappedChange>([](const MovingState& a, MovingState& b) {
    b = {a[0], a[1], -a[1] * a[2] / a[0]};
  });
  charts.leaves = [](std::size_t chart, Span y) { return std::abs(y[1 - chart]) < 0.6; };
  charts.start = {0, -1, 7};
  charts.exact = pendulum_at;
  return charts;
}

/// Kepler's orbit as x, y, ẋ, ẏ and as r, cos φ, sin φ, ṙ, φ̇, changed at the diagonals. The event function is y. Some
/// states are called fast, so that every method can run it.
inline TwoCharts orbit_charts() {
  SystemShape shape{.dimension = 4, .fast = {1, 3}, .events = {{"axis", EventDirection::kRising}}};
  TwoCharts charts;
  charts.systems[0] = std::make_unique<TestSystem>(
      shape,
      [](double, Span y, OutSpan rate) {
        const double r = std::hypot(y[0], y[1]), cube = r * r * r;
        rate[0] = y[2];
        rate[1] = y[3];
        rate[2] = -y[0] / cube;
        rate[3] = -y[1] / cube;
        return true;
      },
      [](double, Span y, OutSpan g) { g[0] = y[1]; });
  shape.dimension = 5;
  shape.fast = {2, 4};
  charts.systems[1] = std::make_unique<TestSystem>(
      shape,
      [](double, Span y, OutSpan rate) {
        rate[0] = y[3];
        rate[1] = -y[2] * y[4];
        rate[2] = y[1] * y[4];
        rate[3] = y[0] * y[4] * y[4] - 1 / (y[0] * y[0]);
        rate[4] = -2 * y[3] * y[4] / y[0];
        return true;
      },
      [](double, Span y, OutSpan g) { g[0] = y[0] * y[2]; });
  charts.changes[0] = std::make_unique<MappedChange>([](const MovingState& a, MovingState& b) {
    const Moving r = square_root(a[0] * a[0] + a[1] * a[1]);
    b = {r, a[0] / r, a[1] / r, (a[0] * a[2] + a[1] * a[3]) / r, (a[0] * a[3] - a[1] * a[2]) / (r * r)};
  });
  charts.changes[1] = std::make_unique<MappedChange>([](const MovingState& a, MovingState& b) {
    b = {a[0] * a[1], a[0] * a[2], a[3] * a[1] - a[0] * a[2] * a[4], a[3] * a[2] + a[0] * a[1] * a[4]};
  });
  charts.leaves = [](std::size_t chart, Span y) {
    const bool flat = std::abs(y[1 + chart]) < std::abs(y[chart]);
    return flat == (chart == 0);
  };
  charts.start = KeplerOrbit::start();
  charts.exact = KeplerOrbit::exact;
  return charts;
}

/// Integrators of both systems, of which one is in use.
class ChartedIntegration {
 public:
  ChartedIntegration(TwoCharts& charts, const MakeIntegrator& make, const IntegratorOptions& options)
      : charts_(charts), integrators_{make(*charts.systems[0], options), make(*charts.systems[1], options)} {}

  Integrator& now() const { return *integrators_[chart_]; }
  Integrator& other() const { return *integrators_[1 - chart_]; }
  std::size_t chart() const { return chart_; }

  /// To the other system, there and then.
  bool change(PastOf past) {
    if (!other().take_over(now(), *charts_.changes[chart_], past)) return false;
    EXPECT_EQ(other().time(), now().time());
    if (past == PastOf::kCarriedOver) {
      EXPECT_EQ(other().order(), now().order());
    }
    chart_ = 1 - chart_;
    ++changes;
    return true;
  }
  /// If it is time to.
  void change_if_due(PastOf past) {
    if (charts_.leaves(chart_, now().state())) {
      EXPECT_TRUE(change(past));
    }
  }
  /// How far a state of the system in use is from the truth, seen in the first system.
  double error(double t, Span state) const {
    const std::vector<double> exact = charts_.exact(t);
    if (chart_ == 0) return largest_difference(state, exact);
    std::vector<double> y(exact.size()), slope(exact.size()), none(state.size());
    EXPECT_TRUE((*charts_.changes[1])(t, state, none, y, slope));
    return largest_difference(y, exact);
  }
  double error() const { return error(now().time(), now().state()); }

  long changes = 0;

 private:
  TwoCharts& charts_;
  std::array<std::unique_ptr<Integrator>, 2> integrators_;
  std::size_t chart_ = 0;
};

}  // namespace kinemate
