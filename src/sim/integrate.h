// From one time to another: steps, outputs, events, and a reason if it does not get there.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <vector>

#include "sim/events.h"
#include "sim/integrator.h"
#include "sim/run_status.h"

namespace kinemate {

struct RunOptions {
  // ---- change results ----
  double t0 = 0, t1 = 1;             ///< t1 < t0: backwards
  std::vector<double> output_times;  ///< in the order of the run, within it; empty: each step
  std::vector<double> stop_times;    ///< likewise; times at which something jumps. Steps end there exactly
  long max_steps = 100'000'000;      ///< against runs without end
  // ---- does not ----
  const std::atomic<bool>* interrupt = nullptr;  ///< looked at in every step
};

enum class EventAction {
  kGoOn,     ///< nothing has changed
  kRestart,  ///< the state or the right-hand side has changed
  kStop
};

/// What happens at one time.
struct EventReport {
  static constexpr std::size_t kNoStop = ~std::size_t{0};

  double time = 0;
  std::span<const EventHit> hits;   ///< of event functions
  std::size_t stop_time = kNoStop;  ///< index in RunOptions::stop_times
  bool at_horizon = false;          ///< of RunCallbacks::horizon
};

/// Functions that are not set are not called. Exceptions pass.
struct RunCallbacks {
  std::function<void(double t, std::span<const double> y)> observe;
  /// May change y; says so with kRestart. Without this function events are not looked for, stop times are still hit.
  std::function<EventAction(const EventReport& report, std::span<double> y)> event;
  std::function<void(double t)> progress;  ///< after every step
  /// Where a step from t on has to end at the latest, beside stop times. Where a step ends there, `event` is called.
  std::function<double(double t)> horizon;
  /// After every step but the last, behind `progress`: another integrator that has taken over, at the same time, or
  /// null. The run goes on with it. Its system has the same event functions.
  std::function<Integrator*(Integrator& now)> change;
};

/// Integrates from (t0, y0). What was observed before a failure is good; the state of the integrator, or of the one
/// that took over last, is where it ended, or that of the event that stopped it. Around an event that changed the state
/// both states are observed, if each step is; an output time at the event gets the one before. An event that stops the
/// run is observed in any case: what was observed ends where the run does.
RunStatus run_integration(Integrator& integrator, std::span<const double> y0, const RunOptions& options,
                          const RunCallbacks& callbacks);

}  // namespace kinemate
