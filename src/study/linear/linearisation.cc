#include "study/linear/linearisation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "loops/loop_conditions.h"
#include "numeric/frequency_response.h"
#include "study/closed_start.h"
#include "study/linear/equilibrium.h"
#include "study/model_outputs.h"
#include "study/programs/machine_program.h"
#include "study/sweep/samples.h"

namespace kinemate {
namespace {

using Eigen::Index;

constexpr std::size_t kResponsePoints = 400;

// Which columns of inputs are wanted: of the machine, then efforts on speeds.
struct ChosenInputs {
  std::vector<std::size_t> efforts;  // speeds
  std::vector<Index> columns;        // of the inputs of the machine and the efforts behind them, in the order asked for
};

ChosenInputs choose_inputs(const ProgramSource& source, const LinearisationRequest& request) {
  ChosenInputs chosen;
  const std::vector<Input>& own = source.model.inputs;
  if (!request.inputs) {
    for (std::size_t i = 0; i < own.size(); ++i) chosen.columns.push_back(static_cast<Index>(i));
    return chosen;
  }
  const std::vector<Expr>& speeds = source.equations.speeds;
  for (const std::string& name : *request.inputs) {
    const auto input = std::find_if(own.begin(), own.end(), [&](const Input& one) { return one.name == name; });
    if (input != own.end()) {
      chosen.columns.push_back(input - own.begin());
      continue;
    }
    const auto speed = std::find_if(speeds.begin(), speeds.end(), [&](Expr s) {
      return to_text(s) == name || (s.primes() == 1 && s.name() == name);
    });
    if (speed == speeds.end()) {
      std::vector<Expr> known = speeds;
      for (const Input& one : own) known.push_back(make_symbol(one.name));
      refuse_name(
          fmt::format("'{}' is neither an input of this machine nor a coordinate that a force can act on", name), name,
          known);
    }
    chosen.columns.push_back(static_cast<Index>(own.size() + chosen.efforts.size()));
    chosen.efforts.push_back(static_cast<std::size_t>(speed - speeds.begin()));
  }
  return chosen;
}

void take_inputs(const ChosenInputs& chosen, LinearSystem& system) {
  const std::vector<std::string> names = system.inputs;
  system.inputs.clear();
  for (const Index column : chosen.columns) system.inputs.push_back(names[static_cast<std::size_t>(column)]);
  for (Eigen::MatrixXd* matrix : {&system.F, &system.B, &system.D})
    *matrix = Eigen::MatrixXd((*matrix)(Eigen::all, chosen.columns));
}

void take_inputs(const ChosenInputs& chosen, LinearFormulas& formulas) {
  const std::vector<std::string> names = formulas.inputs;
  formulas.inputs.clear();
  for (const Index column : chosen.columns) formulas.inputs.push_back(names[static_cast<std::size_t>(column)]);
  for (FormulaMatrix* matrix : {&formulas.F, &formulas.B, &formulas.D_u}) {
    FormulaMatrix taken = zero_matrix(matrix->rows, chosen.columns.size());
    for (std::size_t i = 0; i < taken.rows; ++i)
      for (std::size_t j = 0; j < taken.columns; ++j)
        taken.at(i, j) = matrix->at(i, static_cast<std::size_t>(chosen.columns[j]));
    *matrix = taken;
  }
}

// The machine with all its parameters as symbols, its equations derived.
ProgramSource derive_symbolic(const Model& model, const Progress& progress) {
  ProgramRequest wanted;
  wanted.purpose = Purpose::kEquations;
  for (const Parameter& parameter : model.parameters) wanted.parameters.push_back(parameter.name);
  ProgramSource source = prepare_for_program(model, wanted, progress);
  derive_for_program(source, wanted, progress);
  return source;
}

std::vector<NamedFormula> wanted_outputs(const Model& model, const std::vector<NamedFormula>& asked) {
  if (!asked.empty()) return asked;
  std::vector<NamedFormula> outputs;
  for (const Output& output : model.outputs) {
    if (output.quantity == Output::Quantity::kFormula) {
      outputs.push_back({output.name, make_symbol(output.name)});
      continue;
    }
    for (const char* component : {"_x", "_y", "_z"})
      outputs.push_back({output.name + component, make_symbol(output.name + component)});
  }
  if (outputs.empty())
    for (std::size_t i : closed_coordinates(model))
      if (const Coordinate& coordinate = model.coordinates[i]; !coordinate.drive)
        outputs.push_back({coordinate.name, make_symbol(coordinate.name)});
  return outputs;
}

std::vector<Parameter> parameters_in(const Model& model, const LinearFormulas& formulas) {
  std::vector<Expr> all;
  for (const FormulaMatrix* matrix : {&formulas.M, &formulas.P, &formulas.Q, &formulas.Z, &formulas.F, &formulas.V,
                                      &formulas.W, &formulas.A, &formulas.B, &formulas.C, &formulas.D_u})
    all.insert(all.end(), matrix->entries.begin(), matrix->entries.end());
  for (const NamedFormula& kept : formulas.reference.kept) all.push_back(kept.formula);
  const std::unordered_map<Expr, Expr> values = parameter_values(model);
  std::vector<Parameter> used;
  const std::vector<Expr> symbols = free_symbols(all);
  for (Parameter parameter : model.parameters) {
    const Expr symbol = make_symbol(parameter.name);
    if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end()) continue;
    if (const auto value = values.find(symbol); value != values.end() && free_symbols(value->second).empty())
      parameter.value = value->second;
    used.push_back(parameter);
  }
  return used;
}

ResponseTable respond(const LinearSystem& system, const ModalAnalysis& modes, const LinearisationRequest& request) {
  if (system.inputs.empty())
    throw Error(
        ErrorCode::kMissingValue, "a response needs an input, and this machine has none",
        fmt::format("--input {} takes a force on it", system.deviations.empty() ? "q" : system.deviations[0].name));
  std::vector<std::complex<double>> poles;
  for (const Mode& mode : modes.modes) poles.push_back(mode.pole.value);
  ResponseTable table;
  if (request.frequencies) {
    table.frequencies = list_values(*request.frequencies);
  } else {
    table.frequencies = choose_frequencies(poles, kResponsePoints);
    for (double& frequency : table.frequencies) frequency /= 2 * std::numbers::pi;
  }
  for (std::size_t j = 0; j < system.inputs.size(); ++j)
    for (std::size_t i = 0; i < system.outputs.size(); ++i)
      table.channels.push_back({system.inputs[j], system.outputs[i], {}});
  const FrequencyResponse response(system.A, system.B, system.C, system.D);
  for (const double frequency : table.frequencies) {
    const Eigen::MatrixXcd values = response(2 * std::numbers::pi * frequency);
    for (std::size_t k = 0; k < table.channels.size(); ++k)
      table.channels[k].values.push_back(values.reshaped()[static_cast<Index>(k)]);
  }
  return table;
}

// The machine in numbers; `chosen` is set.
void add_numbers(const Model& model, const LinearisationRequest& request, const std::vector<NamedFormula>& outputs,
                 const Progress& progress, Linearisation& result, std::optional<MachinePoint>& reference) {
  std::vector<std::string> varied;
  if (request.vary) varied.push_back(request.vary->name);
  const VariedMachine machine(model, {varied, outputs}, progress);
  const bool energy = have_energy(machine.source().model);
  reference = find_reference(machine, model, request.reference);
  const ChosenInputs chosen = choose_inputs(machine.source(), request);
  LinearSystem system =
      linearise(machine, *reference, std::vector<Index>(chosen.efforts.begin(), chosen.efforts.end()));
  take_inputs(chosen, system);
  progress("poles");
  result.modes = analyse_modes(system, energy);
  if (request.vary) {
    progress(fmt::format("poles over {}", request.vary->name));
    const std::vector<double> values = list_values(*request.vary);
    MachinePoint start = *reference;
    const bool rests = request.reference.about == ReferenceRequest::About::kEquilibrium && !request.reference.residual;
    result.locus = follow_poles(machine, start, 0, values, rests, energy);
  }
  if (request.response) result.response = respond(system, *result.modes, request);
  if (request.reference.about != ReferenceRequest::About::kEquilibrium) {
    system.residual -= system.excitation;  // the motion is one of this time
    system.excitation.setZero();
    if (!is_steady(machine, *reference)) system.timed = true;  // the matrices change with the reference
  }
  result.numbers = std::move(system);
}

bool is_closed(const Model& model) { return !make_tree(model).secondary.empty() || !model.constraints.empty(); }

Model started_where(const Model& model, const ReferenceRequest& reference) {
  std::vector<Given> start = reference.near;
  start.insert(start.end(), reference.at.begin(), reference.at.end());
  return started_at(model, start);
}

bool needs_numbers(const LinearisationRequest& request) {
  return !request.formulas || request.vary || request.response;
}

}  // namespace

