#include "study/simulation/simulated_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "formalism/methods/kane.h"
#include "loops/closed_kinematics.h"
#include "program/optimize.h"
#include "study/closed_start.h"
#include "study/programs/shortest_program.h"
#include "study/simulation/guides.h"
#include "study/singular.h"
#include "study/state.h"
#include "study/switching/chart_book.h"

namespace kinemate {
namespace {

constexpr std::size_t kUsualRows = 500;
constexpr std::size_t kMostRows = 100'000'000;
constexpr std::size_t kExactJacobian = 12;  // speeds: beyond, differences are cheaper than to derive it
constexpr std::size_t kKaneForAudit = 12;
constexpr std::string_view kMovingArrays[] = {"x"}, kMovingWithReactions[] = {"x", "u"};

void check_request(const SimulationRequest& request) {
  if (!std::isfinite(request.start) || !std::isfinite(request.end) || request.start == request.end)
    throw Error(ErrorCode::kOptionValue, "a run needs a start and another, finite end",
                "--to 10 simulates ten seconds");
  if (!std::isfinite(request.every) || !(request.rtol > 0) || !(request.atol > 0))
    throw Error(ErrorCode::kOptionValue, "tolerances are positive numbers, and so is the time between rows");
  const bool fixed = request.method == IntegrationMethod::kEuler || request.method == IntegrationMethod::kRk4 ||
                     request.method == IntegrationMethod::kMidpoint;
  if (fixed && !(request.step > 0))
    throw Error(ErrorCode::kIntegrator,
                fmt::format("{} has fixed steps: how long are they?", method_name(request.method)), "--step 0.001");
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
    throw Error(ErrorCode::kMissingValue, fmt::format("there is no formula for {}", array.entries[0].name),
                fmt::format("--set \"{} = sin(t)\" gives one", without_primes(array.entries[0].name)));
  }
}

AuditPrograms derive_audit(const SimulatedMachine& made) {
  const ProgramSource& machine = made.source;
  if (made.released) return make_driven_audit(machine, *made.released, made.parameters);
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
}

// Nothing is free to move: all is where the drives and the loops have it.
void derive_driven_rates(SimulatedMachine& made, const Progress& progress) {
  ProgramSource& machine = made.source;
  progress("motion of all that is driven");
  std::optional<Expr> power;
  if (made.request.audit) {
    try {
      made.released = release_drives(machine);
      power = driven_audit_formulas(*made.released).power;
    } catch (const Error& unknown) {
      made.request.audit = false;
      made.notes.push_back(fmt::format("energy is not followed: {}", unknown.message));
    }
  }
  machine.guides = make_guides(machine, power);
  made.programs.rates = make_gap_program(machine, made.parameters, driven_rates(machine));
}

// The right-hand side and its Jacobian.
void derive_rates(SimulatedMachine& made, const std::vector<std::string>& parameters, bool with_jacobian,
                  const Progress& progress) {
  const SimulationRequest& request = made.request;
  ProgramSource& machine = made.source;
  MachinePrograms& programs = made.programs;
  ProgramRequest wanted;
  wanted.purpose = Purpose::kOde;
  wanted.algorithm.kind = Algorithm::Kind::kFastest;
  wanted.parameters = parameters;
  for (const std::string& name : parameters) made.parameters.push_back(make_symbol(name));
  wanted.reduction = request.reduction;
  wanted.no_event = NoEvent::kKept;
  machine = prepare_for_program(made.model, wanted, progress);
  const bool driven = is_driven_alone(machine);
  if (machine.kinematics.speeds.empty() && machine.states.empty() && !driven)
    throw Error(ErrorCode::kNothingMoves, "there is nothing to simulate: the machine has no freedom to move, and nothing is driven",
                machine.kinematics.closing
                    ? "its loops and constraints leave no freedom: kinemate check says which of their conditions are "
                      "superfluous; evaluate has the reactions"
                    : "evaluate has the reactions");
  if (driven) {
    derive_driven_rates(made, progress);
  } else {
    programs.rates = make_shortest_program(made.model, wanted, progress).optimized.program;
  }
  require_functions(programs.rates);
  programs.switches = has_reaction_friction(made.model) ? freeze_switches(programs.rates, kMovingWithReactions)
                                                        : freeze_switches(programs.rates, kMovingArrays);
  if (programs.switches) programs.rates = programs.switches->frozen;
  if (with_jacobian && !driven && machine.kinematics.speeds.size() <= kExactJacobian && !has_reaction_friction(made.model)) {
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
  programs.guides = machine.guides.size();
  for (Expr symbol : made.symbols) programs.names.push_back(to_text(symbol));
  if (!machine.kinematics.closing) return;
  for (Expr q : machine.kinematics.closing->followed) {
    const auto found = std::find(made.symbols.begin(), made.symbols.end(), q);
    programs.followed.push_back(static_cast<std::size_t>(found - made.symbols.begin()));
  }
  std::vector<Expr> ratios;
  for (const std::vector<Expr>& row : machine.kinematics.closing->T)
    std::copy_if(row.begin(), row.end(), std::back_inserter(ratios), [](Expr e) { return !e.is_number(); });
  if (!ratios.empty()) programs.ratios = make_state_program(machine, made.parameters, ratios);
  if (!machine.gaps.empty()) programs.gaps = make_gap_program(machine, made.parameters, machine.gaps);
}

// The coordinates that are independent, and angles.
std::string describe_chart(const SimulatedMachine& chart) {
  std::vector<std::string> names;
  if (chart.source.kinematics.closing)
    for (Expr s : chart.source.kinematics.speeds) names.emplace_back(s.name());
  for (const ComplementaryAngles& angles : chart.lockable) {
    const bool turned =
        std::find(chart.chart.turned.begin(), chart.chart.turned.end(), angles.joint) != chart.chart.turned.end();
    for (Expr angle : turned ? angles.complements : angles.angles) names.emplace_back(angle.name());
  }
  std::vector<std::string> once;
  for (const std::string& name : names)
    if (std::find(once.begin(), once.end(), name) == once.end()) once.push_back(name);
  return fmt::format("{}", fmt::join(once, ", "));
}

// The state without the guides, which begin at 0.
std::span<const Expr> given_symbols(const SimulatedMachine& made) {
  return std::span(made.symbols).first(made.symbols.size() - made.programs.guides);
}

// What is recorded, checked and watched.
void derive_records(SimulatedMachine& made) {
  const SimulationRequest& request = made.request;
  made.coordinates = describe_chart(made);
  if (request.audit) made.audit = derive_audit(made);
  Substitution constants = made.known;
  for (Expr symbol : made.parameters) constants.symbols.erase(symbol);
  for (const ToldCoordinate& one : made.told) made.parameters.push_back(one.turns);
  made.columns = make_columns(made.source, made.parameters, request.record, constants, made.told);
  if (request.record.only_watched) made.place_columns = make_columns(made.source, made.parameters, {}, {}, made.told);
  std::vector<std::string> names;
  for (const ResultColumn& column : made.place().columns) names.push_back(column.name);
  made.angles = make_followed_angles(made.source, made.parameters, names, made.told);
  if (request.switching != Switching::kOff && !request.reduction)
    made.watched = make_watched_coordinates(made.source, made.parameters, made.lockable, made.chart.turned);
}

// In the order in which the watch has them, that of the tree.
std::vector<std::string> independent_names(const Kinematics& kinematics) {
  std::vector<std::string> names;
  if (kinematics.closing)
    for (std::size_t place : kinematics.tree_order) names.push_back(to_text(kinematics.speeds[place]));
  return names;
}

bool knows_one_branch(const Kinematics& kinematics) {
  if (!kinematics.closing) return false;
  const std::vector<ClosureStep>& steps = kinematics.closing->steps;
  return std::any_of(steps.begin(), steps.end(), [](const ClosureStep& step) { return !has_one_branch(step.formula); });
}

void derive(SimulatedMachine& made, const Progress& progress) {
  const SimulationRequest& request = made.request;
  const Kinematics kinematics = compute_closed_kinematics(made.model);
  std::vector<std::string> parameters = event_parameters(made.model);
  for (const std::string& name : varied_parameters(made.model, kinematics, request.varied))
    if (std::find(parameters.begin(), parameters.end(), name) == parameters.end()) parameters.push_back(name);
  const bool maybe_stiff = request.method == IntegrationMethod::kAuto || request.method == IntegrationMethod::kCvode;
  derive_rates(made, parameters, maybe_stiff, progress);
  remark_inputs(made.source.model, request.varied, made.notes);
  progress("what is recorded and checked");
  StartFormulas start =
      make_start_formulas(made.model, kinematics, request.initial, request.varied, given_symbols(made), made.parameters);
  start.x.resize(made.symbols.size(), Expr(0));
  start_closed(made, kinematics, start);
  made.known = start.known;
  std::vector<Expr> numbers;
  made.events = make_machine_events(made.source, made.parameters, start.known, made.programs, numbers);
  made.start = make_start_program(made.model, start, made.symbols, numbers);
  made.chart = {independent_names(made.source.kinematics), {}, knows_one_branch(made.source.kinematics)};
  if (request.switching != Switching::kOff)
    for (const TreeJoint& joint : made.source.kinematics.tree.joints)
      if (auto angles = find_complementary_angles(made.model, joint.joint)) made.lockable.push_back(*angles);
  derive_records(made);
  made.charts = std::make_shared<ChartBook>(Pool::current());
}

// The model with these initial values; none where they are none of coordinates, or no numbers.
std::optional<Model> started_elsewhere(Model model, const std::vector<Given>& initial) {
  bool moved = false;
  for (const Given& given : initial) {
    if (given.left.kind() != Kind::kSymbol || !free_symbols(given.value).empty()) return std::nullopt;
    std::erase_if(model.initial, [&](const InitialValue& value) { return value.symbol == given.left; });
    model.initial.push_back({given.left, given.value});
    moved = moved || given.left.primes() == 0;
  }
  return moved ? std::make_optional(std::move(model)) : std::nullopt;
}

// Where all runs start at one state, what is wrong with it is said at once.
void require_defined_start(const SimulatedMachine& made) {
  const Kinematics& kinematics = made.source.kinematics;
  const State state = make_state(made.model, kinematics, made.request.initial);
  require_values(given_symbols(made), state);
  if (const auto undefined = find_undefined_rates(made.model, kinematics, state.values)) throw *undefined;
}

}  // namespace

std::vector<double> output_times(const SimulationRequest& request) {
  if (!request.times.empty()) return request.times;
  if (request.every < 0) return {};
  const double length = request.end - request.start;
  const double parts = request.every == 0 ? static_cast<double>(kUsualRows) : std::abs(length) / request.every;
  if (parts > static_cast<double>(kMostRows))
    throw Error(ErrorCode::kOptionValue, fmt::format("that would be {:.3g} rows", parts),
                "a larger time between rows will do");
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
      if (machine.is_other_chart) continue;
      throw Error(ErrorCode::kUnknownName, fmt::format("there is no state '{}' to have a tolerance", name),
                  near.empty() ? "" : fmt::format("did you mean {}?", near));
    }
    options.atol[static_cast<std::size_t>(found - machine.programs.names.begin())] = tolerance;
  }
  options.fixed_step = request.step;
  if (request.largest_step > 0) options.max_step = request.largest_step;
  return options;
}

