#include "optimum/least_squares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "optimum/cached_residuals.h"
#include "optimum/fit_round.h"
#include "optimum/uncertainty.h"
#include "optimum/variables.h"

namespace kinemate {
namespace {

void check_counts(const LeastSquaresProblem& problem, const VariableBounds& bounds) {
  CHECK(problem.evaluate);
  if (problem.start.empty()) throw Error(ErrorCode::kSearch, "there is no parameter to be found");
  std::size_t wanted = 0;
  for (std::size_t j = 0; j < problem.start.size(); ++j) wanted += bounds.fixed(j) ? 0u : 1u;
  if (problem.residuals < wanted || problem.residuals == 0) {
    throw Error(ErrorCode::kSearch,
                fmt::format("{} parameters cannot be found from {} residuals", wanted, problem.residuals),
                "measure more, or hold some of the parameters");
  }
}

// Powers of two, so that dividing by them and multiplying again leads to the same point.
std::vector<double> parameter_sizes(const LeastSquaresProblem& problem, const VariableBounds& bounds) {
  std::vector<double> sizes = problem.scale;
  for (std::size_t j = sizes.size(); j < problem.start.size(); ++j) {
    const double width = bounds.high[j] - bounds.low[j], size = std::abs(problem.start[j]);
    sizes.push_back(size > 0 ? size : std::isfinite(width) && width > 0 ? width : 1);
  }
  for (double& size : sizes) size = std::exp2(std::round(std::log2(size)));
  return sizes;
}

// Ceres takes columns longer than 1 as of length 1, and shorter ones as they are: a parameter then may have a millionth
// of another's influence.
double residual_factor(const FitPoint& point, const std::vector<double>& sizes) {
  double largest = 0;
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    double square = 0;
    for (std::size_t i = 0; i < point.residuals.size(); ++i) {
      const double entry = sizes[j] * point.jacobian[i * sizes.size() + j];
      square += entry * entry;
    }
    largest = std::max(largest, square);
  }
  const double factor = 1e6 / std::sqrt(largest);
  return std::isfinite(factor) && factor > 0 ? factor : 1;
}

void hold_pressed(FitRound& round, const FitPoint& point) {
  for (std::size_t j = 0; j < round.held.size(); ++j) {
    round.held[j] = round.held[j] || round.bounds.fixed(j) || bound_pressure(point, round.bounds, j) > 0;
  }
}

// Gives back the parameter that gains most by leaving its bound; false: none does.
bool release(FitRound& round, const FitPoint& point) {
  double pull = -1e-8;  // less is rounding, and the parameter would come and go for ever
  std::size_t best = round.held.size();
  for (std::size_t j = 0; j < round.held.size(); ++j) {
    const double pressure = round.held[j] ? bound_pressure(point, round.bounds, j) : 0;
    if (pressure >= pull) continue;
    pull = pressure;
    best = j;
  }
  if (best == round.held.size()) return false;
  round.held[best] = false;
  return true;
}

RoundEnd run_rounds(FitRound& round, CachedResiduals& cache) {
  constexpr double kNarrowest = 1e-20;  // of a trust region, whose steps then change nothing
  hold_pressed(round, cache.best());
  for (;;) {
    const RoundEnd end = run_round(round, cache);
    cache.rethrow();
    if (end == RoundEnd::kTooManySteps || end == RoundEnd::kStopped) return end;
    if (end == RoundEnd::kSettled && !release(round, cache.best())) return end;
    if (round.steps >= round.problem.most_iterations) return RoundEnd::kTooManySteps;
    if (end == RoundEnd::kBoundHit) hold_pressed(round, cache.best());
    if (end != RoundEnd::kNoValues) {
      round.radius = std::max(round.radius, 1.0);  // another problem, another region
      continue;
    }
    // there were residuals but no Jacobian, of which Ceres gives up
    round.radius *= 1e-2;
    if (round.radius < kNarrowest) return end;
  }
}

std::string end_sentence(RoundEnd end, bool converged, int steps) {
  if (converged) return "no step makes the residuals smaller";
  if (end == RoundEnd::kStopped) return fmt::format("stopped after {} steps", steps);
  if (end == RoundEnd::kTooManySteps) return fmt::format("the residuals were still falling after {} steps", steps);
  return "steps that should make the residuals smaller do not, or lead to where they have no values";
}

std::vector<bool> parameters_at_bound(const FitPoint& point, const VariableBounds& bounds) {
  std::vector<bool> result;
  for (std::size_t j = 0; j < point.p.size(); ++j) {
    result.push_back(point.p[j] <= bounds.low[j] || point.p[j] >= bounds.high[j]);
  }
  return result;
}

/// The fit made linear at a point, without the parameters at a bound.
struct Linearised {
  FitUncertainty parts;
  double change = 0;  // largest of the linear step, relative to the parameters' sizes
};

Linearised linearise(const FitRound& round, const FitPoint& point) {
  std::vector<double> sizes = round.scale;
  for (std::size_t j = 0; j < sizes.size(); ++j) sizes[j] = std::max(sizes[j], std::abs(point.p[j]));
  const std::vector<bool> at_bound = parameters_at_bound(point, round.bounds);
  Linearised result{compute_uncertainty({.residuals = point.residuals,
                                         .jacobian = point.jacobian,
                                         .scale = sizes,
                                         .known = at_bound,
                                         .jacobian_error = round.problem.jacobian_error})};
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    result.change = std::max(result.change, std::abs(result.parts.step[j]) / sizes[j]);
  }
  return result;
}

