#include "optimum/fit_round.h"

#include <ceres/cost_function.h>
#include <ceres/iteration_callback.h>
#include <ceres/problem.h>
#include <ceres/solver.h>
#include <glog/logging.h>

#include <algorithm>
#include <cmath>
#include <exception>

namespace kinemate {
namespace {

/// The parameters that move as Ceres's variables u = p/scale, the others at their values.
struct MovedParameters {
  const VariableBounds& bounds;
  const std::vector<double>& scale;
  std::vector<double> values;      // of all parameters
  std::vector<std::size_t> moved;  // the parameters behind u

  double low(std::size_t k) const { return bounds.low[moved[k]] / scale[moved[k]]; }
  double high(std::size_t k) const { return bounds.high[moved[k]] / scale[moved[k]]; }

  std::vector<double> values_at(const double* u) const {
    std::vector<double> p = values;
    for (std::size_t k = 0; k < moved.size(); ++k) {
      const std::size_t j = moved[k];
      p[j] = u[k] * scale[j];
    }
    return p;
  }
};

/// Residuals times `factor`, and their derivatives by u.
class RoundCost : public ceres::CostFunction {
 public:
  RoundCost(CachedResiduals& cache, const MovedParameters& parameters, std::size_t residuals, double factor)
      : cache_(cache), parameters_(parameters), factor_(factor) {
    set_num_residuals(static_cast<int>(residuals));
    mutable_parameter_block_sizes()->push_back(static_cast<int>(parameters.moved.size()));
  }

  bool Evaluate(double const* const* u, double* residuals, double** jacobians) const override {
    const std::vector<double> p = parameters_.values_at(u[0]);
    double* jacobian = jacobians ? jacobians[0] : nullptr;
    const FitPoint& point = jacobian ? cache_.with_jacobian(p) : cache_.residuals(p);
    if (!point.valid) return false;
    std::transform(point.residuals.begin(), point.residuals.end(), residuals, [&](double r) { return factor_ * r; });
    if (!jacobian) return true;
    for (std::size_t i = 0; i < point.residuals.size(); ++i) {
      for (const std::size_t j : parameters_.moved) {
        *jacobian++ = factor_ * parameters_.scale[j] * point.jacobian[i * p.size() + j];
      }
    }
    return true;
  }

 private:
  CachedResiduals& cache_;
  const MovedParameters& parameters_;
  const double factor_;
};

/// Counts steps, asks the user whether to go on, and ends the round where a bound begins to hold a parameter.
class RoundWatch : public ceres::IterationCallback {
 public:
  RoundWatch(FitRound& round, CachedResiduals& cache, const MovedParameters& parameters)
      : round_(round), cache_(cache), parameters_(parameters) {}

  ceres::CallbackReturnType operator()(const ceres::IterationSummary& summary) override {
    if (cache_.has_thrown()) return ceres::SOLVER_ABORT;
    if (summary.iteration == 0) return ceres::SOLVER_CONTINUE;
    round_.radius = summary.trust_region_radius;
    ++round_.steps;
    if (!goes_on()) return ceres::SOLVER_ABORT;
    if (!summary.step_is_successful) return ceres::SOLVER_CONTINUE;
    bound_hit_ = std::any_of(parameters_.moved.begin(), parameters_.moved.end(),
                             [&](std::size_t j) { return bound_pressure(cache_.best(), parameters_.bounds, j) > 0; });
    return bound_hit_ ? ceres::SOLVER_TERMINATE_SUCCESSFULLY : ceres::SOLVER_CONTINUE;
  }

  bool bound_hit() const { return bound_hit_; }

 private:
  bool goes_on() {
    try {
      return !round_.problem.progress || round_.problem.progress(round_.steps, cache_.best().cost());
    } catch (...) {
      cache_.keep(std::current_exception());
      return false;
    }
  }

  FitRound& round_;
  CachedResiduals& cache_;
  const MovedParameters& parameters_;
  bool bound_hit_ = false;
};

ceres::Solver::Options round_options(const FitRound& round) {
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = round.problem.most_iterations - round.steps;
  options.initial_trust_region_radius = round.radius;
  options.parameter_tolerance = round.problem.tolerance;
  options.function_tolerance = 1e-15;  // of squares: what rounding leaves
  options.gradient_tolerance = 0;      // an absolute number, which fits no unit
  options.max_num_consecutive_invalid_steps = 50;
  options.max_num_line_search_step_size_iterations = 0;  // not needed: a round ends where a bound is hit
  return options;
}

// Ceres speaks to standard error through glog, of steps without values among others.
void silence_ceres() {
  static const bool once = [] {
    FLAGS_minloglevel = google::GLOG_FATAL;
    return true;
  }();
  static_cast<void>(once);
}

RoundEnd round_end(const RoundWatch& watch, ceres::TerminationType type) {
  if (watch.bound_hit()) return RoundEnd::kBoundHit;
  switch (type) {
    case ceres::CONVERGENCE: return RoundEnd::kSettled;
    case ceres::NO_CONVERGENCE: return RoundEnd::kTooManySteps;
    case ceres::USER_FAILURE: return RoundEnd::kStopped;
    default: return RoundEnd::kNoValues;
  }
}

}  // namespace

RoundEnd run_round(FitRound& round, CachedResiduals& cache) {
  MovedParameters parameters{round.bounds, round.scale, cache.best().p, {}};
  std::vector<double> u;
  for (std::size_t j = 0; j < round.held.size(); ++j) {
    if (round.held[j]) continue;
    parameters.moved.push_back(j);
    u.push_back(parameters.values[j] / round.scale[j]);
  }
  if (u.empty()) return RoundEnd::kSettled;
  silence_ceres();
  ceres::Problem problem;
  problem.AddResidualBlock(new RoundCost(cache, parameters, round.problem.residuals, round.factor), nullptr, u.data());
  for (std::size_t k = 0; k < u.size(); ++k) {
    const int index = static_cast<int>(k);
    if (std::isfinite(parameters.low(k))) problem.SetParameterLowerBound(u.data(), index, parameters.low(k));
    if (std::isfinite(parameters.high(k))) problem.SetParameterUpperBound(u.data(), index, parameters.high(k));
  }
  RoundWatch watch(round, cache, parameters);
  ceres::Solver::Options options = round_options(round);
  options.callbacks.push_back(&watch);
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  return round_end(watch, summary.termination_type);
}

double bound_pressure(const FitPoint& point, const VariableBounds& bounds, std::size_t j) {
  const bool at_low = point.p[j] <= bounds.low[j], at_high = point.p[j] >= bounds.high[j];
  if (at_low == at_high) return 0;
  double product = 0, column = 0, square = 0;
  for (std::size_t i = 0; i < point.residuals.size(); ++i) {
    const double r = point.residuals[i], d = point.jacobian[i * point.p.size() + j];
    product += r * d;
    column += d * d;
    square += r * r;
  }
  const double cosine = product == 0 ? 0 : product / std::sqrt(column) / std::sqrt(square);
  return at_low ? cosine : -cosine;
}

}  // namespace kinemate
