#include "sim/explicit/runge_kutta.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "sim/first_step.h"

namespace kinemate {

RungeKutta::RungeKutta(OdeSystem& system, IntegratorOptions options, const Tableau& tableau)
    : Integrator(system, std::move(options)),
      tableau_(tableau),
      rule_(make_step_rule(tableau)),
      k_(n_ * tableau.columns()),
      slope_(n_),
      argument_(n_),
      solution_(n_),
      error_(n_),
      last_y_(n_),
      dense_(n_ * (3 + tableau.dense_rows)) {
  if (tableau.error_order == 0 && options_.fixed_step == 0) {
    throw Error(ErrorCode::kIntegrator, "this method knows no error of its own and needs a fixed step",
                "give the step, or choose a method that controls its error, such as dop853");
  }
}

void RungeKutta::forget() {
  h_ = 0;
  last_error_log_ = kFirstErrorLog;
  grid_start_ = t_;
  grid_steps_ = 0;
  on_grid_ = true;
  has_slope_ = has_dense_ = stiff_ = false;
  stiff_steps_ = easy_steps_ = 0;
}

// The slope at the start is that of the new system, evaluated anew.
bool RungeKutta::take_memory(const Integrator& other, StateChange&, PastOf past) {
  const RungeKutta& before = static_cast<const RungeKutta&>(other);
  CHECK(&before.tableau_ == &tableau_);
  forget();
  if (past == PastOf::kForgotten) return true;
  h_ = before.h_;
  last_error_log_ = before.last_error_log_;
  grid_start_ = before.grid_start_;
  grid_steps_ = before.grid_steps_;
  on_grid_ = before.on_grid_;
  stiff_ = before.stiff_;
  stiff_steps_ = before.stiff_steps_;
  easy_steps_ = before.easy_steps_;
  return true;
}

// The slope at the start and the first step's length. False where there is no slope.
bool RungeKutta::prepare(double limit) {
  if (!has_slope_) {
    if (!call_rhs(t_, y_.data(), slope_.data())) return false;
    if (first_not_finite(slope_) != StepOutcome::kNoState) return false;
    has_slope_ = true;
  }
  if (h_ != 0) return true;
  const double longest = std::min(options_.max_step, std::abs(limit - t_));
  if (options_.fixed_step > 0) {
    h_ = options_.fixed_step;
  } else if (options_.first_step > 0) {
    h_ = std::min(options_.first_step, longest);
  } else {
    const FirstStepProblem problem{.t = t_,
                                   .direction = limit > t_ ? 1.0 : -1.0,
                                   .longest = longest,
                                   .order = tableau_.error_order,
                                   .y = y_,
                                   .ydot = slope_,
                                   .atol = atol_,
                                   .rtol = options_.rtol};
    const std::span<double> scratch(k_.data(), 2 * n_);
    h_ = choose_first_step(problem, scratch,
                           [this](double t, const double* y, double* ydot) { return call_rhs(t, y, ydot); });
  }
  return true;
}

// The next step of the grid. The limit is hit exactly.
PlannedStep RungeKutta::fixed_plan(double limit) const {
  const double left = std::abs(limit - t_), sign = limit > t_ ? 1 : -1;
  const double size = on_grid_ ? std::abs(grid_start_ + sign * (grid_steps_ + 1) * h_ - t_) : h_;
  if (size * (1 + 1e-9) >= left) return {limit - t_, limit, true};
  return {sign * size, t_ + sign * size, false};
}

// Mean of squares of h Σ weightⱼ kⱼ against the tolerances.
double RungeKutta::scaled_square(const SparseWeights& weights, double h) {
  add_weighted(weights, n_, k_.data(), nullptr, h, error_.data());
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double term = error_[i] / (atol_[i] + options_.rtol * std::max(std::abs(y_[i]), std::abs(solution_[i])));
    sum += term * term;
  }
  return sum / static_cast<double>(std::max<std::size_t>(n_, 1));
}

// hλ from the two columns that stand at the end of the step: Hairer, Wanner II, section IV.2.
void RungeKutta::watch_stiffness(double h) {
  constexpr int kStiffSteps = 15, kEasySteps = 6;
  if (tableau_.stiff_bound == 0) return;
  const double* const last = k_.data() + (tableau_.stages - 1) * n_;
  const double* const end = last + n_;
  double slopes = 0, points = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    slopes += (end[i] - last[i]) * (end[i] - last[i]);
    points += (solution_[i] - argument_[i]) * (solution_[i] - argument_[i]);
  }
  if (points > 0 && std::abs(h) * std::sqrt(slopes / points) > tableau_.stiff_bound) {
    easy_steps_ = 0;
    if (++stiff_steps_ == kStiffSteps) stiff_ = true;
  } else if (++easy_steps_ == kEasySteps) {
    stiff_steps_ = 0;
  }
}

// All stages of a step and whether all are numbers.
bool RungeKutta::try_step(double h) {
  const auto f = [this](double t, const double* y, double* ydot) { return call_rhs(t, y, ydot); };
  reached_ = run_stages(tableau_, n_, t_, h, y_.data(), k_.data(), argument_.data(), solution_.data(), f);
  if (reached_ <= tableau_.stages) return false;
  // what is not finite in an earlier stage shows in the solution
  const std::span<const double> end_slope(k_.data() + tableau_.stages * n_, n_);
  return first_not_finite(solution_) == StepOutcome::kNoState && first_not_finite(end_slope) == StepOutcome::kNoState;
}