constexpr double kLittleChange = 1e-5;

// Ceres's last steps are a little too short, and the sum of squares is too flat there to tell. A whole step is better
// where it leaves the gradient smaller.
void polish(const FitRound& round, CachedResiduals& cache) {
  const Linearised before = linearise(round, cache.best());
  if (before.change > kLittleChange || before.change == 0) return;
  std::vector<double> p = cache.best().p;
  for (std::size_t j = 0; j < p.size(); ++j) {
    p[j] += before.parts.step[j];
    if (p[j] < round.bounds.low[j] || p[j] > round.bounds.high[j]) return;
  }
  const FitPoint& point = cache.with_jacobian(p);
  cache.rethrow();
  const bool as_low = point.valid && point.cost() <= cache.best().cost() * (1 + 1e-12);
  if (as_low && linearise(round, point).parts.gain < before.parts.gain) cache.prefer(point);
}

LeastSquaresResult conclude(const FitRound& round, const FitPoint& point, RoundEnd end) {
  constexpr double kLittleGain = 1e-4;
  Linearised linear = linearise(round, point);
  LeastSquaresResult result{.values = point.p, .residuals = point.residuals, .iterations = round.steps};
  result.at_bound = parameters_at_bound(point, round.bounds);
  // else Ceres was stuck where there are values to one side only
  const bool settled = linear.parts.gain <= kLittleGain || linear.change <= kLittleChange;
  result.converged = end == RoundEnd::kSettled && settled;
  result.reason = end_sentence(end, result.converged, round.steps);
  result.cost = point.cost();
  result.rms = std::sqrt(2 * result.cost / static_cast<double>(point.residuals.size()));
  result.freedoms = linear.parts.freedoms;
  result.covariance = std::move(linear.parts.covariance);
  result.deviations = std::move(linear.parts.deviations);
  result.confidence = std::move(linear.parts.confidence);
  result.undetermined = std::move(linear.parts.undetermined);
  result.condition = linear.parts.condition;
  return result;
}

}  // namespace

LeastSquaresResult fit_least_squares(const LeastSquaresProblem& problem) {
  const VariableBounds bounds = check_variables(problem.start, problem.low, problem.high, problem.scale, problem.names);
  check_counts(problem, bounds);
  CachedResiduals cache(problem);
  const bool valid = cache.with_jacobian(problem.start).valid;
  cache.rethrow();
  if (!valid) {
    throw Error(ErrorCode::kNoOptimum, "the residuals have no values at the start of the fit",
                "start from parameters with which the machine can move");
  }
  const std::vector<double> sizes = parameter_sizes(problem, bounds);
  FitRound round{.problem = problem,
                 .bounds = bounds,
                 .scale = sizes,
                 .factor = residual_factor(cache.best(), sizes),
                 .held = std::vector<bool>(sizes.size())};
  const RoundEnd end = run_rounds(round, cache);
  if (end == RoundEnd::kSettled) polish(round, cache);
  return conclude(round, cache.best(), end);
}

}  // namespace kinemate
