#include "sim/integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {

std::vector<double> checked_tolerances(const IntegratorOptions& options, std::size_t dimension) {
  constexpr double kSmallest = 2e-14;  // a hundred roundings of doubles
  if (!(options.rtol >= kSmallest && options.rtol < 1)) {
    throw Error(ErrorCode::kIntegrator,
                fmt::format("the relative tolerance is {}; it must lie between {} and 1", options.rtol, kSmallest),
                "doubles carry 16 digits; 1e-6 is usual, 1e-12 is tight");
  }
  if (options.atol.size() != 1 && options.atol.size() != dimension) {
    throw Error(ErrorCode::kIntegrator,
                fmt::format("{} absolute tolerances are given for {} states", options.atol.size(), dimension),
                "give one for all states, or one for each");
  }
  for (const double atol : options.atol) {
    if (!(atol > 0 && std::isfinite(atol))) {
      throw Error(ErrorCode::kIntegrator, fmt::format("an absolute tolerance is {}; it must be above 0", atol),
                  "a state that passes through zero has no relative error; give the size that does not matter");
    }
  }
  if (!(options.max_step > 0))
    throw Error(ErrorCode::kIntegrator, fmt::format("the longest step is {}; it must be above 0", options.max_step));
  if (!(options.fixed_step >= 0 && std::isfinite(options.fixed_step))) {
    throw Error(ErrorCode::kIntegrator, fmt::format("the fixed step is {}; it must be above 0", options.fixed_step));
  }
  if (!(options.first_step >= 0 && std::isfinite(options.first_step))) {
    throw Error(ErrorCode::kIntegrator, fmt::format("the first step is {}; it must be above 0", options.first_step));
  }
  return options.atol.size() == dimension ? options.atol : std::vector<double>(dimension, options.atol.front());
}

Integrator::Integrator(OdeSystem& system, IntegratorOptions options)
    : system_(system),
      options_(std::move(options)),
      n_(system.shape().dimension),
      atol_(checked_tolerances(options_, n_)),
      y_(n_) {}

void Integrator::begin(double t0, std::span<const double> y0) {
  statistics_ = {};
  restart(t0, y0);
  statistics_.restarts = 0;
}

void Integrator::restart(double t, std::span<const double> y) {
  CHECK(y.size() == n_);
  t_ = last_t_ = t;
  if (y.data() != y_.data()) std::copy(y.begin(), y.end(), y_.begin());
  ++statistics_.restarts;
  forget();
}

bool Integrator::take_over(const Integrator& before, StateChange& change, PastOf past) {
  CHECK(&before != this && typeid(before) == typeid(*this));
  std::vector<double> y(n_), slope(n_);
  const std::vector<double> no_slope(before.n_);
  if (!change(before.t_, before.y_, no_slope, y, slope) || first_not_finite(y) != StepOutcome::kNoState) return false;
  const double t = std::exchange(t_, before.t_), last_t = std::exchange(last_t_, before.t_);
  const IntegratorStatistics statistics = std::exchange(statistics_, before.statistics_);
  std::swap(y_, y);
  if (past == PastOf::kForgotten) ++statistics_.restarts;
  if (take_memory(before, change, past)) return true;
  t_ = t;
  last_t_ = last_t;
  statistics_ = statistics;
  std::swap(y_, y);
  return false;
}

bool Integrator::call_rhs(double t, const double* y, double* ydot) {
  ++statistics_.rhs_calls;
  return system_.rhs(t, {y, n_}, {ydot, n_});
}

std::size_t first_not_finite(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) return i;
  }
  return StepOutcome::kNoState;
}

}  // namespace kinemate
