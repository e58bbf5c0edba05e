#include "sim/first_step.h"

#include <algorithm>
#include <cmath>

#include "sim/quick_power.h"

namespace kinemate {

double ScaledNorm::operator()(const double* y, const double* a, const double* b) const {
  double sum = 0;
  for (std::size_t i = 0; i < atol.size(); ++i) {
    const std::size_t at = i * stride;
    const double term = (a[at] - (b ? b[at] : 0)) / (atol[i] + rtol * std::abs(y[at]));
    sum += term * term;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(atol.size(), 1)));
}

double trial_first_step(double size, double rate, double longest) {
  constexpr double kLeast = 1e-290;  // where the norms are too large for doubles
  const double trial = size < 1e-5 || rate < 1e-5 ? 1e-6 : 0.01 * size / rate;
  return std::min(trial > kLeast ? trial : kLeast, longest);
}

double fitting_first_step(const FirstStepSizes& sizes, int order, double longest) {
  if (!std::isfinite(sizes.bend)) return sizes.trial;
  const double larger = std::max(sizes.rate, sizes.bend);
  const double fitting =
      larger <= 1e-15 ? std::max(1e-6, sizes.trial * 1e-3) : quick_exp2(quick_log2(0.01 / larger) / (order + 1));
  return std::min({100 * sizes.trial, fitting, longest});
}

double choose_first_step(const FirstStepProblem& problem, std::span<double> scratch,
                         const std::function<bool(double t, const double* y, double* ydot)>& rhs) {
  const std::size_t n = problem.y.size();
  double* const y = scratch.data();
  double* const ydot = y + n;
  const ScaledNorm norm{.atol = problem.atol.first(n), .rtol = problem.rtol};
  const double* const start = problem.y.data();
  FirstStepSizes sizes{.rate = norm(start, problem.ydot.data())};
  sizes.trial = trial_first_step(norm(start, start), sizes.rate, problem.longest);
  for (int tries = 0; tries < kFirstStepTries; ++tries, sizes.trial /= kShorterTrial) {
    const double step = problem.direction * sizes.trial;
    for (std::size_t i = 0; i < n; ++i) y[i] = start[i] + step * problem.ydot[i];
    if (!rhs(problem.t + step, y, ydot)) continue;
    sizes.bend = norm(start, ydot, problem.ydot.data()) / sizes.trial;
    if (std::isfinite(sizes.bend)) break;
  }
  return fitting_first_step(sizes, problem.order, problem.longest);
}

}  // namespace kinemate
