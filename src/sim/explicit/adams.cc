#include "sim/explicit/adams.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "sim/first_step.h"

namespace kinemate {
namespace {

constexpr std::size_t kHighest = AdamsHistory::kHighestOrder;
constexpr double kMuchShorter = 1e-7;  // differences over such a step have lost half their digits
constexpr double kHalf = 0.5;          // the error aimed at, in tolerances

// |γ*ₖ|, the error constants of Adams-Moulton formulas: Shampine and Gordon, table in section 10; entry 0 not used
constexpr std::array<double, kHighest + 2> kErrorConstants = {
    0, 0.5, 0.0833, 0.0417, 0.0264, 0.0188, 0.0143, 0.0114, 0.00936, 0.00789, 0.00679, 0.00592, 0.00524, 0.00468};

}  // namespace

Adams::Adams(OdeSystem& system, IntegratorOptions options)
    : Integrator(system, std::move(options)),
      phi_(n_ * (kHighest + 2)),
      predicted_(n_),
      predicted_slope_(n_),
      slope_(n_),
      corrected_(n_),
      inverse_scale_(n_),
      carry_(n_),
      predicted_carry_(n_) {
  if (options_.fixed_step > 0) {
    throw Error(ErrorCode::kIntegrator, "the Adams method varies its step; it takes no fixed one",
                "rk4, dopri5 and dop853 take fixed steps");
  }
}

void Adams::forget() {
  weights_ = {};
  order_ = 1;
  h_ = 0;
  started_ = false;
  rising_ = true;
  failures_ = stiff_steps_ = easy_steps_ = 0;
  stiff_ = anew_ = false;
}

// Mean of squares of values against the tolerances.
double Adams::scaled_norm(const double* values) const {
  double sum = 0;
  for (std::size_t l = 0; l < n_; ++l) {
    const double term = values[l] * inverse_scale_[l];
    sum += term * term;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(n_, 1)));
}

// First slope and first step. False where there is no slope.
bool Adams::prepare(double limit) {
  if (started_) return true;
  if (!call_rhs(t_, y_.data(), slope_.data())) return false;
  if (first_not_finite(slope_) != StepOutcome::kNoState) return false;
  std::copy(slope_.begin(), slope_.end(), phi(1));
  std::fill(phi(2), phi(2) + n_, 0.0);
  std::fill(carry_.begin(), carry_.end(), 0.0);
  const double direction = limit > t_ ? 1 : -1, longest = std::min(options_.max_step, std::abs(limit - t_));
  if (options_.first_step > 0) {
    h_ = direction * std::min(options_.first_step, longest);
  } else {
    const FirstStepProblem problem{.t = t_,
                                   .direction = direction,
                                   .longest = longest,
                                   .order = 1,
                                   .y = y_,
                                   .ydot = slope_,
                                   .atol = atol_,
                                   .rtol = options_.rtol};
    const std::span<double> scratch(phi(3), 2 * n_);
    h_ = direction * choose_first_step(problem, scratch, [this](double t, const double* y, double* ydot) {
           return call_rhs(t, y, ydot);
         });
  }
  started_ = true;
  return true;
}

double Adams::planned_step(double limit) const {
  const double left = std::abs(limit - t_), size = std::min(std::abs(h_), options_.max_step);
  if (size * 1.01 >= left) return limit - t_;
  return std::copysign(2 * size > left ? left / 2 : size, h_);
}

// Order 1 again, from the slope that is known. Differences over a step that was cut very short are mostly rounding.
void Adams::begin_anew() {
  const double h = h_;
  std::fill(phi(2), phi(2) + n_, 0.0);
  weights_ = {};
  order_ = 1;
  rising_ = true;
  // the error of a step of order 1 is about h²‖ÿ‖/2, and ‖ÿ‖ not much above ‖ẏ‖
  const double size = 0.25 * std::sqrt(kHalf / std::max(scaled_norm(phi(1)), std::numeric_limits<double>::min()));
  h_ = std::copysign(std::min(size, std::abs(h)), h);
  anew_ = false;
}

