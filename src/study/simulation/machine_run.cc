#include "study/simulation/machine_run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "base/error.h"
#include "loops/dead_centre.h"
#include "sim/automatic.h"
#include "study/singular.h"

namespace kinemate {

MachineRun::MachineRun(const SimulatedMachine& machine)
    : machine_(machine),
      system_(machine.programs),
      events_(machine.events),
      handler_(events_, system_, log_),
      columns_(machine.columns.program),
      start_(machine.start) {}

void MachineRun::explain(RunStatus& status) const {
  const Surroundings& around = system_.around();
  Values values;
  values.emplace(make_symbol("t"), status.time);
  for (std::size_t i = 0; i < machine_.symbols.size(); ++i) values.emplace(machine_.symbols[i], end_state_[i]);
  for (std::size_t i = 0; i < machine_.parameters.size(); ++i)
    values.emplace(machine_.parameters[i], around.parameters[i]);
  for (std::size_t i = 0; i < machine_.source.model.inputs.size(); ++i)
    values.emplace(make_symbol(machine_.source.model.inputs[i].name), around.inputs[i]);
  try {
    const Kinematics& kinematics = machine_.source.kinematics;
    std::optional<Error> why;
    if (kinematics.closing) {
      why = find_dead_centre(*kinematics.closing, values);
      for (const ClosureStep& step : kinematics.closing->steps)
        values[step.coordinate] = evaluate(step.formula, values);
    }
    if (!why) why = find_undefined_rates(machine_.source.model, kinematics, values);
    if (!why) why = find_near_singularity(machine_.source.model, kinematics, values);
    if (!why) return;
    status.message += fmt::format("; {}", why->message);
    status.hint = why->hint;
  } catch (const Error&) {  // no number there: the message says so already
  }
}

void MachineRun::require_free_start(std::span<const double> x) {
  for (std::size_t e = 0; e < events_.functions.size(); ++e)
    if (const double beyond = system_.beyond(e, machine_.request.start, x); beyond > 1e-9)
      throw Error(fmt::format("event {}: the machine starts {:.3g} beyond it", events_.deeds[events_.functions[e]].name,
                              beyond),
                  "start on the other side, or turn its direction round");
}

// Formulas of loops have no value where these cannot be closed.
void MachineRun::require_values_at(double t, std::span<const double> x) {
  if (!machine_.source.kinematics.closing) return;
  std::vector<double> rates(x.size());
  if (system_.rhs(t, x, rates)) return;
  throw Error("the loops cannot be closed with the values that this run starts with",
              "lengths that do not reach each other, or a dead centre", Error::Kind::kNumerical);
}

void MachineRun::stop_at_dead_centre(double t, std::span<const double> x) const {
  Values values = {{make_symbol("t"), t}};
  for (std::size_t i = 0; i < machine_.symbols.size(); ++i) values.emplace(machine_.symbols[i], x[i]);
  for (std::size_t i = 0; i < machine_.parameters.size(); ++i)
    values.emplace(machine_.parameters[i], system_.around().parameters[i]);
  const std::optional<Error> why = find_dead_centre(*machine_.source.kinematics.closing, values);
  throw Error(fmt::format("stopped at t = {:.6g}: {}", t,
                          why ? why->message : "the independent speeds do not move the machine there"),
              why ? why->hint : "`independent:` in the machine's file chooses others", Error::Kind::kNumerical);
}

SimulationReport MachineRun::run(std::span<const double> varied, const RunObserver& observer) {
  const SimulationRequest& request = machine_.request;
  SimulationReport report;
  log_.clear();
  report.notes = machine_.notes;
  const RunStart::Numbers start = start_(varied);
  system_.begin(start.parameters, start.inputs);
  set_event_numbers(start.others, events_, system_);
  const IntegratorOptions options = integrator_options(machine_);
  std::unique_ptr<Automatic> automatic;
  std::unique_ptr<Integrator> chosen;
  if (request.method == IntegrationMethod::kAuto) {
    automatic = make_automatic(system_, options);
  } else {
    chosen = make_integrator(request.method, system_, options);
  }
  Integrator& integrator = automatic ? *automatic : *chosen;
  std::optional<RunAudit> audit;
  if (machine_.audit) audit.emplace(*machine_.audit, system_);
  const bool with_events = !events_.functions.empty() || !events_.times.empty();

  RunOptions run{.t0 = request.start,
                 .t1 = request.end,
                 .output_times = output_times(request),
                 .stop_times = events_.stop_times(request.start, request.end),
                 .max_steps = request.most_steps,
                 .interrupt = observer.interrupt};
  RunCallbacks callbacks;
  std::optional<AngleFollower> angles;
  if (!machine_.angles.names.empty() && observer.row) angles.emplace(machine_.angles);
  callbacks.observe = [&](double t, std::span<const double> x) {
    ++report.rows;
    if (!observer.row) return;
    const std::span<const double> numbers = columns_(t, x, system_.accelerations(t, x), system_.around());
    if (!angles) return observer.row(numbers);
    angles->follow(integrator.time(), integrator.state(), system_.around());
    row_.assign(numbers.begin(), numbers.end());
    angles->count_turns(t, row_);
    observer.row(row_);
  };
  if (with_events)
    callbacks.event = [&](const EventReport& what, std::span<double> x) {
      if (audit && integrator.time() != integrator.last_time()) audit->follow(integrator, what.time);
      const EventAction action = handler_.handle(what, x);
      if (audit && action == EventAction::kRestart) audit->restart(what.time, x);
      return action;
    };
  callbacks.progress = [&](double t) {
    if (angles) angles->follow(t, integrator.state(), system_.around());
    if (system_.is_dead(t, integrator.state())) stop_at_dead_centre(t, integrator.state());
    if (audit) audit->follow(integrator, t);
    if (observer.step) observer.step(t, integrator.statistics());
  };
  std::vector<double> x(start.x.begin(), start.x.end());
  if (!system_.close(request.start, x))
    throw Error("the loops cannot be closed from the initial values of this run",
                "lengths that do not reach each other, or values far from those of the machine",
                Error::Kind::kNumerical);
  require_values_at(request.start, x);
  require_free_start(x);
  const auto began = std::chrono::steady_clock::now();
  if (audit) audit->start(request.start, x);
  if (angles) angles->start(request.start, x, system_.around());
  report.status = run_integration(integrator, x, run, callbacks);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  report.statistics = integrator.statistics();
  if (audit) report.audit = audit->result();
  report.method = method_name(request.method);
  if (automatic) {
    report.method.clear();
    for (const Automatic::Change& change : automatic->changes()) {
      report.method = method_name(change.method);
      report.reason += fmt::format("{}{} from t = {:.6g}: {}", report.reason.empty() ? "" : "; ",
                                   method_name(change.method), change.time, change.reason);
    }
  }
  report.events = log_;
  end_state_.assign(integrator.state().begin(), integrator.state().end());
  return report;
}

}  // namespace kinemate
