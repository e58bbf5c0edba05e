#include "study/programs/machine_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/text/print.h"
#include "formalism/closed_equations.h"
#include "formalism/formalisms.h"
#include "formalism/ignorable.h"
#include "formalism/links/closed_recursion.h"
#include "formalism/links/cut_joint.h"
#include "formalism/links/loop_inertia.h"
#include "formalism/links/macro_links.h"
#include "formalism/methods/align_axes.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/parameters/regressor.h"
#include "loops/closed_kinematics.h"
#include "model/specialise.h"
#include "recursion/singular_column.h"
#include "study/machine_parameters.h"
#include "study/reduction/safe_reduction.h"
#include "study/singular.h"
#include "study/state.h"

namespace kinemate {
namespace {

std::vector<Expr> symbols_of(std::span<const Input> inputs) {
  std::vector<Expr> symbols;
  for (const Input& input : inputs) symbols.push_back(make_symbol(input.name));
  return symbols;
}

void refuse_open_parameters(std::span<const Expr> symbols, std::span<const Expr> known, const std::string& hint) {
  std::vector<std::string> missing;
  for (Expr symbol : symbols)
    if (std::find(known.begin(), known.end(), symbol) == known.end()) missing.push_back(to_text(symbol));
  if (missing.empty()) return;
  std::sort(missing.begin(), missing.end());
  throw Error(
      ErrorCode::kMissingValue,
      fmt::format("parameter{} without a value: {}", missing.size() == 1 ? "" : "s", fmt::join(missing, ", ")),
      !hint.empty()
          ? fmt::format(fmt::runtime(hint), missing[0])
          : fmt::format("give a value with --set \"{} = 1\", or make {} of the program with --keep {}", missing[0],
                        missing.size() == 1 ? "it an input" : "them inputs", fmt::join(missing, ",")));
}

std::vector<InputFormulas> make_inputs(const ProgramSource& machine, const ProgramRequest& request,
                                       std::span<const OutputFormulas> outputs) {
  std::vector<Expr> formulas;
  for (const OutputFormulas& output : outputs)
    formulas.insert(formulas.end(), output.formulas.begin(), output.formulas.end());
  std::vector<InputFormulas> arrays;
  auto add = [&](const char* name, const char* meaning, const std::vector<Expr>& symbols) {
    arrays.push_back({make_array(machine, name, meaning, symbols), symbols});
  };
  const bool of_state =
      request.purpose == Purpose::kOde || request.purpose == Purpose::kJacobian || request.purpose == Purpose::kOutputs;
  const bool with_speeds = request.purpose != Purpose::kMass;
  add("t", "time", {make_symbol("t")});
  if (of_state) {
    add("x", "the state: coordinates, speeds, states of loads", state_of(machine));
  } else {
    add("q", "coordinates", machine.rates.coordinates);
    if (with_speeds) add("s", "speeds", machine.equations.speeds);
    if (request.purpose == Purpose::kInverse || request.purpose == Purpose::kRegressor) {
      const std::vector<Expr> accelerations = accelerations_of(machine.equations.speeds);
      arrays.push_back({make_rate_array(machine, "a", "accelerations: rates of the speeds", machine.equations.speeds),
                        accelerations});
    }
    std::vector<Expr> states;
    for (const LoadState& state : machine.states) states.push_back(make_symbol(state.name));
    if (with_speeds) add("z", "states of loads", states);
  }
  const std::vector<Expr> used = free_symbols(formulas);
  std::vector<Expr> inputs = symbols_of(machine.model.inputs);
  if (!with_speeds)  // loads and so most inputs do not matter
    std::erase_if(inputs, [&](Expr input) { return std::find(used.begin(), used.end(), input) == used.end(); });
  std::vector<Expr> parameters;
  for (const std::string& name : request.parameters) parameters.push_back(make_symbol(name));
  add("u", "inputs", inputs);
  add("w", "values of unspecified functions", unspecified_calls(formulas));
  add("p", "parameters", parameters);
  if (request.base != BaseInputs::kNoBase && request.purpose != Purpose::kRegressor) {
    std::vector<Expr> base;
    for (const BaseParameter& parameter : machine.base.base) base.push_back(parameter.symbol);
    add("b", "base parameters", base);
  }
  require_parameters(formulas, arrays);
  return arrays;
}

std::string describe(Purpose purpose) {
  switch (purpose) {
    case Purpose::kForward: return "forward dynamics: accelerations of a state";
    case Purpose::kInverse: return "inverse dynamics: the efforts that given accelerations need";
    case Purpose::kMass: return "mass matrix of a position";
    case Purpose::kEquations: return "equations of motion M s' + k = tau";
    case Purpose::kOde: return "ordinary differential equation dx = f(t, x)";
    case Purpose::kJacobian: return "Jacobian of the ordinary differential equation dx = f(t, x)";
    case Purpose::kRegressor: return "regressor: the efforts that given accelerations need are Y b + r";
    case Purpose::kOutputs: return "outputs of a state";
  }
  return "";
}

// What is reduced are equations.
void require_reducible(const ProgramSource& machine, const ProgramRequest& request) {
  if (!needs_equations(machine, request.purpose) || request.purpose == Purpose::kRegressor)
    throw Error(ErrorCode::kReduction,
                fmt::format("--reduce: there is nothing to reduce in {}",
                            kPurposeNames[static_cast<std::size_t>(request.purpose)]),
                "forward, inverse, mass, equations, ode and jacobian are computed from equations");
  if (machine.kinematics.closing)
    throw Error(ErrorCode::kOnlyTrees, "--reduce is for machines without closed loops and constraints");
  if (request.base != BaseInputs::kNoBase)
    throw Error(ErrorCode::kReduction,
                "--reduce cannot be used with base parameters: which terms are weak depends on their numbers");
  if (request.algorithm.kind == Algorithm::Kind::kRecursion || request.algorithm.kind == Algorithm::Kind::kSubsystems)
    throw Error(ErrorCode::kReduction, "--reduce needs equations, and a recursion has none", "leave --algorithm out");
}

void refuse(const std::optional<Error>& error) {
  if (error) throw *error;
}

// The note that implicit forms could not invert some inertia.
std::string describe_modified(const Model& model, const MachineLinks& links, std::span<const std::size_t> modified) {
  std::string names;
  for (std::size_t i : modified) {
    if (links.links[i].body == kNone) continue;
    names += (names.empty() ? "" : ", ") + model.bodies[links.links[i].body].name;
  }
  if (names.empty()) return "the modified form, since frames inside joints have no inertia";
  return fmt::format("the modified form for what has no inertia in all directions: {}", names);
}

bool has_base_parameters(const ProgramRequest& request) {
  return request.base != BaseInputs::kNoBase || request.purpose == Purpose::kRegressor;
}

// Base parameters stand in links of recursions, not in bodies.
void require_recursion(const ProgramSource& machine, const ProgramRequest& request) {
  const char* what = request.purpose == Purpose::kRegressor ? "--what regressor" : "--base-parameters";
  auto obstacle = find_obstacle(machine, request.purpose);
  if (machine.kinematics.closing) obstacle = "its loops and constraints bind its speeds";
  if (obstacle)
    throw Error(
        ErrorCode::kAlgorithm, fmt::format("{} cannot be used: {}", what, *obstacle),
        "base parameters are of forward, inverse, mass, ode and regressor, of machines that recursions can take");
  const Algorithm::Kind kind = request.algorithm.kind;
  const Recursion recursion = request.algorithm.recursion;
  const std::string hint = "leave --algorithm and --by out, or take --algorithm articulated, composite or velocities";
  if (kind == Algorithm::Kind::kSubsystems)
    throw Error(ErrorCode::kAlgorithm, fmt::format("{} cannot be used with --algorithm subsystems", what), hint);
  if (kind == Algorithm::Kind::kEquations)
    throw Error(ErrorCode::kAlgorithm,
                fmt::format("{} cannot be used with equations: base parameters are those of recursions", what), hint);
  if (kind == Algorithm::Kind::kRecursion && needs_inertia(request.purpose) && !is_explicit(recursion))
    throw Error(ErrorCode::kAlgorithm,
                fmt::format("--base-parameters cannot be used with --algorithm {}, which inverts inertias of bodies",
                            kRecursions[static_cast<std::size_t>(recursion)].name),
                hint);
}

bool is_zero(Expr value) {
  return value.is_number() ? std::abs(value.real()) < 1e-15 : test_zero(value, {.work = 1e4}).zero;
}

// Inputs of the program may have any values later, so theirs are taken for none.
BaseParameters find_base_parameters(const ProgramSource& machine, const ProgramRequest& request) {
  Model any = machine.model;
  for (Parameter& parameter : any.parameters) parameter.value.reset();
  BaseParameters found = find_parameters(any, machine.kinematics).parameters;
  if (request.base == BaseInputs::kNonzero)
    std::erase_if(found.base, [](const BaseParameter& parameter) { return is_zero(parameter.value); });
  return found;
}

// Y row by row, then r.
std::vector<Expr> compute_regressor_rows(const FormulaSystem& system, const ProgramSource& machine) {
  std::vector<LinkParameter> parameters;
  for (const BaseParameter& base : machine.base.base) parameters.push_back({base.link, base.parameter});
  const Regressor regressor = compute_regressor(system, machine.kinematics.speeds, parameters);
  std::vector<Expr> rows;
  for (std::size_t i = 0; i < regressor.rest.size(); ++i)
    for (const std::vector<Expr>& column : regressor.columns) rows.push_back(column[i]);
  rows.insert(rows.end(), regressor.rest.begin(), regressor.rest.end());
  return rows;
}

// Accelerations of a closed machine by a recursion over its tree and the loads of its loops.
void derive_closed_by_recursion(ProgramSource& machine, const ProgramRequest& request, const Progress& progress) {
  const Closing& closing = *machine.kinematics.closing;
  const Recursion recursion = request.algorithm.recursion;
  if (recursion != Recursion::kArticulated && recursion != Recursion::kComposite)
    throw Error(ErrorCode::kAlgorithm,
                fmt::format("--algorithm {} cannot be used: the machine has closed loops",
                            kRecursions[static_cast<std::size_t>(recursion)].name),
                "--algorithm articulated, composite and equations can");
  progress("recursion over the links, loops closed by their loads");
  refuse_loads_on_cuts(machine.model, closing.tree);
  MachineLinks links = make_links(machine.model, closing.tree);
  round_constants(links);
  align_axes(links);
  regroup_inertia(links);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, request.algorithm.axes));
  if (const auto singular = find_lasting_singularity(machine.model, closing.tree, system))
    throw Error(ErrorCode::kSingularMass,
                fmt::format("--algorithm {} cannot be used, since loops are open in it: {}",
                            kRecursions[static_cast<std::size_t>(recursion)].name, singular->message),
                "--algorithm subsystems and equations need inertia only where the machine can move");
  const ClosedMethod method =
      request.algorithm.recursion == Recursion::kComposite ? ClosedMethod::kCubic : ClosedMethod::kLinear;
  try {
    const std::vector<Expr> all =
        compute_closed_accelerations(machine.model, closing.tree, links, system, method).accelerations;
    Substitution by_independent;
    for (std::size_t i = 0; i < closing.speeds.size(); ++i)
      by_independent.symbols.emplace(closing.conditions.speeds[i], closing.speeds[i]);
    std::vector<Expr> independent;
    for (std::size_t column : closing.independent) independent.push_back(all[column]);
    machine.solution = put_in_positions(machine, substitute(independent, by_independent));
  } catch (const SingularColumn& singular) {
    throw Error(ErrorCode::kSingularMass,
                fmt::format("the speed {} meets no inertia where the loops are open",
                            to_text(closing.tree.speeds[system.speeds[singular.speed]])),
                "--algorithm equations needs inertia only where the machine can move");
  }
}

