#include "study/simulation/simulate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/print.h"
#include "formalism/joint_loads.h"
#include "formalism/kane.h"
#include "model/formulas.h"
#include "program/optimize.h"
#include "study/shortest_program.h"
#include "study/simulation/machine_events.h"
#include "study/singular.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr std::size_t kUsualRows = 500;
constexpr std::size_t kMostRows = 100'000'000;
constexpr std::size_t kExactJacobian = 12;  // speeds: beyond, differences are cheaper than to derive it
constexpr std::size_t kKaneForAudit = 12;

std::vector<double> output_times(const SimulationRequest& request) {
  if (request.every < 0) return {};
  const double length = request.end - request.start;
  const double parts = request.every == 0 ? static_cast<double>(kUsualRows) : std::abs(length) / request.every;
  if (parts > static_cast<double>(kMostRows))
    throw Error(fmt::format("that would be {:.3g} rows", parts), "a larger time between rows will do");
  const double step = request.every == 0 ? length / parts : std::copysign(request.every, length);
  std::vector<double> times;
  const auto whole = static_cast<std::size_t>(std::floor(parts * (1 + 1e-12)));
  for (std::size_t i = 0; i <= whole; ++i) times.push_back(request.start + static_cast<double>(i) * step);
  if (std::abs(times.back() - request.end) <= 1e-9 * std::abs(step)) {
    times.back() = request.end;
  } else {
    times.push_back(request.end);
  }
  return times;
}

void check_request(const SimulationRequest& request) {
  if (!std::isfinite(request.start) || !std::isfinite(request.end) || request.start == request.end)
    throw Error("a run needs a start and another, finite end", "--to 10 simulates ten seconds");
  if (!std::isfinite(request.every) || !(request.rtol > 0) || !(request.atol > 0))
    throw Error("tolerances are positive numbers, and so is the time between rows");
  const bool fixed = request.method == IntegrationMethod::kEuler || request.method == IntegrationMethod::kRk4 ||
                     request.method == IntegrationMethod::kMidpoint;
  if (fixed && !(request.step > 0))
    throw Error(fmt::format("{} has fixed steps: how long are they?", method_name(request.method)), "--step 0.001");
}

// Inputs that nothing was set for are 0.
void take_inputs(const Model& model, MachinePrograms& programs, std::vector<std::string>& notes) {
  std::vector<std::string> idle;
  for (const Input& input : model.inputs) {
    programs.around.inputs.push_back(0);
    if (!is_reaction_input(model, input.name)) idle.push_back(input.name);
  }
  if (!idle.empty())
    notes.push_back(fmt::format("input{} taken as 0: {}; --set \"{} = sin(t)\" gives one a formula",
                                idle.size() == 1 ? "" : "s", fmt::join(idle, ", "), idle[0]));
}

std::string without_primes(std::string name) {
  std::erase(name, '\'');
  return name;
}

void require_functions(const Program& program) {
  for (const Array& array : program.inputs) {
    if (array.name != "w" || array.entries.empty()) continue;
    throw Error(fmt::format("there is no formula for {}", array.entries[0].name),
                fmt::format("--set \"{} = sin(t)\" gives one", without_primes(array.entries[0].name)));
  }
}

std::vector<double> start_values(const Model& model, const Kinematics& kinematics, std::span<const Given> given,
                                 std::span<const Expr> symbols) {
  const State state = make_state(model, kinematics, given);
  require_values({symbols.begin(), symbols.end()}, state);
  if (const auto undefined = find_undefined_rates(model, kinematics, state.values)) throw *undefined;
  std::vector<double> values;
  for (Expr symbol : symbols) values.push_back(state.values.at(symbol));
  return values;
}

}  // namespace

struct Simulation::Parts {
  SimulationRequest request;
  Model model;
  ProgramSource machine;
  std::vector<Expr> symbols;  // of x
  std::vector<double> start;
  MachinePrograms programs;
  MachineEvents events;
  AuditPrograms audit;
  RecordedColumns columns;
  ResultHeader header;
  std::vector<std::string> notes;

