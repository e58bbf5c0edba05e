#include "sim/implicit/midpoint.h"

#include <Eigen/LU>
#include <cmath>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

using Eigen::Index;

class Midpoint : public Integrator {
 public:
  Midpoint(OdeSystem& system, const IntegratorOptions& options);

  StepOutcome step(double limit) override;
  void interpolate(double t, std::span<double> y) override;

 private:
  enum class Solved { kYes, kSlow, kNoValue };

  void forget() override;
  bool take_memory(const Integrator& before, StateChange& change, PastOf past) override;
  bool factorise(double h);
  Solved iterate(double h);
  bool compute_jacobian_at(double t);
  void end_slopes();

  std::vector<double> half_;            // half of the step's change: y₁ = y₀ + 2 half
  std::vector<double> middle_, slope_;  // (y₀ + y₁)/2 and f there
  std::vector<double> carry_;           // what rounding took from y
  std::vector<double> last_y_, start_slope_, end_slope_;
  Eigen::MatrixXd jacobian_, system_matrix_;
  Eigen::VectorXd residual_, correction_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
  double factored_step_ = 0;  // 0: no factors yet
  double grid_start_ = 0, grid_steps_ = 0;
  bool on_grid_ = true, has_slopes_ = false;
  double bad_time_ = 0;
};

Midpoint::Midpoint(OdeSystem& system, const IntegratorOptions& options)
    : Integrator(system, options),
      half_(n_),
      middle_(n_),
      slope_(n_),
      carry_(n_),
      last_y_(n_),
      start_slope_(n_),
      end_slope_(n_),
      jacobian_(static_cast<Index>(n_), static_cast<Index>(n_)),
      system_matrix_(jacobian_.rows(), jacobian_.cols()),
      residual_(jacobian_.rows()),
      correction_(jacobian_.rows()),
      factors_(jacobian_.rows()) {}

void Midpoint::forget() {
  std::fill(half_.begin(), half_.end(), 0.0);
  std::fill(carry_.begin(), carry_.end(), 0.0);
  factored_step_ = 0;
  grid_start_ = t_;
  grid_steps_ = 0;
  on_grid_ = true;
}

// Only the grid goes on: derivatives and guess are those of other states.
bool Midpoint::take_memory(const Integrator& other, StateChange&, PastOf past) {
  const Midpoint& before = static_cast<const Midpoint&>(other);
  forget();
  if (past == PastOf::kForgotten) return true;
  grid_start_ = before.grid_start_;
  grid_steps_ = before.grid_steps_;
  on_grid_ = before.on_grid_;
  return true;
}

// ∂f/∂y at y_, exact or by forward differences: it only steers the iteration.
bool Midpoint::compute_jacobian_at(double t) {
  ++statistics_.jacobians;
  if (system_.shape().has_jacobian) return system_.jacobian(t, y_, {jacobian_.data(), n_ * n_});
  if (!call_rhs(t, y_.data(), slope_.data())) return false;
  std::copy(y_.begin(), y_.end(), middle_.begin());
  for (std::size_t j = 0; j < n_; ++j) {
    const double move = 1e-7 * std::max(std::abs(y_[j]), 1.0);
    middle_[j] = y_[j] + move;
    double* const column = jacobian_.data() + j * n_;
    if (!call_rhs(t, middle_.data(), column)) return false;
    for (std::size_t i = 0; i < n_; ++i) column[i] = (column[i] - slope_[i]) / move;
    middle_[j] = y_[j];
  }
  return true;
}

// I - h/2 ∂f/∂y
bool Midpoint::factorise(double h) {
  if (!compute_jacobian_at(t_) || !jacobian_.allFinite()) return false;
  system_matrix_.noalias() = -0.5 * h * jacobian_;
  system_matrix_.diagonal().array() += 1;
  factors_.compute(system_matrix_);
  factored_step_ = h;
  return true;
}

