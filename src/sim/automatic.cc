#include "sim/automatic.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace kinemate {
namespace {

IntegratorStatistics sum(const IntegratorStatistics& a, const IntegratorStatistics& b) {
  IntegratorStatistics result = a;
  result.steps += b.steps;
  result.rejected += b.rejected;
  result.rhs_calls += b.rhs_calls;
  result.fast_calls += b.fast_calls;
  result.jacobians += b.jacobians;
  for (std::size_t k = 0; k < result.orders.size(); ++k) result.orders[k] += b.orders[k];
  return result;
}

}  // namespace

void Automatic::forget() {
  in_step_ = false;
  if (statistics_.steps > 0) return;
  // a new run: choose again
  active_.reset();
  method_ = IntegrationMethod::kAuto;
  changes_.clear();
  before_ = {};
}

// The same choice, as an integrator of the new states. Where there is no past, that one counts from here.
bool Automatic::take_memory(const Integrator& other, StateChange& change, PastOf past) {
  const Automatic& before = static_cast<const Automatic&>(other);
  const bool chosen = before.method_ != IntegrationMethod::kAuto, fits = method_ == before.method_;
  std::unique_ptr<Integrator> made;
  if (chosen && !fits) made = make_integrator(before.method_, system_, options_);
  Integrator* const next = fits ? active_.get() : made.get();
  const bool has_past = past == PastOf::kCarriedOver && before.in_step_;
  if (has_past && !next->take_over(*before.active_, change, past)) return false;
  if (chosen && !has_past) next->begin(t_, y_);
  if (!fits) active_ = std::move(made);
  method_ = before.method_;
  changes_ = before.changes_;
  before_ = has_past ? before.before_ : statistics_;
  in_step_ = chosen;
  return true;
}

void Automatic::change_to(MethodChoice choice) {
  before_ = statistics_;
  method_ = choice.method;
  active_ = make_integrator(method_, system_, options_);
  active_->begin(t_, y_);
  in_step_ = true;
  changes_.push_back({t_, choice.method, std::move(choice.reason)});
}

void Automatic::change_to_cvode() {
  change_to({IntegrationMethod::kCvode,
             fmt::format("{} is held to short steps by stability, not by accuracy: stiff", method_name(method_))});
}

bool Automatic::may_change() const { return method_ != IntegrationMethod::kCvode && options_.fixed_step == 0; }

void Automatic::copy_from_active() {
  last_t_ = active_->last_time();
  t_ = active_->time();
  std::copy(active_->state().begin(), active_->state().end(), y_.begin());
  const long restarts = statistics_.restarts;
  statistics_ = sum(before_, active_->statistics());
  statistics_.restarts = restarts;
}

StepOutcome Automatic::step(double limit) {
  CHECK(limit != t_);
  if (method_ == IntegrationMethod::kAuto) {
    change_to(choose_method(system_, options_, t_, y_, limit));
  } else if (!in_step_) {
    active_->restart(t_, y_);
    in_step_ = true;
  } else if (may_change() && active_->looks_stiff()) {
    change_to_cvode();
  }
  StepOutcome outcome = active_->step(limit);
  if (outcome.end == StepEnd::kTooSmall && may_change()) {
    const MethodChoice choice{IntegrationMethod::kCvode, "no step of an explicit method is short enough"};
    change_to(choice);
    outcome = active_->step(limit);
  }
  if (outcome) copy_from_active();
  return outcome;
}

void Automatic::interpolate(double t, std::span<double> y) { active_->interpolate(t, y); }

std::unique_ptr<Automatic> make_automatic(OdeSystem& system, const IntegratorOptions& options) {
  return std::make_unique<Automatic>(system, options);
}

}  // namespace kinemate