  void derive(const Progress& progress);
  IntegratorOptions integrator_options() const;
  void explain(const Integrator& integrator, const Surroundings& around, RunStatus& status) const;
};

void Simulation::Parts::derive(const Progress& progress) {
  ProgramRequest wanted;
  wanted.purpose = Purpose::kOde;
  wanted.algorithm.kind = Algorithm::Kind::kFastest;
  wanted.parameters = event_parameters(model);
  wanted.reduction = request.reduction;
  machine = prepare_for_program(model, wanted, progress);
  if (machine.kinematics.speeds.empty() && machine.states.empty())
    throw Error("there is nothing to simulate: the machine has no freedom to move");
  programs.rates = make_shortest_program(model, wanted, progress).optimized.program;
  require_functions(programs.rates);
  if ((request.method == IntegrationMethod::kAuto || request.method == IntegrationMethod::kCvode) &&
      machine.kinematics.speeds.size() <= kExactJacobian && !has_reaction_friction(model)) {
    wanted.purpose = Purpose::kJacobian;
    wanted.algorithm.kind = Algorithm::Kind::kEquations;
    progress("exact Jacobian");
    Program jacobian = optimize_locally(make_machine_program(model, wanted, progress)).program;
    programs.jacobian = std::move(jacobian);
  }
  symbols = state_of(machine);
  programs.coordinates = machine.rates.coordinates.size();
  programs.speeds = machine.kinematics.speeds.size();
  programs.states = machine.states.size();
  for (Expr symbol : symbols) programs.names.push_back(to_text(symbol));
  take_inputs(machine.model, programs, notes);
  progress("what is recorded and checked");
  events = make_machine_events(machine, programs);
  Equations forces = make_equations(machine.kinematics.speeds);
  if (machine.kinematics.speeds.size() <= kKaneForAudit) {
    forces = derive_by_kane(machine.model, machine.kinematics);
  } else {
    add_applied_forces(machine.model, machine.kinematics, forces);
  }
  audit = make_audit(machine, forces, events.parameters);
  if (request.reduction) audit.energy = false;  // it is that of all terms
  Substitution constants;
  for (const auto& [symbol, value] : parameter_values(model))
    if (std::find(events.parameters.begin(), events.parameters.end(), symbol) == events.parameters.end())
      constants.symbols.emplace(symbol, value);
  columns = make_columns(machine, events.parameters, request.record, constants);
}

IntegratorOptions Simulation::Parts::integrator_options() const {
  IntegratorOptions options;
  options.rtol = request.rtol;
  options.atol.assign(symbols.size(), request.atol);
  for (const auto& [name, tolerance] : request.atol_of) {
    const auto found = std::find(programs.names.begin(), programs.names.end(), name);
    if (found == programs.names.end()) {
      const std::string near =
          nearest(name, std::vector<std::string_view>(programs.names.begin(), programs.names.end()));
      throw Error(fmt::format("there is no state '{}' to have a tolerance", name),
                  near.empty() ? "" : fmt::format("did you mean {}?", near));
    }
    options.atol[static_cast<std::size_t>(found - programs.names.begin())] = tolerance;
  }
  options.fixed_step = request.step;
  if (request.largest_step > 0) options.max_step = request.largest_step;
  return options;
}

// In words of the machine: which motion meets hardly any inertia, as in gimbal lock.
void Simulation::Parts::explain(const Integrator& integrator, const Surroundings& around, RunStatus& status) const {
  Values values;
  values.emplace(make_symbol("t"), integrator.time());
  for (std::size_t i = 0; i < symbols.size(); ++i) values.emplace(symbols[i], integrator.state()[i]);
  for (std::size_t i = 0; i < events.parameters.size(); ++i) values.emplace(events.parameters[i], around.parameters[i]);
  for (std::size_t i = 0; i < machine.model.inputs.size(); ++i)
    values.emplace(make_symbol(machine.model.inputs[i].name), around.inputs[i]);
  try {
    std::optional<Error> why = find_undefined_rates(machine.model, machine.kinematics, values);
    if (!why) why = find_near_singularity(machine.model, machine.kinematics, values);
    if (!why) return;
    status.message += fmt::format("; {}", why->message);
    status.hint = why->hint;
  } catch (const Error&) {  // no number there: the message says so already
  }
}

