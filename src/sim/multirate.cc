#include "sim/multirate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "sim/fast_states.h"
#include "sim/first_step.h"

namespace kinemate {
namespace {

SplitState split_of(const SystemShape& shape) {
  SplitState split{.fast = shape.fast, .full = std::vector<double>(shape.dimension)};
  for (std::size_t i = 0; i < shape.dimension; ++i) {
    if (!std::binary_search(shape.fast.begin(), shape.fast.end(), i)) split.slow.push_back(i);
  }
  if (split.slow.empty() || split.fast.empty()) {
    throw Error(ErrorCode::kIntegrator,
                fmt::format("of {} states {} are marked as fast; a multirate method needs fast and slow ones",
                            shape.dimension, split.fast.size()),
                "mark the states of stiff springs and light bodies as fast, or choose another method");
  }
  return split;
}

std::vector<double> pick(const std::vector<double>& values, const std::vector<std::size_t>& indices) {
  std::vector<double> result;
  for (const std::size_t i : indices) result.push_back(values[i]);
  return result;
}

class Multirate : public Integrator {
 public:
  Multirate(OdeSystem& system, const IntegratorOptions& options, const MultirateOptions& multirate);

  StepOutcome step(double limit) override;
  void interpolate(double t, std::span<double> y) override;
  std::size_t pieces() const override { return std::max<std::size_t>(1, fast_.steps() / 2); }

 private:
  enum class Column : std::size_t { kStart, kMiddle, kEnd };

  void forget() override;
  bool take_memory(const Integrator& before, StateChange& change, PastOf past) override;
  double* slope(Column column) { return slopes_.data() + static_cast<std::size_t>(column) * slow_count_; }
  const double* slope(Column column) const { return slopes_.data() + static_cast<std::size_t>(column) * slow_count_; }
  bool slow_slope(double t, Column column);
  bool prepare(double limit);
  void choose_long_step(double limit);
  void guess_slopes(double h);
  double set_path(double h);
  StepOutcome sweep(double end);
  StepOutcome try_step(double h, double end);
  double quadrature_error(double h) const;
  double slow_scale(std::size_t i) const;
  void accept(double h, double end);