StepOutcome RungeKutta::step(double limit) {
  CHECK(limit != t_);
  if (!prepare(limit)) return {StepEnd::kNotFinite, t_, first_not_finite(slope_)};
  std::copy(slope_.begin(), slope_.end(), k_.begin());
  has_dense_ = false;
  return options_.fixed_step > 0 ? fixed_step(limit) : controlled_step(limit);
}

StepOutcome RungeKutta::fixed_step(double limit) {
  const PlannedStep plan = fixed_plan(limit);
  if (!try_step(plan.h)) return failure(plan.h);
  accept(plan);
  return {};
}

StepOutcome RungeKutta::controlled_step(double limit) {
  h_ = std::min(h_, options_.max_step);
  const double wanted = h_;
  for (bool again = false;; again = true) {
    const PlannedStep plan = plan_step(t_, h_, limit);
    const bool finite = try_step(plan.h);
    double square = std::numeric_limits<double>::infinity();
    if (finite) {
      const double second = rule_.second_weight > 0 ? scaled_square(tableau_.second_error, plan.h) : 0;
      square = error_square(rule_, scaled_square(tableau_.error, plan.h), second);
    }
    const StepVerdict verdict = judge_step(rule_, square, last_error_log_, again);
    h_ = std::abs(plan.h) * verdict.factor;
    if (verdict.accepted) {
      // a step cut short by the limit does not make the next one short
      if (!again && plan.hits) h_ = std::max(h_, wanted);
      last_error_log_ = verdict.error_log;
      accept(plan);
      return {};
    }
    ++statistics_.rejected;
    if (step_vanishes(t_, h_)) {
      return finite ? StepOutcome{StepEnd::kTooSmall, t_, StepOutcome::kNoState} : failure(plan.h);
    }
  }
}

void RungeKutta::accept(const PlannedStep& plan) {
  watch_stiffness(plan.h);
  ++statistics_.steps;
  last_t_ = t_;
  on_grid_ = on_grid_ && !plan.hits;
  ++grid_steps_;
  t_ = plan.end;
  std::swap(last_y_, y_);
  std::swap(y_, solution_);
  const double* const slope = k_.data() + tableau_.stages * n_;
  std::copy(slope, slope + n_, slope_.begin());
}

// The first column without a value tells the time and the state.
StepOutcome RungeKutta::failure(double h) const {
  const std::size_t last = std::min(reached_, tableau_.stages);
  for (std::size_t j = 1; j <= last; ++j) {
    const std::size_t state = first_not_finite({k_.data() + j * n_, n_});
    if (state != StepOutcome::kNoState) return {StepEnd::kNotFinite, t_ + tableau_.c[j] * h, state};
  }
  return {StepEnd::kNotFinite, t_ + tableau_.c[last] * h, StepOutcome::kNoState};
}

// Coefficients of y = y₀ + θ(F₀ + (1-θ)(F₁ + θ(F₂ + (1-θ)(F₃ + ...)))): Hairer, Nørsett, Wanner, (6.13) and after.
void RungeKutta::prepare_dense() {
  const double h = t_ - last_t_;
  rows_ = 3 + tableau_.dense_rows;
  for (std::size_t i = tableau_.stages + 1; i < tableau_.columns(); ++i) {
    add_weighted(tableau_.a[i], n_, k_.data(), last_y_.data(), h, argument_.data());
    double* const slope = k_.data() + i * n_;
    const bool has_value = call_rhs(last_t_ + tableau_.c[i] * h, argument_.data(), slope);
    if (!has_value || first_not_finite({slope, n_}) != StepOutcome::kNoState) rows_ = 3;  // the cubic is left
  }
  const double* const start = k_.data();
  const double* const end = k_.data() + tableau_.stages * n_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double change = y_[i] - last_y_[i];
    dense_[i] = change;
    dense_[n_ + i] = h * start[i] - change;
    dense_[2 * n_ + i] = 2 * change - h * (start[i] + end[i]);
  }
  for (std::size_t j = 0; j + 3 < rows_; ++j) {
    add_weighted(tableau_.dense[j], n_, k_.data(), nullptr, h, dense_.data() + (3 + j) * n_);
  }
  has_dense_ = true;
}

void RungeKutta::interpolate(double t, std::span<double> y) {
  CHECK(y.size() == n_ && t_ != last_t_);
  if (!has_dense_) prepare_dense();
  const double theta = (t - last_t_) / (t_ - last_t_);
  const double* const highest = dense_.data() + (rows_ - 1) * n_;
  const double factors[] = {theta, 1 - theta};
  std::copy(highest, highest + n_, y.begin());
  for (std::size_t row = rows_ - 1; row > 0; --row) {
    const double factor = factors[row % 2];
    const double* const next = dense_.data() + (row - 1) * n_;
    for (std::size_t i = 0; i < n_; ++i) y[i] = next[i] + factor * y[i];
  }
  for (std::size_t i = 0; i < n_; ++i) y[i] = last_y_[i] + theta * y[i];
}

}  // namespace kinemate
