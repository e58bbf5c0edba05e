#include "sim/integrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

void check_times(const std::vector<double>& times, const RunOptions& options, const char* what) {
  const double direction = options.t1 >= options.t0 ? 1 : -1;
  double last = options.t0;
  for (const double t : times) {
    if (!(direction * (t - last) >= 0) || !(direction * (options.t1 - t) >= 0)) {
      throw Error(ErrorCode::kIntegrator,
                  fmt::format("the {} time {} is out of order or outside of {} to {}", what, t, options.t0, options.t1),
                  "give them in the order in which they are reached");
    }
    last = t;
  }
}

/// Events that come ever closer: each within a small part of the run after the one before.
class Accumulation {
 public:
  explicit Accumulation(double span) : small_(1e-8 * std::abs(span)) {}
  bool notes(double t) {
    constexpr int kMost = 100;
    close_ = std::abs(t - last_) <= small_ ? close_ + 1 : 0;
    last_ = t;
    return close_ >= kMost;
  }

 private:
  double small_, last_ = -std::numeric_limits<double>::infinity();
  int close_ = 0;
};

class Run {
 public:
  Run(Integrator& integrator, const RunOptions& options, const RunCallbacks& callbacks)
      : integrator_(&integrator),
        options_(options),
        callbacks_(callbacks),
        watch_(integrator.system()),
        direction_(options.t1 >= options.t0 ? 1 : -1),
        y_(integrator.system().shape().dimension),
        accumulation_(options.t1 - options.t0) {}

  RunStatus go(std::span<const double> y0);

 private:
  enum class Next { kGoOn, kRestarted, kEnd };

  RunEnd failed_end(StepEnd end) const;
  double limit();
  void observe_outputs(double end);
  void observe(double t, std::span<const double> y) const {
    if (callbacks_.observe) callbacks_.observe(t, y);
  }
  Next handle(const EventReport& report);
  Next search_events();
  Next after_step();
  void offer_change();
  bool each_step() const { return options_.output_times.empty(); }
  // REQUIRES: outputs up to t were observed.
  bool is_output(double t) const { return next_output_ > 0 && options_.output_times[next_output_ - 1] == t; }

  Integrator* integrator_;
  const RunOptions& options_;
  const RunCallbacks& callbacks_;
  EventWatch watch_;
  const double direction_;
  std::vector<double> y_;
  Accumulation accumulation_;
  std::size_t next_output_ = 0, next_stop_ = 0;
  double horizon_ = std::numeric_limits<double>::quiet_NaN();
  RunStatus status_;
};

RunEnd Run::failed_end(StepEnd end) const {
  if (end == StepEnd::kNotFinite) return RunEnd::kNotFinite;
  return end == StepEnd::kNoConvergence ? RunEnd::kNoConvergence : RunEnd::kStepTooSmall;
}

double Run::limit() {
  const double stop = next_stop_ < options_.stop_times.size() ? options_.stop_times[next_stop_] : options_.t1;
  if (!callbacks_.horizon) return stop;
  horizon_ = callbacks_.horizon(integrator_->time());
  return direction_ * (stop - horizon_) > 0 ? horizon_ : stop;
}

// Outputs of the last step up to `end`.
void Run::observe_outputs(double end) {
  for (; next_output_ < options_.output_times.size(); ++next_output_) {
    const double t = options_.output_times[next_output_];
    if (direction_ * (t - end) > 0) return;
    if (t == integrator_->time()) {
      observe(t, integrator_->state());
    } else {
      integrator_->interpolate(t, y_);
      observe(t, y_);
    }
  }
}

// Outputs before the event, the event, and what its callback asks for. The state at the event is in y_.
Run::Next Run::handle(const EventReport& report) {
  const double t = report.time;
  observe_outputs(t);
  if (t == integrator_->time()) {
    std::copy(integrator_->state().begin(), integrator_->state().end(), y_.begin());
  } else {
    integrator_->interpolate(t, y_);
  }
  if (each_step()) observe(t, y_);
  const EventAction action = callbacks_.event ? callbacks_.event(report, y_) : EventAction::kGoOn;
  if (action == EventAction::kGoOn) return Next::kGoOn;
  integrator_->restart(t, y_);
  watch_.restart(t, y_);
  if (each_step() || (action == EventAction::kStop && !is_output(t))) observe(t, y_);
  if (action == EventAction::kRestart) return Next::kRestarted;
  status_ = {.end = RunEnd::kStopped, .time = t};
  return Next::kEnd;
}