constexpr std::size_t kFewCoordinates = 30;  // of machines whose formulas are looked at for each of them

// Place and heading of what rolls do not matter: with 0 for them formulas are shorter.
void leave_out_ignorable(const ProgramSource& machine, std::initializer_list<std::vector<Expr>*> parts) {
  const Closing* closing = machine.kinematics.closing.get();
  if (!closing || machine.model.constraints.empty() || machine.rates.coordinates.size() > kFewCoordinates) return;
  std::vector<Expr> all;
  for (const std::vector<Expr>* part : parts) all.insert(all.end(), part->begin(), part->end());
  const std::vector<Expr> ignorable = find_ignorable(all, machine.rates.coordinates, closing->start);
  for (std::vector<Expr>* part : parts) *part = without_ignorable(std::move(*part), ignorable);
}

// Accelerations by a recursion whose joints the subsystems are.
void derive_by_subsystems(ProgramSource& machine, const ProgramRequest& request, const Progress& progress) {
  if (const auto obstacle = find_macro_obstacle(machine, request.purpose))
    throw Error(ErrorCode::kAlgorithm, fmt::format("--algorithm subsystems cannot be used: {}", *obstacle),
                "--algorithm equations can");
  progress("recursion over the links, loops as joints");
  const Kinematics& kinematics = machine.kinematics;
  MachineLinks links = make_links(machine.model, kinematics.closing ? kinematics.closing->tree : kinematics);
  round_constants(links);
  if (request.algorithm.aligned) align_axes(links);
  if (request.algorithm.common_length) use_common_length(links);
  if (kinematics.closing) move_mass_over_pins(machine.model, kinematics.tree, links);
  regroup_inertia(links);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, request.algorithm.axes));
  try {
    machine.solution = put_in_positions(machine, compute_macro_accelerations(machine.model, kinematics, links, system));
    leave_out_ignorable(machine, {&machine.solution});
  } catch (const SingularColumn& singular) {
    throw Error(ErrorCode::kSingularMass,
                fmt::format("the mass matrix is singular at all states: the speed {} meets no inertia",
                            to_text(kinematics.speeds[singular.speed])),
                "give mass or inertia to the bodies that it moves");
  }
}

