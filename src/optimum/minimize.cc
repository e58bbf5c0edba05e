#include "optimum/minimize.h"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>

#include "base/check.h"
#include "base/error.h"
#include "optimum/variables.h"

namespace kinemate {
namespace {

/// The user's function over u, shares of the ranges of those variables that are not fixed, from 0 at the start. Keeps
/// the best point, counts, and holds exceptions back, because NLopt is C.
class Landscape {
 public:
  explicit Landscape(const MinimizeProblem& problem)
      : problem_(problem),
        bounds_(check_variables(problem.start, problem.low, problem.high, problem.scale, problem.names)),
        p_(problem.start),
        gradient_(problem.start.size()),
        best_(problem.start) {
    CHECK((problem.value || problem.value_and_gradient) && problem.tolerance > 0 && problem.most_evaluations > 0);
    for (std::size_t j = 0; j < p_.size(); ++j) {
      if (bounds_.fixed(j)) continue;
      free_.push_back(j);
      units_.push_back(unit(j));
    }
  }

  std::size_t dimension() const { return free_.size(); }
  double low(std::size_t k) const { return (bounds_.low[free_[k]] - problem_.start[free_[k]]) / units_[k]; }
  double high(std::size_t k) const { return (bounds_.high[free_[k]] - problem_.start[free_[k]]) / units_[k]; }

  /// The value at u with, if wanted, the gradient there; nullopt: none, or the search is over.
  std::optional<double> at(const double* u, double* gradient) {
    if (over()) return std::nullopt;
    for (std::size_t k = 0; k < free_.size(); ++k) p_[free_[k]] = place(u[k], k);
    ++evaluations_;
    std::optional<double> value;
    try {
      value = evaluate(gradient != nullptr);
      if (value && *value < best_value_) {
        best_value_ = *value;
        best_ = p_;
      }
      if (value) worst_value_ = std::max(worst_value_, *value);
      misses_ += value ? 0 : 1;
      stopped_ = problem_.progress && !problem_.progress(evaluations_, best_value_);
    } catch (...) {
      thrown_ = std::current_exception();
    }
    for (std::size_t k = 0; gradient && k < free_.size(); ++k) {
      gradient[k] = value ? gradient_[free_[k]] * units_[k] : 0;
    }
    return value;
  }

  bool over() const { return thrown_ || stopped_ || evaluations_ >= problem_.most_evaluations; }
  bool stopped() const { return stopped_; }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

  bool has_value() const { return best_value_ < std::numeric_limits<double>::infinity(); }
  double best_value() const { return best_value_; }
  double worst_value() const { return worst_value_; }
  int evaluations() const { return evaluations_; }
  int misses() const { return misses_; }
  const std::vector<double>& best() const { return best_; }
  std::vector<double> best_share() const {
    std::vector<double> u;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      u.push_back(std::clamp((best_[free_[k]] - problem_.start[free_[k]]) / units_[k], low(k), high(k)));
    }
    return u;
  }
  std::vector<bool> at_bound() const {
    std::vector<bool> result;
    for (std::size_t j = 0; j < best_.size(); ++j) {
      result.push_back(best_[j] <= bounds_.low[j] || best_[j] >= bounds_.high[j]);
    }
    return result;
  }
  void check_finite_bounds() const {
    for (const std::size_t j : free_) {
      if (std::isfinite(bounds_.low[j]) && std::isfinite(bounds_.high[j])) continue;
      throw Error(ErrorCode::kSearch,
                  fmt::format("a search everywhere needs both bounds of {}", variable_name(problem_.names, j)),
                  "give bounds, or search downhill from the start");
    }
  }

 private:
  double unit(std::size_t j) const {
    const double width = bounds_.high[j] - bounds_.low[j], size = std::abs(problem_.start[j]);
    if (!problem_.scale.empty()) return problem_.scale[j];
    return std::isfinite(width) ? width : size > 0 ? size : 1;
  }

  // Rounding may not make of a bound anything else than that bound.
  double place(double u, std::size_t k) const {
    const std::size_t j = free_[k];
    if (u <= low(k)) return bounds_.low[j];
    if (u >= high(k)) return bounds_.high[j];
    return std::clamp(problem_.start[j] + units_[k] * u, bounds_.low[j], bounds_.high[j]);
  }