Simulation::Simulation(const Model& model, const SimulationRequest& request, const Progress& progress)
    : parts_(std::make_unique<Parts>()) {
  check_request(request);
  Parts& parts = *parts_;
  parts.request = request;
  parts.model = model;
  parts.derive(progress);
  const Kinematics kinematics = compute_kinematics(model);
  parts.start = start_values(model, kinematics, request.initial, parts.symbols);
  parts.header.columns = parts.columns.columns;
  parts.header.metadata = {
      {"machine", model.name},
      {"from", fmt::format("{}", request.start)},
      {"to", fmt::format("{}", request.end)},
      {"method", std::string(method_name(request.method))},
      {"rtol", fmt::format("{}", request.rtol)},
      {"atol", fmt::format("{}", request.atol)},
  };
  if (request.step > 0) parts.header.metadata.emplace_back("step", fmt::format("{}", request.step));
}

Simulation::~Simulation() = default;

const ResultHeader& Simulation::header() const { return parts_->header; }

SimulationReport Simulation::run(const Observer& observer) {
  Parts& parts = *parts_;
  SimulationReport report;
  report.notes = parts.notes;
  MachineSystem system(parts.programs);
  const IntegratorOptions options = parts.integrator_options();
  std::unique_ptr<Automatic> automatic;
  std::unique_ptr<Integrator> chosen;
  if (parts.request.method == IntegrationMethod::kAuto) {
    automatic = make_automatic(system, options);
  } else {
    chosen = make_integrator(parts.request.method, system, options);
  }
  Integrator& integrator = automatic ? *automatic : *chosen;
  RunAudit audit(parts.audit, system);
  StateFunction columns(parts.columns.program);
  EventHandler handler(parts.events, system, report.events);
  const bool with_events = !parts.events.functions.empty() || !parts.events.times.empty();

  RunOptions run{.t0 = parts.request.start,
                 .t1 = parts.request.end,
                 .output_times = output_times(parts.request),
                 .stop_times = parts.events.stop_times(parts.request.start, parts.request.end),
                 .max_steps = parts.request.most_steps,
                 .interrupt = observer.interrupt};
  RunCallbacks callbacks;
  callbacks.observe = [&](double t, std::span<const double> x) {
    ++report.rows;
    if (observer.row) observer.row(columns(t, x, system.accelerations(t, x), system.around()));
  };
  if (with_events)
    callbacks.event = [&](const EventReport& what, std::span<double> x) {
      if (integrator.time() != integrator.last_time()) audit.follow(integrator, what.time);
      const EventAction action = handler.handle(what, x);
      if (action == EventAction::kRestart) audit.restart(what.time, x);
      return action;
    };
  callbacks.progress = [&](double t) {
    audit.follow(integrator, t);
    if (observer.step) observer.step(t, integrator.statistics());
  };
  for (std::size_t e = 0; e < parts.events.functions.size(); ++e)
    if (const double beyond = system.beyond(e, parts.request.start, parts.start); beyond > 1e-9)
      throw Error(fmt::format("event {}: the machine starts {:.3g} beyond it",
                              parts.events.deeds[parts.events.functions[e]].name, beyond),
                  "start on the other side, or turn its direction round");
  const auto began = std::chrono::steady_clock::now();
  audit.start(parts.request.start, parts.start);
  report.status = run_integration(integrator, parts.start, run, callbacks);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  report.statistics = integrator.statistics();
  report.audit = audit.result();
  report.method = method_name(parts.request.method);
  if (automatic) {
    report.method.clear();
    for (const Automatic::Change& change : automatic->changes()) {
      report.method = method_name(change.method);
      report.reason += fmt::format("{}{} from t = {:.6g}: {}", report.reason.empty() ? "" : "; ",
                                   method_name(change.method), change.time, change.reason);
    }
  }
  if (!report.status.good() && report.status.end != RunEnd::kInterrupted)
    parts.explain(integrator, system.around(), report.status);
  return report;
}

}  // namespace kinemate