void derive_by_recursion(ProgramSource& machine, const ProgramRequest& request, const Progress& progress) {
  if (const auto obstacle = find_obstacle(machine, request.purpose))
    throw Error(ErrorCode::kAlgorithm,
                fmt::format("--algorithm {} cannot be used: {}",
                            kRecursions[static_cast<std::size_t>(request.algorithm.recursion)].name, *obstacle),
                "--algorithm equations can");
  if (!needs_inertia(request.purpose) && !is_explicit(request.algorithm.recursion))
    throw Error(ErrorCode::kAlgorithm,
                fmt::format("--algorithm {} finds accelerations, for which --what {} does not ask",
                            kRecursions[static_cast<std::size_t>(request.algorithm.recursion)].name,
                            kPurposeNames[static_cast<std::size_t>(request.purpose)]),
                "--algorithm articulated takes the recursion that is made for it");
  if (machine.kinematics.closing) return derive_closed_by_recursion(machine, request, progress);
  progress("recursion over the links");
  MachineLinks links = make_links(machine.model, machine.kinematics);
  round_constants(links);
  const std::vector<Expr>& speeds = machine.kinematics.speeds;
  if (needs_inertia(request.purpose))
    refuse(find_lasting_singularity(machine.model, machine.kinematics,
                                    make_formula_system(links, choose_axes(links, AxesRule::kTurned))));
  if (request.purpose == Purpose::kRegressor) {
    const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
    machine.solution = compute_regressor_rows(system, machine);
    return;
  }
  if (request.base != BaseInputs::kNoBase) use_base_parameters(links, machine.base.base);
  if (request.algorithm.aligned) align_axes(links);
  if (request.algorithm.common_length) use_common_length(links);
  if (request.purpose == Purpose::kInverse || is_explicit(request.algorithm.recursion)) regroup_inertia(links);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, request.algorithm.axes));
  if (request.purpose == Purpose::kMass) {
    machine.solution = compute_mass(system);
  } else if (request.purpose == Purpose::kInverse) {
    machine.solution = compute_efforts(system, speeds);
  } else {
    try {
      RecursiveSolution solved = compute_accelerations(system, request.algorithm.recursion);
      machine.solution = std::move(solved.accelerations);
      if (!solved.modified.empty()) progress(describe_modified(machine.model, links, solved.modified));
    } catch (const SingularColumn& singular) {
      throw Error(ErrorCode::kSingularMass,
                  fmt::format("the mass matrix is singular at all states: the speed {} meets no inertia",
                              to_text(speeds[system.speeds[singular.speed]])),
                  "give mass or inertia to the bodies that it moves");
    }
  }
}