// half = h/2 f(t + h/2, y₀ + half), until the corrections are no more than rounding.
Midpoint::Solved Midpoint::iterate(double h) {
  constexpr int kMost = 25;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMost; ++i) {
    for (std::size_t l = 0; l < n_; ++l) middle_[l] = y_[l] + half_[l];
    bad_time_ = t_ + h / 2;
    if (!call_rhs(bad_time_, middle_.data(), slope_.data())) return Solved::kNoValue;
    if (first_not_finite(slope_) != StepOutcome::kNoState) return Solved::kNoValue;
    for (std::size_t l = 0; l < n_; ++l) residual_(static_cast<Index>(l)) = 0.5 * h * slope_[l] - half_[l];
    correction_ = factors_.solve(residual_);
    double size = 0;
    for (std::size_t l = 0; l < n_; ++l) {
      const double change = correction_(static_cast<Index>(l));
      half_[l] += change;
      size = std::max(size, std::abs(change) / (std::abs(y_[l]) + std::abs(half_[l]) + atol_[l]));
    }
    if (!std::isfinite(size)) return Solved::kSlow;
    constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
    if (size <= kRounding || (size < 1e-12 && size >= 0.5 * last)) return Solved::kYes;
    if (i > 1 && size > 0.9 * last) return Solved::kSlow;
    last = size;
  }
  return Solved::kSlow;
}

StepOutcome Midpoint::step(double limit) {
  CHECK(limit != t_);
  const double sign = limit > t_ ? 1 : -1, fixed = options_.fixed_step;
  const double planned = on_grid_ ? std::abs(grid_start_ + sign * (grid_steps_ + 1) * fixed - t_) : fixed;
  const bool hits = planned * (1 + 1e-9) >= std::abs(limit - t_);
  const double h = hits ? limit - t_ : sign * planned;
  const bool same_step = std::abs(factored_step_ - h) < 1e-6 * std::abs(h);
  Solved solved = same_step ? iterate(h) : Solved::kSlow;
  if (solved != Solved::kYes) {
    // once more, with derivatives from here and no guess from before
    if (same_step) ++statistics_.rejected;
    std::fill(half_.begin(), half_.end(), 0.0);
    if (!factorise(h)) return {StepEnd::kNotFinite, t_, first_not_finite(slope_)};
    solved = iterate(h);
  }
  if (solved == Solved::kNoValue) return {StepEnd::kNotFinite, bad_time_, first_not_finite(slope_)};
  if (solved == Solved::kSlow) return {StepEnd::kNoConvergence, t_, StepOutcome::kNoState};
  std::copy(y_.begin(), y_.end(), last_y_.begin());
  for (std::size_t l = 0; l < n_; ++l) {
    const double change = h * slope_[l] - carry_[l];
    y_[l] = last_y_[l] + change;
    carry_[l] = (y_[l] - last_y_[l]) - change;
  }
  on_grid_ = on_grid_ && !hits;
  ++grid_steps_;
  ++statistics_.steps;
  last_t_ = t_;
  t_ = hits ? limit : t_ + h;
  has_slopes_ = false;
  return {};
}

// Slopes at both ends, only for steps that are looked into.
void Midpoint::end_slopes() {
  const double h = t_ - last_t_;
  const bool start = call_rhs(last_t_, last_y_.data(), start_slope_.data());
  const bool end = call_rhs(t_, y_.data(), end_slope_.data());
  // where there is no slope, that of the secant
  for (std::size_t l = 0; l < n_; ++l) {
    const double secant = (y_[l] - last_y_[l]) / h;
    if (!start || !std::isfinite(start_slope_[l])) start_slope_[l] = secant;
    if (!end || !std::isfinite(end_slope_[l])) end_slope_[l] = secant;
  }
  has_slopes_ = true;
}

void Midpoint::interpolate(double t, std::span<double> y) {
  CHECK(y.size() == n_ && t_ != last_t_);
  if (!has_slopes_) end_slopes();
  const double h = t_ - last_t_, theta = (t - last_t_) / h;
  for (std::size_t l = 0; l < n_; ++l) {
    const double change = y_[l] - last_y_[l];
    const double bend = (1 - theta) * (h * start_slope_[l] - change) - theta * (h * end_slope_[l] - change);
    y[l] = last_y_[l] + theta * (change + (1 - theta) * bend);
  }
}

}  // namespace

std::unique_ptr<Integrator> make_midpoint(OdeSystem& system, const IntegratorOptions& options) {
  if (options.fixed_step == 0) {
    throw Error(ErrorCode::kIntegrator, "the midpoint rule keeps invariants only with a fixed step, and none is given",
                "give the step; a twentieth of the shortest oscillation is a good start");
  }
  return std::make_unique<Midpoint>(system, options);
}

}  // namespace kinemate