  SplitState split_;
  const std::size_t slow_count_;
  const std::vector<double> slow_atol_;
  FastStates fast_;
  const std::size_t substeps_;    // in half a step
  std::vector<double> slow_;      // at the start of the step
  std::vector<double> slow_end_;  // at its end, by the path
  std::vector<double> rates_;
  std::vector<double> slopes_;      // slow rates of this step, n_slow x 3
  std::vector<double> old_slopes_;  // of the last step
  std::vector<double> fast_start_;
  SlowPath path_;             // of this step, or the last one
  double h_ = 0, old_h_ = 0;  // old_h_ = 0: no step before this one
  double error_ = 0;          // of the last step that was tried, in tolerances
  double grid_start_ = 0, grid_steps_ = 0;
  bool on_grid_ = true, has_slope_ = false;
};

Multirate::Multirate(OdeSystem& system, const IntegratorOptions& options, const MultirateOptions& multirate)
    : Integrator(system, options),
      split_(split_of(system.shape())),
      slow_count_(split_.slow.size()),
      slow_atol_(pick(atol_, split_.slow)),
      fast_(system, split_, options.rtol, pick(atol_, split_.fast)),
      substeps_((multirate.substeps + 1) / 2),
      slow_(slow_count_),
      slow_end_(slow_count_),
      rates_(n_),
      slopes_(3 * slow_count_),
      old_slopes_(3 * slow_count_),
      fast_start_(split_.fast.size()) {
  CHECK(multirate.substeps > 0);
  path_.p.resize(4 * slow_count_);
}

void Multirate::forget() {
  for (std::size_t i = 0; i < slow_count_; ++i) slow_[i] = y_[split_.slow[i]];
  for (std::size_t i = 0; i < fast_start_.size(); ++i) fast_start_[i] = y_[split_.fast[i]];
  h_ = old_h_ = 0;
  grid_start_ = t_;
  grid_steps_ = 0;
  on_grid_ = true;
  has_slope_ = false;
}

// The sizes of steps and the grid. What is slow here may be so in other states than there: no slopes are carried over.
bool Multirate::take_memory(const Integrator& other, StateChange&, PastOf past) {
  const Multirate& before = static_cast<const Multirate&>(other);
  forget();
  if (past == PastOf::kForgotten) return true;
  h_ = before.h_;
  fast_.take_step_size(before.fast_);
  grid_start_ = before.grid_start_;
  grid_steps_ = before.grid_steps_;
  on_grid_ = before.on_grid_;
  return true;
}

// The slow rates at the full state of split_.
bool Multirate::slow_slope(double t, Column column) {
  ++statistics_.rhs_calls;
  if (!system_.slow_rhs(t, split_.full, rates_)) return false;
  for (std::size_t i = 0; i < slow_count_; ++i) slope(column)[i] = rates_[split_.slow[i]];
  return first_not_finite({slope(column), slow_count_}) == StepOutcome::kNoState;
}

bool Multirate::prepare(double limit) {
  if (!has_slope_) {
    std::copy(y_.begin(), y_.end(), split_.full.begin());
    if (!slow_slope(t_, Column::kStart)) return false;
    has_slope_ = true;
  }
  if (h_ == 0) choose_long_step(limit);
  return true;
}

// From the slow states alone, the fast ones held.
void Multirate::choose_long_step(double limit) {
  const double longest = std::min(options_.max_step, std::abs(limit - t_));
  if (options_.fixed_step > 0) {
    h_ = options_.fixed_step;
  } else if (options_.first_step > 0) {
    h_ = std::min(options_.first_step, longest);
  } else {
    const FirstStepProblem problem{.t = t_,
                                   .direction = limit > t_ ? 1.0 : -1.0,
                                   .longest = longest,
                                   .order = 3,
                                   .y = slow_,
                                   .ydot = {slope(Column::kStart), slow_count_},
                                   .atol = slow_atol_,
                                   .rtol = options_.rtol};
    const std::span<double> scratch(path_.p.data(), 2 * slow_count_);
    h_ = choose_first_step(problem, scratch, [this](double t, const double* slow, double* rate) {
      for (std::size_t i = 0; i < slow_count_; ++i) split_.full[split_.slow[i]] = slow[i];
      const bool has_value = slow_slope(t, Column::kEnd);
      std::copy_n(slope(Column::kEnd), slow_count_, rate);
      return has_value;
    });
  }
}

// Slopes in the middle and at the end from the parabola of the last step's, or as at the start.
void Multirate::guess_slopes(double h) {
  const double* const start = old_slopes_.data();
  const double* const middle = start + slow_count_;
  const double* const end = middle + slow_count_;
  for (std::size_t i = 0; i < slow_count_; ++i) {
    if (old_h_ == 0) {
      slope(Column::kMiddle)[i] = slope(Column::kEnd)[i] = slope(Column::kStart)[i];
      continue;
    }
    const double linear = -3 * start[i] + 4 * middle[i] - end[i], square = 2 * (start[i] - 2 * middle[i] + end[i]);
    const double half = 1 + 0.5 * h / old_h_, whole = 1 + h / old_h_;
    slope(Column::kMiddle)[i] = start[i] + half * (linear + half * square);
    slope(Column::kEnd)[i] = start[i] + whole * (linear + whole * square);
  }
}

double Multirate::slow_scale(std::size_t i) const {
  return slow_atol_[i] + options_.rtol * std::max(std::abs(slow_[i]), std::abs(slow_end_[i]));
}

// The cubic with these slopes. Returns how far its end has moved, in tolerances.
double Multirate::set_path(double h) {
  path_.start = t_;
  path_.length = h;
  double* const p = path_.p.data();
  double sum = 0;
  for (std::size_t i = 0; i < slow_count_; ++i) {
    const double start = slope(Column::kStart)[i], middle = slope(Column::kMiddle)[i], end = slope(Column::kEnd)[i];
    p[i] = slow_[i];
    p[slow_count_ + i] = h * start;
    p[2 * slow_count_ + i] = h * (-3 * start + 4 * middle - end) / 2;
    p[3 * slow_count_ + i] = h * 2 * (start - 2 * middle + end) / 3;
    const double before = slow_end_[i];
    slow_end_[i] = slow_[i] + h * (start + 4 * middle + end) / 6;
    const double term = (slow_end_[i] - before) / slow_scale(i);
    sum += term * term;
  }
  return std::sqrt(sum / static_cast<double>(slow_count_));
}

// The fast states along the path, and the slow rates in the middle and at the end.
StepOutcome Multirate::sweep(double end) {
  fast_.begin(t_, fast_start_);
  const std::size_t steps = options_.fixed_step > 0 ? substeps_ : 0;
  const double middle = path_.start + path_.length / 2;
  for (const Column column : {Column::kMiddle, Column::kEnd}) {
    const double t = column == Column::kMiddle ? middle : end;
    const StepOutcome outcome = fast_.advance(path_, t, steps, FastStates::Record::kSteps);
    if (!outcome) return outcome;
    set_slow(split_, path_, t);
    for (std::size_t i = 0; i < fast_start_.size(); ++i) split_.full[split_.fast[i]] = fast_.values()[i];
    if (slow_slope(t, column)) continue;
    const std::size_t bad = first_not_finite({slope(column), slow_count_});
    return {StepEnd::kNotFinite, t, bad == StepOutcome::kNoState ? bad : split_.slow[bad]};
  }
  return {};
}

// Sweeps until they change nothing that matters; each adds an order, and the guess has three of four unless it is the
// first. error_ is what the last sweep still changed and what the three slopes cannot tell.
StepOutcome Multirate::try_step(double h, double end) {
  constexpr int kMost = 6;
  const int least = old_h_ == 0 ? 4 : 2;
  guess_slopes(h);
  set_path(h);
  for (int i = 1;; ++i) {
    if (const StepOutcome outcome = sweep(end); !outcome) return outcome;
    const double moved = set_path(h);
    const bool fixed = options_.fixed_step > 0;
    if (i < least || (!fixed && moved > 0.1 && i < kMost && std::isfinite(moved))) continue;
    if (fixed && i < 3) continue;
    error_ = moved + quadrature_error(h);
    return {};
  }
}

// Simpson's error h⁵F⁗/2880, from the slopes of this step and the last one by divided differences in units of h.
double Multirate::quadrature_error(double h) const {
  if (old_h_ == 0) return 0;
  const double ratio = old_h_ / h;
  const std::array<double, 5> nodes = {-ratio, -ratio / 2, 0, 0.5, 1};
  double sum = 0;
  for (std::size_t i = 0; i < slow_count_; ++i) {
    std::array<double, 5> f = {old_slopes_[i], old_slopes_[slow_count_ + i], slope(Column::kStart)[i],
                               slope(Column::kMiddle)[i], slope(Column::kEnd)[i]};
    for (std::size_t level = 1; level < 5; ++level) {
      for (std::size_t j = 4; j >= level; --j) f[j] = (f[j] - f[j - 1]) / (nodes[j] - nodes[j - level]);
    }
    const double term = h * f[4] / 120 / slow_scale(i);
    sum += term * term;
  }
  return std::sqrt(sum / static_cast<double>(slow_count_));
}

StepOutcome Multirate::step(double limit) {
  CHECK(limit != t_);
  if (!prepare(limit)) {
    const std::size_t bad = first_not_finite({slope(Column::kStart), slow_count_});
    return {StepEnd::kNotFinite, t_, bad == StepOutcome::kNoState ? bad : split_.slow[bad]};
  }
  const bool fixed = options_.fixed_step > 0;
  const double sign = limit > t_ ? 1 : -1, left = std::abs(limit - t_), wanted = h_;
  for (;;) {
    if (!fixed) h_ = std::min(h_, options_.max_step);
    double size = fixed && on_grid_ ? std::abs(grid_start_ + sign * (grid_steps_ + 1) * h_ - t_) : h_;
    const bool hits = size * (fixed ? 1 + 1e-9 : 1.01) >= left;
    if (!fixed && !hits && 2 * size > left) size = left / 2;
    const double h = hits ? limit - t_ : sign * size, end = hits ? limit : t_ + h;
    const long fast_calls = fast_.calls, fast_rejected = fast_.rejected;
    const StepOutcome outcome = try_step(h, end);
    statistics_.fast_calls += fast_.calls - fast_calls;
    statistics_.rejected += fast_.rejected - fast_rejected;
    if (outcome && (fixed || error_ <= 1)) {
      // more than twice as long would stretch the guess too far
      if (!fixed) h_ = std::abs(h) * std::clamp(0.9 * std::pow(error_, -0.2), 0.3, 2.0);
      if (!fixed && hits) h_ = std::max(h_, wanted);
      on_grid_ = on_grid_ && !hits;
      accept(h, end);
      return {};
    }
    if (fixed) return outcome;
    ++statistics_.rejected;
    const bool has_error = outcome && std::isfinite(error_);
    h_ = std::abs(h) * (has_error ? std::max(0.3, 0.9 * std::pow(error_, -0.2)) : 0.25);
    if (h_ > shortest_step(t_) && h_ > std::numeric_limits<double>::min()) continue;
    return outcome ? StepOutcome{StepEnd::kTooSmall, t_, StepOutcome::kNoState} : outcome;
  }
}

void Multirate::accept(double h, double end) {
  ++statistics_.steps;
  ++grid_steps_;
  last_t_ = t_;
  t_ = end;
  old_h_ = h;
  std::copy(slow_end_.begin(), slow_end_.end(), slow_.begin());
  std::copy(fast_.values().begin(), fast_.values().end(), fast_start_.begin());
  for (std::size_t i = 0; i < slow_count_; ++i) y_[split_.slow[i]] = slow_[i];
  for (std::size_t i = 0; i < fast_start_.size(); ++i) y_[split_.fast[i]] = fast_start_[i];
  std::swap(old_slopes_, slopes_);
  std::copy_n(old_slopes_.data() + 2 * slow_count_, slow_count_, slope(Column::kStart));
}

void Multirate::interpolate(double t, std::span<double> y) {
  CHECK(y.size() == n_ && t_ != last_t_);
  set_slow(split_, path_, t);
  fast_.interpolate(t);
  std::copy(split_.full.begin(), split_.full.end(), y.begin());
}

}  // namespace

std::unique_ptr<Integrator> make_multirate(OdeSystem& system, const IntegratorOptions& options,
                                           const MultirateOptions& multirate) {
  return std::make_unique<Multirate>(system, options, multirate);
}

}  // namespace kinemate