std::vector<double> list_values(const Variation& variation) {
  if (!variation.counted())
    throw Error(ErrorCode::kVariation, fmt::format("'{}' does not say how many values", variation.text),
                fmt::format("a grid does: {} = {} .. {} : 50", variation.name, variation.low, variation.high));
  const RunTable table({variation}, {});
  std::vector<double> values(table.size());
  for (std::uint64_t i = 0; i < table.size(); ++i) table.values(i, {&values[i], 1});
  return values;
}

Linearisation linearise_machine(const Model& given, const LinearisationRequest& asked_for, const Progress& progress) {
  LinearisationRequest request = asked_for;
  const Model model = started_where(with_given_parameters(given, request.reference), request.reference);
  Linearisation result;
  for (std::size_t i = given.parameters.size(); i < model.parameters.size(); ++i)
    if (!model.parameters[i].value)
      result.notes.push_back(
          fmt::format("{} is new, and taken as a parameter without a value", model.parameters[i].name));
  result.machine = model.name;
  result.about = request.reference.about;
  const std::vector<NamedFormula> outputs = wanted_outputs(model, request.outputs);
  std::optional<MachinePoint> reference;
  const bool numbers = request.numbers && has_numbers(request.reference);
  if (!numbers && needs_numbers(request))
    throw Error(ErrorCode::kMissingValue,
                "poles and responses need numbers, and a motion without functions of time has none",
                "--along \"q = sin(t)\" gives some");
  if (numbers) {
    try {
      add_numbers(model, request, outputs, progress, result, reference);
    } catch (const Error& error) {
      if (needs_numbers(request) || error.kind != Error::Kind::kInput) throw;
      result.notes.push_back("no numbers: " + error.message);
    }
  }
  if (!request.formulas) return result;
  std::size_t speeds = result.numbers ? result.numbers->speeds.size() : 0;
  if (result.numbers && request.numbers && speeds > kMostSpeedsInFormulas) {
    result.notes.push_back(fmt::format("formulas of {} speeds are left out: --only formulas shows them", speeds));
    return result;
  }
  if (result.numbers && request.numbers && is_closed(model)) {
    result.notes.push_back("formulas are left out where loops are closed: --only formulas shows them");
    return result;
  }
  const ProgramSource source = derive_symbolic(model, progress);
  LinearFormulaRequest wanted;
  wanted.reference = make_reference(source, request.reference, reference);
  const ChosenInputs chosen = choose_inputs(source, request);
  wanted.efforts = chosen.efforts;
  wanted.outputs = resolve_outputs(model, source, outputs);
  wanted.state_space = request.state_space;
  wanted.time_is_motion = request.reference.about != ReferenceRequest::About::kEquilibrium;
  result.formulas = linearise_formulas(source, wanted, progress);
  take_inputs(chosen, *result.formulas);
  result.parameters = parameters_in(model, *result.formulas);
  return result;
}

std::vector<NamedFormula> equilibrium_formulas(const Model& model, const ReferenceRequest& request,
                                               const MachinePoint& found, const Progress& progress) {
  if (is_closed(model)) return {};  // arctangents of formulas: no algebra shows that forces vanish
  return find_exact_positions(derive_symbolic(model, progress), request, found);
}

}  // namespace kinemate
