#include "sim/fast_states.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "sim/explicit/dopri5.h"

namespace kinemate {
namespace {

constexpr std::size_t kDenseColumns = 5;

}  // namespace

void set_slow(SplitState& state, const SlowPath& path, double t) {
  const std::size_t n = state.slow.size();
  const double theta = (t - path.start) / path.length;
  const double* const p = path.p.data();
  for (std::size_t i = 0; i < n; ++i) {
    state.full[state.slow[i]] = p[i] + theta * (p[n + i] + theta * (p[2 * n + i] + theta * p[3 * n + i]));
  }
}

FastStates::FastStates(OdeSystem& system, SplitState& split, double rtol, std::vector<double> atol)
    : system_(system),
      split_(split),
      n_(split.fast.size()),
      rtol_(rtol),
      atol_(std::move(atol)),
      y_(n_),
      k_(n_ * dopri5_tableau().columns()),
      argument_(n_),
      solution_(n_),
      error_(n_),
      rates_(split.full.size()) {}

void FastStates::begin(double t, std::span<const double> values) {
  if (values.data() != y_.data()) std::copy(values.begin(), values.end(), y_.begin());
  t_ = t;
  has_slope_ = false;
  steps_ = 0;
  times_.clear();
  records_.clear();
}

bool FastStates::call(const SlowPath& path, double t, const double* fast, double* rate) {
  ++calls;
  set_slow(split_, path, t);
  for (std::size_t i = 0; i < n_; ++i) split_.full[split_.fast[i]] = fast[i];
  if (!system_.fast_rhs(t, split_.full, rates_)) return false;
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) sum += rate[i] = rates_[split_.fast[i]];
  return std::isfinite(sum);
}

double FastStates::error_norm(double h) {
  add_weighted(dopri5_tableau().error, n_, k_.data(), nullptr, h, error_.data());
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double term = error_[i] / (atol_[i] + rtol_ * std::max(std::abs(y_[i]), std::abs(solution_[i])));
    sum += term * term;
  }
  return std::sqrt(sum / static_cast<double>(n_));
}

// As RungeKutta::prepare_dense, for each step that is recorded.
void FastStates::keep_dense(double t, double h) {
  const Tableau& tableau = dopri5_tableau();
  const std::size_t at = records_.size();
  records_.resize(at + kDenseColumns * n_);
  double* const d = records_.data() + at;
  const double* const end = k_.data() + tableau.stages * n_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double change = solution_[i] - y_[i];
    d[i] = y_[i];
    d[n_ + i] = change;
    d[2 * n_ + i] = h * k_[i] - change;
    d[3 * n_ + i] = 2 * change - h * (k_[i] + end[i]);
  }
  add_weighted(tableau.dense[0], n_, k_.data(), nullptr, h, d + 4 * n_);
  if (times_.empty()) times_.push_back(t);
  times_.push_back(t + h);
}

StepOutcome FastStates::advance(const SlowPath& path, double end, std::size_t steps, Record record) {
  const Tableau& tableau = dopri5_tableau();
  const auto f = [&](double t, const double* y, double* rate) { return call(path, t, y, rate); };
  const double start = t_, sign = end > start ? 1 : -1;
  if (!has_slope_ && !f(t_, y_.data(), k_.data())) return {StepEnd::kNotFinite, t_, StepOutcome::kNoState};
  has_slope_ = true;
  if (h_ == 0) h_ = std::abs(end - start) / 10;
  for (std::size_t step = 1; t_ != end;) {
    const double left = std::abs(end - t_);
    const bool fixed = steps > 0, last = fixed ? step == steps : 1.01 * h_ >= left;
    const double whole =
        (end - start) * static_cast<double>(step) / static_cast<double>(std::max<std::size_t>(steps, 1));
    const double h = last ? end - t_ : fixed ? start + whole - t_ : sign * (2 * h_ > left ? left / 2 : h_);
    const std::size_t reached =
        run_stages(tableau, n_, t_, h, y_.data(), k_.data(), argument_.data(), solution_.data(), f);
    const bool has_value = reached > tableau.stages;
    if (fixed && !has_value) return {StepEnd::kNotFinite, t_ + h, StepOutcome::kNoState};
    const double error = fixed ? 0 : has_value ? error_norm(h) : std::numeric_limits<double>::infinity();
    const double factor = std::isfinite(error) ? std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0) : 0.2;
    if (!(error <= 1)) {
      ++rejected;
      h_ = factor * std::abs(h);
      if (h_ > shortest_step(t_)) continue;
      return {has_value ? StepEnd::kTooSmall : StepEnd::kNotFinite, t_, StepOutcome::kNoState};
    }
    if (record == Record::kSteps) keep_dense(t_, h);
    if (!fixed) h_ = last ? std::max(h_, factor * std::abs(h)) : factor * std::abs(h);
    t_ = last ? end : t_ + h;
    ++step;
    ++steps_;
    std::swap(y_, solution_);
    const double* const slope = k_.data() + tableau.stages * n_;
    std::copy(slope, slope + n_, k_.data());
  }
  return {};
}

void FastStates::interpolate(double t) {
  CHECK(times_.size() > 1);
  const bool forwards = times_.back() > times_.front();
  const auto before = [&](double a, double b) { return forwards ? a < b : a > b; };
  const auto after = std::upper_bound(times_.begin() + 1, times_.end() - 1, t, before);
  const std::size_t at = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double theta = (t - times_[at]) / (times_[at + 1] - times_[at]);
  const double* const d = records_.data() + at * kDenseColumns * n_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double inner = d[3 * n_ + i] + (1 - theta) * d[4 * n_ + i];
    const double middle = d[n_ + i] + (1 - theta) * (d[2 * n_ + i] + theta * inner);
    split_.full[split_.fast[i]] = d[i] + theta * middle;
  }
}

}  // namespace kinemate
