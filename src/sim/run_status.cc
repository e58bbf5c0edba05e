#include "sim/run_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kinemate {
namespace {

std::size_t largest_state(std::span<const double> y) {
  const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(y.begin(), y.end(), smaller) - y.begin());
}

LikelyCause find_cause(const Integrator& integrator, RunEnd end, const RunEvidence& evidence) {
  constexpr double kGrowth = 1e8;  // half the digits of a double
  const std::span<const double> y = integrator.state();
  const double size = y.empty() ? 0 : std::abs(y[largest_state(y)]);
  if (size > kGrowth * std::max(evidence.size_at_start, 1.0)) return LikelyCause::kBlowUp;
  if (end == RunEnd::kNotFinite) return LikelyCause::kOutOfDomain;
  const IntegratorStatistics& statistics = integrator.statistics();
  if (integrator.looks_stiff()) return LikelyCause::kStiff;
  if (end == RunEnd::kStepTooSmall) return LikelyCause::kDiscontinuity;
  return statistics.rejected > statistics.steps ? LikelyCause::kStiff : LikelyCause::kUnknown;
}

std::string what_happened(const Integrator& integrator, RunEnd end, const RunStatus& status) {
  const std::string state = status.state == StepOutcome::kNoState
                                ? std::string("the state")
                                : state_in_words(integrator.system().shape(), status.state);
  switch (end) {
    case RunEnd::kNotFinite: return fmt::format("at t = {:.9g} the rate of {} is not a number", status.time, state);
    case RunEnd::kStepTooSmall:
      return fmt::format("at t = {:.9g} no step is short enough for the tolerances", status.time);
    case RunEnd::kNoConvergence:
      return fmt::format("at t = {:.9g} the equations of the implicit step could not be solved", status.time);
    default: return fmt::format("{} steps led only to t = {:.9g}", integrator.statistics().steps, status.time);
  }
}

std::string advice(const Integrator& integrator, const RunStatus& status) {
  switch (status.cause) {
    case LikelyCause::kBlowUp:
      return fmt::format("{} grows beyond all bounds; look for energy that is put in without end, or a sign",
                         state_in_words(integrator.system().shape(), status.state));
    case LikelyCause::kStiff:
      return "the system is stiff: very stiff springs or dampers; the method cvode takes long steps";
    case LikelyCause::kOutOfDomain:
      return "likely a division by zero, the root of a negative number or a singular position of the machine";
    case LikelyCause::kDiscontinuity: return "likely a force that jumps; make the jump an event, or smooth it";
    default: return "allow more steps or looser tolerances";
  }
}

ErrorCode code_of(RunEnd end) {
  switch (end) {
    case RunEnd::kStepTooSmall: return ErrorCode::kStepTooSmall;
    case RunEnd::kTooManySteps: return ErrorCode::kTooManySteps;
    case RunEnd::kTooManyEvents: return ErrorCode::kTooManyEvents;
    case RunEnd::kNoConvergence: return ErrorCode::kNoConvergence;
    default: return ErrorCode::kNotFinite;
  }
}

}  // namespace

std::string state_in_words(const SystemShape& shape, std::size_t state) {
  if (state < shape.state_names.size()) return fmt::format("`{}`", shape.state_names[state]);
  return fmt::format("state {}", state + 1);
}

Error to_error(const RunStatus& status) { return Error(code_of(status.end), status.message, status.hint); }

RunStatus explain_failure(const Integrator& integrator, RunEnd end, const StepOutcome& outcome,
                          const RunEvidence& evidence) {
  RunStatus status{.end = end, .time = outcome.time, .state = outcome.state};
  status.cause = find_cause(integrator, end, evidence);
  if (status.cause == LikelyCause::kBlowUp) status.state = largest_state(integrator.state());
  status.message = what_happened(integrator, end, status);
  status.hint = advice(integrator, status);
  return status;
}

RunStatus explain_events(const Integrator& integrator, double time, std::size_t event) {
  const SystemShape& shape = integrator.system().shape();
  const std::string name = event < shape.events.size() ? shape.events[event].name : std::string();
  RunStatus status{.end = RunEnd::kTooManyEvents, .time = time, .cause = LikelyCause::kAccumulation};
  status.message =
      fmt::format("at t = {:.9g} the event `{}` happens again and again without the time going on", time, name);
  status.hint = "likely impacts that become ever smaller, or two modes that switch to each other; let them end in rest";
  return status;
}

}  // namespace kinemate