SimulatedMachine make_other_chart(const SimulatedMachine& base, const Model& model, const ChartChoice& chart,
                                  std::vector<ToldCoordinate> told, const std::vector<std::string>& parameters) {
  SimulatedMachine made;
  made.request = base.request;
  made.model = model;
  made.chart = chart;
  made.is_other_chart = true;
  made.told = std::move(told);
  made.lockable = base.lockable;
  made.known = base.known;
  std::vector<std::string> names;
  for (Expr symbol : base.parameters) names.push_back(to_text(symbol));
  names.insert(names.end(), parameters.begin(), parameters.end());
  derive_rates(made, names, base.request.method == IntegrationMethod::kCvode, [](const std::string&) {});
  std::vector<Expr> numbers;
  made.events = make_machine_events(made.source, made.parameters, made.known, made.programs, numbers);
  derive_records(made);
  return made;
}

SimulatedMachine make_simulated_machine(const Model& given, const SimulationRequest& request,
                                        const Progress& progress) {
  check_request(request);
  const Model model = started_at(given, request.initial);
  SimulatedMachine made;
  made.request = request;
  made.model = model;
  try {
    derive(made, progress);
  } catch (const Error&) {
    if (model.constraints.empty() && make_tree(model).secondary.empty()) throw;
    // independent speeds that suit the file's start may not move the machine at the one that is asked for
    std::optional<Model> moved = started_elsewhere(model, request.initial);
    if (!moved) throw;
    SimulatedMachine other;
    other.request = request;
    other.model = std::move(*moved);
    try {
      derive(other, progress);
    } catch (const Error&) {
      other.charts.reset();
    }
    if (!other.charts) throw;
    made = std::move(other);
  }
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
  if (request.switching != Switching::kCarryOver)
    made.header.metadata.emplace_back("switching", kSwitchingNames[static_cast<std::size_t>(request.switching)]);
  if (request.switch_below > 0)
    made.header.metadata.emplace_back("switch-below", fmt::format("{}", request.switch_below));
  return made;
}

}  // namespace kinemate