// Coordinates that follow: as formulas, or as the state has them, brought nearer to where the loops are closed.
void close_positions(ProgramSource& machine) {
  if (!machine.kinematics.closing) return;
  const Closing& closing = *machine.kinematics.closing;
  machine.positions = explicit_positions(closing);
  const std::vector<Expr> corrected = substitute(corrected_coordinates(closing, closing.followed), machine.positions);
  Substitution follow;
  for (std::size_t i = 0; i < corrected.size(); ++i) {
    follow.symbols.emplace(closing.followed[i], corrected[i]);
    machine.gaps.push_back(corrected[i] - closing.followed[i]);
  }
  for (auto& [symbol, formula] : machine.positions.symbols) formula = substitute(formula, follow);
  machine.positions.symbols.merge(follow.symbols);
  for (const ClosureStep& step : closing.steps) {  // arctangents in arctangents come first
    if (step.radius.is_zero()) continue;
    const std::vector<Expr> turn = put_in_positions(machine, {{step.arctangent, step.radius}});
    machine.radii.emplace(turn[0], turn[1]);
  }
  for (auto* part : {&machine.rates.rates, &machine.rates.bias}) *part = put_in_positions(machine, *part);
  for (std::vector<Expr>& row : machine.rates.H) row = put_in_positions(machine, row);
}

}  // namespace

