// Systems in lanes from functions of one run, for tests.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/integrate.h"
#include "sim/lanes/lane_integrator.h"
#include "sim/problems.h"

namespace kinemate {

/// One function with a parameter of each lane.
class TestLanes : public LaneSystem {
 public:
  using Rhs = std::function<void(double parameter, double t, Span y, OutSpan rate)>;

  TestLanes(unsigned width, std::size_t dimension, Rhs rhs)
      : parameters(width), width_(width), n_(dimension), rhs_(std::move(rhs)), y_(n_), rate_(n_) {}

  unsigned width() const override { return width_; }
  std::size_t dimension() const override { return n_; }
  void rhs(Span t, Span y, OutSpan rates) override {
    ++calls;
    for (std::size_t l = 0; l < width_; ++l) {
      for (std::size_t i = 0; i < n_; ++i) y_[i] = y[i * width_ + l];
      rhs_(parameters[l], t[l], y_, rate_);
      for (std::size_t i = 0; i < n_; ++i) rates[i * width_ + l] = rate_[i];
    }
  }
  /// The same for one run.
  TestSystem alone(double parameter) const {
    return {{.dimension = n_}, [f = rhs_, parameter](double t, Span y, OutSpan rate) {
              f(parameter, t, y, rate);
              return true;
            }};
  }

  std::vector<double> parameters;
  long calls = 0;

 private:
  unsigned width_;
  std::size_t n_;
  Rhs rhs_;
  std::vector<double> y_, rate_;
};

/// What one lane is given.
struct LaneRun {
  double parameter = 0;
  std::vector<double> start;
  bool active = true;
};

/// States at `times` of each lane, time after time, and how each ended.
struct LaneResults {
  std::vector<std::vector<double>> states;  ///< of lane l, number i at time k: [l][k n + i]
  std::vector<LaneOutcome> outcomes;
};

inline void begin_lanes(LaneIntegrator& integrator, TestLanes& system, const std::vector<LaneRun>& runs, double t0,
                        double t1) {
  const std::size_t width = runs.size(), n = system.dimension();
  std::vector<double> y0(width * n);
  std::array<bool, 8> active{};
  for (std::size_t l = 0; l < width; ++l) {
    system.parameters[l] = runs[l].parameter;
    active[l] = runs[l].active;
    for (std::size_t i = 0; i < n; ++i) y0[i * width + l] = runs[l].start[i];
  }
  integrator.begin(t0, t1, y0, std::span(active).first(width));
}

inline LaneResults part_by_lanes(const LaneIntegrator& integrator, const TestLanes& system, Span out) {
  const std::size_t width = system.width();
  LaneResults results{.states = std::vector<std::vector<double>>(width), .outcomes = {}};
  for (std::size_t at = 0; at < out.size(); ++at) results.states[at % width].push_back(out[at]);
  for (unsigned l = 0; l < width; ++l) results.outcomes.push_back(integrator.outcome(l));
  return results;
}

/// Runs from the first of the times to the last, in calls of `chunk` times.
inline LaneResults run_lanes(TestLanes& system, const LaneOptions& options, const std::vector<LaneRun>& runs,
                             const std::vector<double>& times, std::size_t chunk = 1'000'000) {
  LaneIntegrator integrator(system, options);
  begin_lanes(integrator, system, runs, times.front(), times.back());
  const std::size_t row = system.width() * system.dimension();
  std::vector<double> out(times.size() * row);
  for (std::size_t k = 0; k < times.size(); k += chunk) {
    const std::size_t count = std::min(chunk, times.size() - k);
    integrator.advance(std::span(times).subspan(k, count), std::span(out).subspan(k * row, count * row));
  }
  return part_by_lanes(integrator, system, out);
}

/// Equal bit for bit, where no number is equal to no number.
inline bool same_bytes(Span a, Span b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

inline std::vector<double> even_times(double t0, double t1, std::size_t count) {
  std::vector<double> times;
  for (std::size_t k = 0; k <= count; ++k)
    times.push_back(t0 + (t1 - t0) * static_cast<double>(k) / static_cast<double>(count));
  times.back() = t1;
  return times;
}

/// A pendulum that is driven: the parameter is the strength.
inline TestLanes driven_pendulums(unsigned width) {
  return {width, 2, [](double strength, double t, Span y, OutSpan rate) {
            rate[0] = y[1];
            rate[1] = -std::sin(y[0]) - 0.1 * y[1] + strength * std::cos(0.7 * t);
          }};
}

inline std::vector<LaneRun> pendulum_runs(unsigned width) {
  std::vector<LaneRun> runs;
  for (unsigned l = 0; l < width; ++l) runs.push_back({.parameter = 0.3 * l, .start = {0.2 + 0.5 * l, 1.0 - 0.3 * l}});
  return runs;
}

}  // namespace kinemate