Run::Next Run::search_events() {
  if (!callbacks_.event) return Next::kGoOn;
  for (;;) {
    const std::span<const EventHit> hits = watch_.next(*integrator_);
    if (hits.empty()) return Next::kGoOn;
    const double t = hits.front().time;
    const std::size_t event = hits.front().event;
    const Next next = handle({.time = t, .hits = hits});
    if (next == Next::kEnd) return next;
    const std::vector<EventFunction>& events = integrator_->system().shape().events;
    if (!events[event].is_surface && accumulation_.notes(t)) {
      status_ = explain_events(*integrator_, t, event);
      return Next::kEnd;
    }
    if (next != Next::kGoOn) return next;
  }
}

// Events, outputs, and the stop times the step has come to.
Run::Next Run::after_step() {
  const Next next = search_events();
  if (next != Next::kGoOn) return next;
  const double t = integrator_->time();
  observe_outputs(t);
  const bool at_stop = next_stop_ < options_.stop_times.size() && t == options_.stop_times[next_stop_];
  const bool at_horizon = t == horizon_;
  if (each_step() && !at_stop && !at_horizon) observe(t, integrator_->state());
  if (at_horizon) {
    const Next then = handle({.time = t, .at_horizon = true});
    if (then == Next::kEnd) return then;
  }
  while (next_stop_ < options_.stop_times.size() && t == options_.stop_times[next_stop_]) {
    const Next then = handle({.time = t, .stop_time = next_stop_++});
    if (then == Next::kEnd) return then;
  }
  return Next::kGoOn;
}

void Run::offer_change() {
  Integrator* const next = callbacks_.change(*integrator_);
  if (!next) return;
  CHECK(next->time() == integrator_->time());
  integrator_ = next;
  y_.resize(next->state().size());
  if (callbacks_.event) watch_.change_system(next->system(), next->time(), next->state());
}

RunStatus Run::go(std::span<const double> y0) {
  integrator_->begin(options_.t0, y0);
  if (callbacks_.event) watch_.start(options_.t0, y0);
  RunEvidence evidence;
  for (const double y : y0) evidence.size_at_start = std::max(evidence.size_at_start, std::abs(y));
  if (each_step()) observe(options_.t0, y0);
  observe_outputs(options_.t0);
  while (next_stop_ < options_.stop_times.size() && options_.stop_times[next_stop_] == options_.t0) {
    if (handle({.time = options_.t0, .stop_time = next_stop_++}) == Next::kEnd) return status_;
  }
  while (integrator_->time() != options_.t1) {
    if (options_.interrupt && *options_.interrupt) {
      return {.end = RunEnd::kInterrupted, .time = integrator_->time(), .message = "interrupted"};
    }
    if (integrator_->statistics().steps >= options_.max_steps) {
      return explain_failure(*integrator_, RunEnd::kTooManySteps, {.time = integrator_->time()}, evidence);
    }
    const StepOutcome outcome = integrator_->step(limit());
    if (!outcome) return explain_failure(*integrator_, failed_end(outcome.end), outcome, evidence);
    if (after_step() == Next::kEnd) return status_;
    if (callbacks_.progress) callbacks_.progress(integrator_->time());
    if (callbacks_.change && integrator_->time() != options_.t1) offer_change();
  }
  return {.end = RunEnd::kFinished, .time = integrator_->time()};
}

}  // namespace

RunStatus run_integration(Integrator& integrator, std::span<const double> y0, const RunOptions& options,
                          const RunCallbacks& callbacks) {
  if (!std::isfinite(options.t0) || !std::isfinite(options.t1))
    throw Error(ErrorCode::kIntegrator, "the times of a run must be finite numbers");
  check_times(options.output_times, options, "output");
  check_times(options.stop_times, options, "stop");
  const std::size_t bad = first_not_finite(y0);
  if (bad != StepOutcome::kNoState) {
    throw Error(ErrorCode::kInitialValue,
                fmt::format("the start value of {} is not a number", state_in_words(integrator.system().shape(), bad)));
  }
  return Run(integrator, options, callbacks).go(y0);
}

}  // namespace kinemate