void require_parameters(std::span<const Expr> formulas, std::span<const InputFormulas> inputs,
                        const std::string& hint) {
  std::vector<Expr> known, needed;
  for (const InputFormulas& array : inputs) known.insert(known.end(), array.symbols.begin(), array.symbols.end());
  // arguments of unspecified functions are not computed
  const Graph graph(formulas, is_unspecified);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (graph.node(i).kind() == Kind::kSymbol) needed.push_back(graph.node(i));
  refuse_open_parameters(needed, known, hint);
}

ProgramSource prepare_for_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  progress("kinematics");
  ProgramSource machine{specialise(model, {{}, request.parameters}), {}, {}, {}, {}, {}, {}};
  machine.kinematics = compute_closed_kinematics(machine.model);
  machine.rates = rates_of_state(machine.kinematics);
  machine.equations.speeds = machine.kinematics.speeds;
  close_positions(machine);
  if (request.purpose == Purpose::kOutputs && machine.model.outputs.empty())
    throw Error(ErrorCode::kUnknownName, "this machine has no outputs",
                "outputs: in the model file names what is to be computed");
  for (const LoadElement& load : machine.model.loads)
    for (const LoadState& state : load.states)
      machine.states.push_back(
          {state.name, put_in_positions(machine, {{substitute(state.rate, machine.kinematics.resolution)}})[0]});
  if (request.reduction) require_reducible(machine, request);
  if (has_base_parameters(request)) {
    require_recursion(machine, request);
    progress("base parameters");
    machine.base = find_base_parameters(machine, request);
  }
  return machine;
}