// p = y + h Σ gᵢ φᵢ*, with φᵢ carried over to the new step as if the next difference were unchanged.
void Adams::predict(double h) {
  const std::size_t k = order_;
  for (std::size_t i = weights_.equal + 1; i <= k; ++i) {
    const double beta = weights_.beta[i];
    double* const column = phi(i);
    for (std::size_t l = 0; l < n_; ++l) column[l] *= beta;
  }
  std::copy(phi(k + 1), phi(k + 1) + n_, phi(k + 2));
  std::fill(phi(k + 1), phi(k + 1) + n_, 0.0);
  double* const __restrict__ p = predicted_.data();
  std::fill(predicted_.begin(), predicted_.end(), 0.0);
  for (std::size_t i = k; i >= 1; --i) {
    const double g = weights_.g[i];
    double* const __restrict__ column = phi(i);
    const double* const __restrict__ next = phi(i + 1);
    for (std::size_t l = 0; l < n_; ++l) {
      p[l] += g * column[l];
      column[l] += next[l];
    }
  }
  for (std::size_t l = 0; l < n_; ++l) {
    const double change = h * p[l] - carry_[l];
    p[l] = y_[l] + change;
    predicted_carry_[l] = (p[l] - y_[l]) - change;
  }
}

// From f at the prediction against that predicted for it, φ₁.
Adams::Errors Adams::errors_of_prediction(double h) const {
  const std::size_t k = order_;
  double lower = 0, low = 0, same = 0;
  const double* const first = phi(1);
  const double* const column_low = phi(k);
  const double* const column_lower = phi(k > 1 ? k - 1 : 1);
  for (std::size_t l = 0; l < n_; ++l) {
    const double miss = predicted_slope_[l] - first[l], scale = inverse_scale_[l];
    const double a = (column_lower[l] + miss) * scale, b = (column_low[l] + miss) * scale, c = miss * scale;
    lower += a * a;
    low += b * b;
    same += c * c;
  }
  const double size = std::abs(h) / std::sqrt(static_cast<double>(std::max<std::size_t>(n_, 1)));
  Errors errors;
  const double base = size * std::sqrt(same);
  errors.step = base * (weights_.g[k] - weights_.g[k + 1]);
  errors.same = base * weights_.sigma[k + 1] * kErrorConstants[k];
  if (k > 1) errors.low = size * weights_.sigma[k] * kErrorConstants[k - 1] * std::sqrt(low);
  if (k > 2) errors.lower = size * weights_.sigma[k - 1] * kErrorConstants[k - 2] * std::sqrt(lower);
  return errors;
}

// y = p + h g_{k+1} (f(p) - φ₁) and the slope there, which becomes slope_. False where there is none.
bool Adams::correct(double h) {
  const double factor = h * weights_.g[order_ + 1];
  const double* const first = phi(1);
  for (std::size_t l = 0; l < n_; ++l) {
    const double change = factor * (predicted_slope_[l] - first[l]) - predicted_carry_[l];
    corrected_[l] = predicted_[l] + change;
    predicted_carry_[l] = (corrected_[l] - predicted_[l]) - change;
  }
  return call_rhs(t_ + h, corrected_.data(), slope_.data()) && first_not_finite(slope_) == StepOutcome::kNoState &&
         first_not_finite(corrected_) == StepOutcome::kNoState;
}

// Takes the prediction back, shortens the step, and says so if it cannot be made shorter.
StepOutcome Adams::revoke(double h, double factor, bool finite) {
  ++statistics_.rejected;
  rising_ = false;
  for (std::size_t i = 1; i <= order_; ++i) {
    const double inverse = 1 / weights_.beta[i];
    double* const __restrict__ column = phi(i);
    const double* const __restrict__ next = phi(i + 1);
    for (std::size_t l = 0; l < n_; ++l) column[l] = inverse * (column[l] - next[l]);
  }
  std::copy(phi(order_ + 2), phi(order_ + 2) + n_, phi(order_ + 1));
  revoke_adams_step(weights_, h, order_);
  h_ = factor * h;
  if (std::abs(h_) > shortest_step(t_) && std::abs(h_) > std::numeric_limits<double>::min()) return {};
  if (finite) return {StepEnd::kTooSmall, t_, StepOutcome::kNoState};
  const std::size_t state = first_not_finite(predicted_slope_);
  return {StepEnd::kNotFinite, t_ + h, state != StepOutcome::kNoState ? state : first_not_finite(slope_)};
}