  std::optional<double> evaluate(bool with_gradient) {
    const bool both = with_gradient || !problem_.value;
    const std::optional<double> value = both ? problem_.value_and_gradient(p_, gradient_) : problem_.value(p_);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    const auto is_finite = [](double entry) { return std::isfinite(entry); };
    if (with_gradient && !std::all_of(gradient_.begin(), gradient_.end(), is_finite)) return std::nullopt;
    return value;
  }

  const MinimizeProblem& problem_;
  const VariableBounds bounds_;
  std::vector<std::size_t> free_;  // of each u
  std::vector<double> units_;      // of each u
  std::vector<double> p_, gradient_, best_;
  double best_value_ = std::numeric_limits<double>::infinity();
  double worst_value_ = -std::numeric_limits<double>::infinity();
  int evaluations_ = 0;
  int misses_ = 0;
  bool stopped_ = false;
  std::exception_ptr thrown_;
};

/// One call of NLopt.
struct Descent {
  Landscape& landscape;
  nlopt_algorithm algorithm;
  double tolerance = 0;  // of u
  double step = 0.1;     // first change of u
  int most_evaluations = 0;
  double factor = 1;  // of the values
  nlopt_opt handle = nullptr;
};

// Worse than all values so far, by as much as they differ: a number, since models are laid through it. A search
// everywhere compares only, from before any value is known.
double missing_value(const Descent& descent) {
  if (descent.algorithm == NLOPT_GN_CRS2_LM) return HUGE_VAL;
  const Landscape& seen = descent.landscape;
  const double spread = seen.worst_value() - seen.best_value();
  return descent.factor * (seen.worst_value() + (spread > 0 ? spread : std::max(1.0, std::abs(seen.worst_value()))));
}

double value_for_nlopt(unsigned n, const double* u, double* gradient, void* data) {
  const Descent& descent = *static_cast<const Descent*>(data);
  const std::optional<double> value = descent.landscape.at(u, gradient);
  if (descent.landscape.over()) nlopt_force_stop(descent.handle);
  for (unsigned k = 0; gradient && k < n; ++k) gradient[k] *= descent.factor;
  return value ? descent.factor * *value : missing_value(descent);
}

// From the best point on; the result is the landscape's best.
void descend(Descent descent) {
  Landscape& landscape = descent.landscape;
  const auto n = static_cast<unsigned>(landscape.dimension());
  const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> opt(nlopt_create(descent.algorithm, n), &nlopt_destroy);
  CHECK(opt);
  descent.handle = opt.get();
  std::vector<double> u = landscape.best_share(), low, high, steps;
  for (std::size_t k = 0; k < u.size(); ++k) {
    low.push_back(landscape.low(k));
    high.push_back(landscape.high(k));
    steps.push_back(std::min(descent.step, (high[k] - low[k]) / 4));  // BOBYQA wants room for two to each side
  }
  nlopt_set_lower_bounds(opt.get(), low.data());
  nlopt_set_upper_bounds(opt.get(), high.data());
  nlopt_set_min_objective(opt.get(), &value_for_nlopt, &descent);
  nlopt_set_xtol_abs1(opt.get(), descent.tolerance);
  nlopt_set_initial_step(opt.get(), steps.data());
  nlopt_set_maxeval(opt.get(), descent.most_evaluations);
  double value = 0;
  const nlopt_result end = nlopt_optimize(opt.get(), u.data(), &value);
  landscape.rethrow();
  // else how it ended does not matter: whether beginning again gains anything tells
  CHECK(end != NLOPT_INVALID_ARGS && end != NLOPT_OUT_OF_MEMORY);
}

/// The best point and where it goes down from there, as far as bounds allow.
struct Slope {
  std::vector<double> u, downhill;
  double value = 0;
  double size = 0;  // ‖downhill‖
};

Slope slope_at_best(Landscape& landscape) {
  Slope slope{.u = landscape.best_share(), .value = landscape.best_value()};
  slope.downhill.resize(slope.u.size());
  landscape.at(slope.u.data(), slope.downhill.data());
  landscape.rethrow();
  double square = 0;
  for (std::size_t k = 0; k < slope.u.size(); ++k) {
    double& d = slope.downhill[k];
    d = -d;
    if ((d < 0 && slope.u[k] <= landscape.low(k)) || (d > 0 && slope.u[k] >= landscape.high(k))) d = 0;
    square += d * d;
  }
  slope.size = std::sqrt(square);
  return slope;
}

// The first step of SLSQP is as long as the gradient: of unit length it is neither too short to see nor too far.
double slope_factor(const Slope& slope) { return slope.size > 0 && std::isfinite(1 / slope.size) ? 1 / slope.size : 1; }

// SLSQP may give up at once. Then a short step downhill gains half of what the slope promises, at a minimum it does
// not.
bool goes_on_downhill(const Slope& slope, Landscape& landscape, double step) {
  if (slope.size == 0) return false;
  std::vector<double> u = slope.u;
  for (std::size_t k = 0; k < u.size(); ++k) u[k] += step * slope.downhill[k] / slope.size;
  const std::optional<double> value = landscape.at(u.data(), nullptr);
  landscape.rethrow();
  return value && *value < slope.value - step * slope.size / 2;
}

double farthest_change(const std::vector<double>& a, const std::vector<double>& b) {
  double change = 0;
  for (std::size_t k = 0; k < a.size(); ++k) change = std::max(change, std::abs(a[k] - b[k]));
  return change;
}

// Models cannot be laid across the border of where values are; a simplex compares only, and creeps along it.
nlopt_algorithm choose_descent(const MinimizeProblem& problem, const Landscape& landscape, bool compare_only) {
  if (compare_only || (landscape.dimension() == 1 && !problem.value_and_gradient)) return NLOPT_LN_NELDERMEAD;
  return problem.value_and_gradient ? NLOPT_LD_SLSQP : NLOPT_LN_BOBYQA;
}

// Downhill again and again, with fresh models, until that changes nothing; false: it still did.
bool descend_until_settled(const MinimizeProblem& problem, Landscape& landscape) {
  constexpr int kDescents = 20;
  double step = 0.1;
  bool compare_only = false;
  for (int i = 0; i < kDescents && !landscape.over(); ++i) {
    const std::vector<double> before = landscape.best_share();
    const int misses = landscape.misses();
    Descent descent{landscape, choose_descent(problem, landscape, compare_only), problem.tolerance, step};
    Slope slope;
    if (descent.algorithm == NLOPT_LD_SLSQP) {
      slope = slope_at_best(landscape);
      descent.factor = slope_factor(slope);
    }
    descend(descent);
    if (landscape.over()) return false;
    const bool settled = farthest_change(before, landscape.best_share()) <= 10 * problem.tolerance;
    const bool missed = landscape.misses() > misses;
    const bool given_up = settled && goes_on_downhill(slope, landscape, 100 * problem.tolerance);
    if (settled && !given_up && (compare_only || !missed)) return true;
    compare_only = missed || given_up;
    step = std::max(0.1 * step, 100 * problem.tolerance);
  }
  return false;
}

void search_everywhere(const MinimizeProblem& problem, Landscape& landscape) {
  constexpr double kNear = 1e-4;  // of the ranges: going downhill finds the rest sooner
  nlopt_srand(problem.seed);
  const int share = std::max(1, problem.most_evaluations / 4 * 3);  // the rest is for going downhill
  descend({landscape, NLOPT_GN_CRS2_LM, std::max(kNear, problem.tolerance), 0.1, share});
  if (landscape.has_value()) return;
  throw Error(ErrorCode::kNoOptimum,
              fmt::format("none of {} points within the bounds has a value", landscape.evaluations()),
              "narrow the bounds to where the machine can move");
}

void evaluate_start(Landscape& landscape) {
  const std::vector<double> u = landscape.best_share();
  landscape.at(u.data(), nullptr);
  landscape.rethrow();
}

std::string search_end(const Landscape& landscape, bool converged) {
  if (landscape.stopped()) return fmt::format("stopped after {} evaluations", landscape.evaluations());
  if (converged) return "nothing smaller is near";
  return fmt::format("the value was still falling after {} evaluations", landscape.evaluations());
}

}  // namespace

MinimizeResult minimize(const MinimizeProblem& problem) {
  Landscape landscape(problem);
  const bool global = problem.scope == MinimizeScope::kGlobal;
  if (global) landscape.check_finite_bounds();
  evaluate_start(landscape);
  if (!landscape.has_value() && (!global || landscape.dimension() == 0)) {
    throw Error(ErrorCode::kNoOptimum, "there is no value at the start of the search",
                "start from parameters with which the machine can move");
  }
  bool converged = landscape.dimension() == 0;
  if (!converged && global) search_everywhere(problem, landscape);
  if (!converged && !landscape.over()) converged = descend_until_settled(problem, landscape);
  return {.values = landscape.best(),
          .value = landscape.best_value(),
          .evaluations = landscape.evaluations(),
          .converged = converged,
          .reason = search_end(landscape, converged),
          .at_bound = landscape.at_bound()};
}

}  // namespace kinemate