std::optional<std::string> find_obstacle(const ProgramSource& machine, Purpose purpose) {
  if (purpose == Purpose::kEquations) return "M, k and tau themselves are asked for";
  if (purpose == Purpose::kJacobian) return "derivatives of M, k and tau are asked for";
  if (!machine.kinematics.closing) return find_obstacle(machine.model, machine.kinematics);
  const Closing& closing = *machine.kinematics.closing;
  if (purpose != Purpose::kForward && purpose != Purpose::kOde)
    return "its loops and constraints bind its speeds, and no accelerations are asked for";
  if (!machine.model.constraints.empty()) return "it has constraints";
  for (std::size_t column : closing.independent)
    if (column >= closing.tree.speeds.size())
      return fmt::format("the speed {} of a joint that closes a loop is independent",
                         to_text(closing.conditions.speeds[column]));
  return find_obstacle(machine.model, closing.tree);
}

std::optional<std::string> find_macro_obstacle(const ProgramSource& machine, Purpose purpose) {
  if (purpose != Purpose::kForward && purpose != Purpose::kOde)
    return "it gives accelerations, and they are not asked for";
  return find_foreign_motion(machine.model, machine.kinematics);
}

void derive_for_program(ProgramSource& machine, const ProgramRequest& request, const Progress& progress) {
  machine.solution.clear();
  if (!needs_equations(machine, request.purpose)) return;
  if (request.algorithm.kind == Algorithm::Kind::kRecursion) return derive_by_recursion(machine, request, progress);
  if (request.algorithm.kind == Algorithm::Kind::kSubsystems) return derive_by_subsystems(machine, request, progress);
  const Formalism& formalism = find_formalism(request.formalism);
  progress(fmt::format("{} in {} speed{}", formalism.title, machine.kinematics.speeds.size(),
                       machine.kinematics.speeds.size() == 1 ? "" : "s"));
  machine.equations = derive_by(formalism, machine.model, machine.kinematics);
  if (request.reduction) {
    progress("weak terms");
    const Reducible reducible(machine.model, machine.kinematics, machine.equations, *request.reduction);
    const SafeReduction safe = reduce_safely(reducible, request.reduction->threshold);
    progress(describe(reducible, safe));
    machine.equations = reducible.nest(safe.reduced);
  }
  if (needs_inertia(request.purpose))
    refuse(find_lasting_singularity(machine.model, machine.kinematics, machine.equations.mass));
  for (auto* part :
       {&machine.equations.mass, &machine.equations.bias, &machine.equations.forces, &machine.equations.conservative})
    *part = put_in_positions(machine, *part);
  Equations& e = machine.equations;
  leave_out_ignorable(machine, {&e.mass, &e.bias, &e.forces, &e.conservative});
}

std::vector<OutputFormulas> formulas_for_program(const ProgramSource& machine, const ProgramRequest& request) {
  return make_outputs(machine, request.purpose, symbols_of(machine.model.inputs));
}

Program make_machine_program(const ProgramSource& machine, const ProgramRequest& request,
                             const std::vector<OutputFormulas>& formulas) {
  Program program = translate(make_inputs(machine, request, formulas), formulas, request.no_event);
  program.name = kPurposeNames[static_cast<std::size_t>(request.purpose)];
  program.machine = machine.model.name;
  program.meaning = describe(request.purpose);
  return program;
}

Program make_machine_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  ProgramSource machine = prepare_for_program(model, request, progress);
  derive_for_program(machine, request, progress);
  return make_machine_program(machine, request, formulas_for_program(machine, request));
}

std::vector<double> example_inputs(const Model& model, const Program& program, const BaseParameters& base) {
  const State state = make_state(model, compute_closed_kinematics(model), {});
  std::unordered_map<std::string, double> numbers;
  for (const auto& [symbol, value] : state.values) numbers.emplace(to_text(symbol), value);
  const std::vector<std::optional<double>> values = values_of(model, base);
  for (std::size_t i = 0; i < values.size(); ++i) numbers.emplace(to_text(base.base[i].symbol), values[i].value_or(1));
  std::vector<double> inputs;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) {
      const auto found = numbers.find(entry.name);
      inputs.push_back(found == numbers.end() ? 1 : found->second);
    }
  return inputs;
}

}  // namespace kinemate