StepOutcome Adams::step(double limit) {
  CHECK(limit != t_);
  if (!prepare(limit)) return {StepEnd::kNotFinite, t_, first_not_finite(slope_)};
  for (std::size_t l = 0; l < n_; ++l) inverse_scale_[l] = 1 / (atol_[l] + options_.rtol * std::abs(y_[l]));
  if (anew_) begin_anew();
  for (failures_ = 0;;) {
    const double wanted = h_, h = planned_step(limit);
    const double end = h == limit - t_ ? limit : t_ + h;
    plan_adams_step(weights_, h, order_);
    predict(h);
    const bool has_value = call_rhs(end, predicted_.data(), predicted_slope_.data());
    const Errors errors = errors_of_prediction(h);
    const bool finite = has_value && std::isfinite(errors.step);
    const std::size_t k = order_;
    const bool lowers = finite && ((k > 2 && std::max(errors.low, errors.lower) <= errors.same) ||
                                   (k == 2 && errors.low <= 0.5 * errors.same));
    if (finite && errors.step <= 1 && correct(h)) {
      accept(h, end);
      choose_next(errors, h, lowers);
      // a step cut short by the limit does not make the next one short
      if (failures_ == 0 && std::abs(h) < 0.5 * std::abs(wanted)) h_ = wanted;
      anew_ = std::abs(h) < kMuchShorter * std::abs(wanted);
      return {};
    }
    ++failures_;
    double factor = finite && errors.step > 1 ? 0.5 : 0.25;
    if (finite && failures_ > 3 && kHalf < 0.25 * errors.same) factor = std::sqrt(kHalf / errors.same);
    const StepOutcome outcome = revoke(h, factor, finite && errors.step > 1);
    if (!outcome) return outcome;
    order_ = failures_ >= 3 ? 1 : lowers ? k - 1 : k;
  }
}

// hλ from the two slopes at the end of the step. Where it stays near the bounds of stability of the lower orders (about
// 2.4 for orders 2 and 3, 1 for order 6), stability rules the step; smooth problems stay far below.
void Adams::watch_stiffness(double h) {
  constexpr double kBound = 0.8;
  constexpr int kStiffSteps = 15, kEasySteps = 6;
  double slopes = 0, points = 0;
  for (std::size_t l = 0; l < n_; ++l) {
    const double slope = slope_[l] - predicted_slope_[l], point = corrected_[l] - predicted_[l];
    slopes += slope * slope;
    points += point * point;
  }
  if (points > 0 && std::abs(h) * std::sqrt(slopes / points) > kBound) {
    easy_steps_ = 0;
    if (++stiff_steps_ == kStiffSteps) stiff_ = true;
  } else if (++easy_steps_ == kEasySteps) {
    stiff_steps_ = 0;
  }
}

// The new slope enters all differences.
void Adams::accept(double h, double end) {
  watch_stiffness(h);
  const std::size_t k = order_;
  double* const __restrict__ newest = phi(k + 1);
  double* const __restrict__ beyond = phi(k + 2);
  const double* const first = phi(1);
  for (std::size_t l = 0; l < n_; ++l) {
    newest[l] = slope_[l] - first[l];
    beyond[l] = newest[l] - beyond[l];
  }
  for (std::size_t i = 1; i <= k; ++i) {
    double* const __restrict__ column = phi(i);
    for (std::size_t l = 0; l < n_; ++l) column[l] += newest[l];
  }
  weights_.last_order = k;
  weights_.last_step = h;
  std::swap(y_, corrected_);
  std::swap(carry_, predicted_carry_);
  last_t_ = t_;
  t_ = end;
  ++statistics_.steps;
  ++statistics_.orders[k];
}

// Order and size of the next step. The order goes up only where its error is known: after k + 1 equal steps.
void Adams::choose_next(const Errors& errors, double h, bool lowers) {
  const std::size_t k = order_;
  if (lowers || k == kHighest) rising_ = false;
  double error = errors.same;
  if (rising_) {
    order_ = k + 1;
    h_ = 2 * h;
    return;
  }
  if (lowers) {
    order_ = k - 1;
    error = errors.low;
  } else if (k + 1 <= weights_.equal) {
    const double raised = k < kHighest ? std::abs(h) * kErrorConstants[k + 1] * scaled_norm(phi(k + 2))
                                       : std::numeric_limits<double>::infinity();
    if (k > 1 && errors.low <= std::min(errors.same, raised)) {
      order_ = k - 1;
      error = errors.low;
    } else if (raised < (k > 1 ? errors.same : 0.5 * errors.same)) {
      order_ = k + 1;
      error = raised;
    }
  }
  const double power = static_cast<double>(order_ + 1);
  if (kHalf >= error * std::exp2(power)) {
    h_ = 2 * h;
  } else if (kHalf >= error) {
    h_ = h;
  } else {
    h_ = h * std::clamp(std::pow(kHalf / error, 1 / power), 0.5, 0.9);
  }
}

