#include "sim/first_step.h"

#include <algorithm>
#include <cmath>

namespace kinemate {
namespace {

// Mean of squares of (a - b) against the tolerances.
double scaled_norm(const FirstStepProblem& problem, const double* a, const double* b) {
  double sum = 0;
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const double term = (a[i] - (b ? b[i] : 0)) / (problem.atol[i] + problem.rtol * std::abs(problem.y[i]));
    sum += term * term;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(problem.y.size(), 1)));
}

}  // namespace

double choose_first_step(const FirstStepProblem& problem, std::span<double> scratch,
                         const std::function<bool(double t, const double* y, double* ydot)>& rhs) {
  const std::size_t n = problem.y.size();
  double* const y = scratch.data();
  double* const ydot = y + n;
  const double size = scaled_norm(problem, problem.y.data(), nullptr);
  const double rate = scaled_norm(problem, problem.ydot.data(), nullptr);
  double trial = size < 1e-5 || rate < 1e-5 ? 1e-6 : 0.01 * size / rate;
  trial = std::min(trial, problem.longest);
  // an Euler step; where it leads nowhere, shorter ones
  constexpr int kTries = 12;
  double bend = 0;
  for (int tries = 0; tries < kTries; ++tries, trial /= 16) {
    for (std::size_t i = 0; i < n; ++i) y[i] = problem.y[i] + problem.direction * trial * problem.ydot[i];
    if (!rhs(problem.t + problem.direction * trial, y, ydot)) continue;
    bend = scaled_norm(problem, ydot, problem.ydot.data()) / trial;
    if (std::isfinite(bend)) break;
  }
  if (!std::isfinite(bend)) return trial;
  const double larger = std::max(rate, bend);
  const double fitting =
      larger <= 1e-15 ? std::max(1e-6, trial * 1e-3) : std::pow(0.01 / larger, 1.0 / (problem.order + 1));
  return std::min({100 * trial, fitting, problem.longest});
}

}  // namespace kinemate
