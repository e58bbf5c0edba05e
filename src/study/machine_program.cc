#include "study/machine_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/print.h"
#include "formalism/formalisms.h"
#include "formalism/joint_loads.h"
#include "model/specialise.h"
#include "study/only_trees.h"
#include "study/singular.h"
#include "study/state.h"

namespace kinemate {
namespace {

std::vector<Expr> symbols_of(std::span<const Input> inputs) {
  std::vector<Expr> symbols;
  for (const Input& input : inputs) symbols.push_back(make_symbol(input.name));
  return symbols;
}

// Throws one Error that lists all parameters that have no value and are no inputs of the program.
void require_parameters(std::span<const Expr> symbols, std::span<const Expr> known) {
  std::vector<std::string> missing;
  for (Expr symbol : symbols)
    if (std::find(known.begin(), known.end(), symbol) == known.end()) missing.push_back(to_text(symbol));
  if (missing.empty()) return;
  std::sort(missing.begin(), missing.end());
  throw Error(fmt::format("parameter{} without a value: {}", missing.size() == 1 ? "" : "s", fmt::join(missing, ", ")),
              fmt::format("give a value with --set \"{} = 1\", or make {} of the program with --keep {}", missing[0],
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
  const bool of_state = request.purpose == Purpose::kOde || request.purpose == Purpose::kJacobian;
  const bool with_speeds = request.purpose != Purpose::kMass;
  add("t", "time", {make_symbol("t")});
  if (of_state) {
    add("x", "the state: coordinates, speeds, states of loads", state_of(machine));
  } else {
    add("q", "coordinates", machine.rates.coordinates);
    if (with_speeds) add("s", "speeds", machine.equations.speeds);
    if (request.purpose == Purpose::kInverse) {
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
  std::vector<Expr> known, needed;
  for (const InputFormulas& array : arrays) known.insert(known.end(), array.symbols.begin(), array.symbols.end());
  // arguments of unspecified functions are not computed
  const Graph graph(formulas, [](Expr node) { return node.kind() == Kind::kUnspecified; });
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (graph.node(i).kind() == Kind::kSymbol) needed.push_back(graph.node(i));
  require_parameters(needed, known);
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
  }
  return "";
}

}  // namespace

ProgramSource derive_for_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  const Formalism& formalism = find_formalism(request.formalism);
  progress("kinematics");
  ProgramSource machine{specialise(model, {{}, request.parameters}), {}, {}, {}, {}};
  machine.kinematics = compute_kinematics(machine.model);
  require_tree(machine.model, machine.kinematics);
  machine.rates = compute_rates(machine.kinematics);
  progress(fmt::format("{} in {} speeds", formalism.title, machine.kinematics.speeds.size()));
  machine.equations = formalism.derive(machine.model, machine.kinematics);
  for (const LoadElement& load : machine.model.loads)
    for (const LoadState& state : load.states)
      machine.states.push_back({state.name, substitute(state.rate, machine.kinematics.resolution)});
  if (needs_inertia(request.purpose))
    if (const auto singular = find_lasting_singularity(machine.model, machine.kinematics, machine.equations.mass))
      throw *singular;
  return machine;
}

std::vector<OutputFormulas> formulas_for_program(const ProgramSource& machine, const ProgramRequest& request) {
  return make_outputs(machine, request.purpose, symbols_of(machine.model.inputs));
}

Program make_machine_program(const ProgramSource& machine, const ProgramRequest& request,
                             const std::vector<OutputFormulas>& formulas) {
  Program program = translate(make_inputs(machine, request, formulas), formulas);
  program.name = kPurposeNames[static_cast<std::size_t>(request.purpose)];
  program.machine = machine.model.name;
  program.meaning = describe(request.purpose);
  return program;
}

Program make_machine_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  const ProgramSource machine = derive_for_program(model, request, progress);
  return make_machine_program(machine, request, formulas_for_program(machine, request));
}

std::vector<double> example_inputs(const Model& model, const Program& program) {
  const State state = make_state(model, compute_kinematics(model), {});
  std::unordered_map<std::string, double> numbers;
  for (const auto& [symbol, value] : state.values) numbers.emplace(to_text(symbol), value);
  std::vector<double> inputs;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) {
      const auto found = numbers.find(entry.name);
      inputs.push_back(found == numbers.end() ? 1 : found->second);
    }
  return inputs;
}

}  // namespace kinemate