// y at t + past, by the polynomial through k + 1 slopes.
void Adams::look_back(const AdamsWeights::Orders& psi, std::size_t k, double past, std::span<double> y) const {
  const AdamsWeights::Orders g = adams_interpolation(psi, past, k);
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t i = k + 1; i >= 1; --i) {
    const double* const column = phi(i);
    for (std::size_t l = 0; l < n_; ++l) y[l] += g[i] * column[l];
  }
  for (std::size_t l = 0; l < n_; ++l) y[l] = y_[l] + past * y[l];
}

void Adams::interpolate(double t, std::span<double> y) {
  CHECK(y.size() == n_ && t_ != last_t_);
  look_back(weights_.psi, weights_.last_order, t - t_, y);
}

// The differences that are known. After k + 1 equal steps there is one more, from which a higher order is judged.
AdamsHistory Adams::history() const {
  const std::size_t k = weights_.last_order;
  AdamsHistory history{.t = t_, .order = k, .psi = weights_.psi, .phi = {}};
  if (weights_.equal > k && k < kHighest) history.psi[++history.order] = weights_.psi[k] + weights_.last_step;
  history.phi.assign(phi_.begin(), phi_.begin() + static_cast<std::ptrdiff_t>((history.order + 1) * n_));
  return history;
}

// The slopes of all times that are known, in the new states. The states at these times are not stored but follow from
// the slopes; what they lack is below the error of the steps. Whatever stands on times alone stays.
bool Adams::take_memory(const Integrator& other, StateChange& change, PastOf past) {
  const Adams& before = static_cast<const Adams&>(other);
  if (past == PastOf::kForgotten || !before.started_) {
    forget();
    return true;
  }
  AdamsHistory history = before.history();
  const std::vector<double> times = adams_times(history), old_slopes = adams_slopes(history, before.n_);
  std::vector<double> old_y(before.n_), y(n_), slopes(times.size() * n_);
  for (std::size_t i = 0; i < times.size(); ++i) {
    before.look_back(history.psi, history.order, i == 0 ? 0 : -history.psi[i], old_y);
    const std::span<const double> old_slope(old_slopes.data() + i * before.n_, before.n_);
    if (!change(times[i], old_y, old_slope, y, std::span(slopes).subspan(i * n_, n_))) return false;
  }
  if (first_not_finite(slopes) != StepOutcome::kNoState) return false;
  set_adams_slopes(history, n_, slopes);
  std::copy(history.phi.begin(), history.phi.end(), phi_.begin());
  std::fill(phi_.begin() + static_cast<std::ptrdiff_t>(history.phi.size()), phi_.end(), 0.0);
  std::fill(carry_.begin(), carry_.end(), 0.0);
  weights_ = before.weights_;
  order_ = before.order_;
  h_ = before.h_;
  started_ = true;
  rising_ = before.rising_;
  failures_ = before.failures_;
  stiff_steps_ = before.stiff_steps_;
  easy_steps_ = before.easy_steps_;
  stiff_ = before.stiff_;
  anew_ = before.anew_;
  fit_to_past();
  return true;
}

// A past that is rough in the new states, as angles are beyond gimbal lock, would make step after step fail until
// nothing of it is left. So much of it is used as allows the longest step.
void Adams::fit_to_past() {
  constexpr double kRough = 16;  // tolerances; below, the ordinary control does it
  for (std::size_t l = 0; l < n_; ++l) inverse_scale_[l] = 1 / (atol_[l] + options_.rtol * std::abs(y_[l]));
  const std::size_t highest = std::min(order_, weights_.last_order);
  const auto error = [&](std::size_t k) { return std::abs(h_) * kErrorConstants[k] * scaled_norm(phi(k + 1)); };
  if (highest < 2 || error(highest) <= kRough) return;
  double longest = 0;
  for (std::size_t k = 1; k <= highest; ++k) {
    const double factor = std::pow(kHalf / std::max(error(k), kHalf), 1 / static_cast<double>(k + 1));
    if (factor < longest) continue;
    longest = factor;
    order_ = k;
  }
  h_ *= longest;
}

std::unique_ptr<Adams> make_adams(OdeSystem& system, const IntegratorOptions& options) {
  return std::make_unique<Adams>(system, options);
}

}  // namespace kinemate
