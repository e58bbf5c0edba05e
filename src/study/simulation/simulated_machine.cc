#include "study/simulation/simulated_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/print.h"
#include "formalism/kane.h"
#include "loops/closed_kinematics.h"
#include "program/optimize.h"
#include "study/shortest_program.h"
#include "study/singular.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr std::size_t kUsualRows = 500;
constexpr std::size_t kMostRows = 100'000'000;
constexpr std::size_t kExactJacobian = 12;  // speeds: beyond, differences are cheaper than to derive it
constexpr std::size_t kKaneForAudit = 12;

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
void remark_inputs(const Model& model, const std::vector<std::string>& varied, std::vector<std::string>& notes) {
  std::vector<std::string> idle;
  for (const Input& input : model.inputs) {
    if (!is_reaction_input(model, input.name) && std::find(varied.begin(), varied.end(), input.name) == varied.end())
      idle.push_back(input.name);
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

AuditPrograms derive_audit(const SimulatedMachine& made) {
  const ProgramSource& machine = made.source;
  Equations forces = make_equations(machine.kinematics.speeds);
  if (machine.kinematics.speeds.size() <= kKaneForAudit) {
    forces = derive_by_kane(machine.model, machine.kinematics);
  } else {
    add_applied_forces(machine.model, machine.kinematics, forces);
  }
  AuditPrograms audit = make_audit(machine, forces, made.parameters);
  if (made.request.reduction) audit.energy = false;  // it is that of all terms
  return audit;
}

// A closed machine starts where its loops are closed; runs that differ correct that for themselves.
void start_closed(SimulatedMachine& made, const Kinematics& kinematics, StartFormulas& start) {
  if (!kinematics.closing) return;
  std::vector<Given> given = made.request.initial;
  given.push_back({time_symbol(), make_real(made.request.start)});
  const State state = make_state(made.model, kinematics, given);
  made.notes.insert(made.notes.end(), state.notes.begin(), state.notes.end());
  for (std::size_t i = 0; i < made.symbols.size(); ++i) {
    const auto found = state.values.find(made.symbols[i]);
    if (found == state.values.end()) continue;
    const std::vector<Expr> depends = free_symbols(start.x[i]);
    const bool varied = std::any_of(depends.begin(), depends.end(), [&](Expr e) {
      return std::find(start.varied.begin(), start.varied.end(), e) != start.varied.end();
    });
    if (!varied) start.x[i] = make_real(found->second);
  }
  for (Expr q : kinematics.closing->followed) {
    const auto found = std::find(made.symbols.begin(), made.symbols.end(), q);
    made.programs.followed.push_back(static_cast<std::size_t>(found - made.symbols.begin()));
  }
  std::vector<Expr> ratios;
  for (const std::vector<Expr>& row : made.source.kinematics.closing->T)
    std::copy_if(row.begin(), row.end(), std::back_inserter(ratios), [](Expr e) { return !e.is_number(); });
  if (!ratios.empty()) made.programs.ratios = make_state_program(made.source, made.parameters, ratios);
  if (!made.source.gaps.empty()) made.programs.gaps = make_gap_program(made.source, made.parameters, made.source.gaps);
}

void derive(SimulatedMachine& made, const Progress& progress) {
  const SimulationRequest& request = made.request;
  ProgramSource& machine = made.source;
  MachinePrograms& programs = made.programs;
  ProgramRequest wanted;
  wanted.purpose = Purpose::kOde;
  wanted.algorithm.kind = Algorithm::Kind::kFastest;
  wanted.parameters = event_parameters(made.model);
  const Kinematics kinematics = compute_closed_kinematics(made.model);
  for (const std::string& name : varied_parameters(made.model, kinematics, request.varied))
    if (std::find(wanted.parameters.begin(), wanted.parameters.end(), name) == wanted.parameters.end())
      wanted.parameters.push_back(name);
  for (const std::string& name : wanted.parameters) made.parameters.push_back(make_symbol(name));
  wanted.reduction = request.reduction;
  machine = prepare_for_program(made.model, wanted, progress);
  if (machine.kinematics.speeds.empty() && machine.states.empty())
    throw Error("there is nothing to simulate: the machine has no freedom to move",
                machine.kinematics.closing
                    ? "its loops, constraints and drives leave none: kinemate check says which of "
                      "their conditions are superfluous; evaluate has numbers at any time"
                    : "");
  programs.rates = make_shortest_program(made.model, wanted, progress).optimized.program;
  require_functions(programs.rates);
  if ((request.method == IntegrationMethod::kAuto || request.method == IntegrationMethod::kCvode) &&
      machine.kinematics.speeds.size() <= kExactJacobian && !has_reaction_friction(made.model)) {
    wanted.purpose = Purpose::kJacobian;
    wanted.algorithm.kind = Algorithm::Kind::kEquations;
    progress("exact Jacobian");
    Program jacobian = optimize_locally(make_machine_program(made.model, wanted, progress)).program;
    programs.jacobian = std::move(jacobian);
  }
  made.symbols = state_of(machine);
  programs.coordinates = machine.rates.coordinates.size();
  programs.speeds = machine.kinematics.speeds.size();
  programs.states = machine.states.size();
  for (Expr symbol : made.symbols) programs.names.push_back(to_text(symbol));
  remark_inputs(machine.model, request.varied, made.notes);
  progress("what is recorded and checked");
  StartFormulas start =
      make_start_formulas(made.model, kinematics, request.initial, request.varied, made.symbols, made.parameters);
  start_closed(made, kinematics, start);
  std::vector<Expr> numbers;
  made.events = make_machine_events(machine, made.parameters, start.known, programs, numbers);
  made.start = make_start_program(made.model, start, made.symbols, numbers);
  if (request.audit) made.audit = derive_audit(made);
  Substitution constants = start.known;
  for (Expr symbol : made.parameters) constants.symbols.erase(symbol);
  made.columns = make_columns(machine, made.parameters, request.record, constants);
  std::vector<std::string> names;
  for (const ResultColumn& column : made.columns.columns) names.push_back(column.name);
  if (!request.record.only_watched) made.angles = make_followed_angles(machine, made.parameters, names);
}

// Where all runs start at one state, what is wrong with it is said at once.
void require_defined_start(const SimulatedMachine& made) {
  const Kinematics& kinematics = made.source.kinematics;
  const State state = make_state(made.model, kinematics, made.request.initial);
  require_values(made.symbols, state);
  if (const auto undefined = find_undefined_rates(made.model, kinematics, state.values)) throw *undefined;
}

}  // namespace

std::vector<double> output_times(const SimulationRequest& request) {
  if (!request.times.empty()) return request.times;
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

IntegratorOptions integrator_options(const SimulatedMachine& machine) {
  const SimulationRequest& request = machine.request;
  IntegratorOptions options;
  options.rtol = request.rtol;
  options.atol.assign(machine.symbols.size(), request.atol);
  for (const auto& [name, tolerance] : request.atol_of) {
    const auto found = std::find(machine.programs.names.begin(), machine.programs.names.end(), name);
    if (found == machine.programs.names.end()) {
      const std::string near =
          nearest(name, std::vector<std::string_view>(machine.programs.names.begin(), machine.programs.names.end()));
      throw Error(fmt::format("there is no state '{}' to have a tolerance", name),
                  near.empty() ? "" : fmt::format("did you mean {}?", near));
    }
    options.atol[static_cast<std::size_t>(found - machine.programs.names.begin())] = tolerance;
  }
  options.fixed_step = request.step;
  if (request.largest_step > 0) options.max_step = request.largest_step;
  return options;
}

SimulatedMachine make_simulated_machine(const Model& model, const SimulationRequest& request,
                                        const Progress& progress) {
  check_request(request);
  SimulatedMachine made;
  made.request = request;
  made.model = model;
  derive(made, progress);
  if (request.varied.empty()) require_defined_start(made);
  made.header.columns = made.columns.columns;
  made.header.metadata = {
      {"machine", model.name},
      {"from", fmt::format("{}", request.start)},
      {"to", fmt::format("{}", request.end)},
      {"method", std::string(method_name(request.method))},
      {"rtol", fmt::format("{}", request.rtol)},
      {"atol", fmt::format("{}", request.atol)},
  };
  if (request.step > 0) made.header.metadata.emplace_back("step", fmt::format("{}", request.step));
  return made;
}

}  // namespace kinemate
