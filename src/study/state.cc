#include "study/state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "loops/closed_state.h"

namespace kinemate {

std::vector<Expr> euler_parameters(const Model& model, const Joint& joint) {
  std::vector<Expr> p;
  for (std::size_t index : euler_coordinates(joint)) p.push_back(make_symbol(model.coordinates[index].name));
  return p;
}

namespace {

using KnownFormulas = std::unordered_map<Expr, Expr>;

double length(const std::vector<double>& v) {
  double square = 0;
  for (double x : v) square += x * x;
  return std::sqrt(square);
}

// Everything that moves or is given from outside, in the order of the model.
std::vector<Expr> variables(const Model& model, const Kinematics& kinematics) {
  std::vector<Expr> symbols;
  for (const Coordinate& coordinate : model.coordinates)
    if (!coordinate.drive) symbols.push_back(make_symbol(coordinate.name));
  const std::vector<Expr> speeds = all_speeds(kinematics);
  symbols.insert(symbols.end(), speeds.begin(), speeds.end());
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) symbols.push_back(make_symbol(state.name));
  for (const Input& input : model.inputs) symbols.push_back(make_symbol(input.name));
  return symbols;
}

// The same numbers on every platform: 53 bits of the generator, not a distribution of the library.
void set_random(const Model& model, const Kinematics& kinematics, std::uint64_t seed, KnownFormulas& formulas) {
  std::mt19937_64 random(seed);
  std::unordered_map<Expr, double> numbers;
  for (Expr symbol : variables(model, kinematics))
    numbers[symbol] = 2 * std::ldexp(static_cast<double>(random() >> 11), -53) - 1;
  for (const Joint& joint : model.joints) {
    std::vector<double> p;
    for (Expr symbol : euler_parameters(model, joint)) p.push_back(numbers.at(symbol));
    for (Expr symbol : euler_parameters(model, joint)) numbers.at(symbol) /= length(p);
  }
  for (const auto& [symbol, number] : numbers) formulas[symbol] = make_real(number);
}

// Parameters with the values of the file and those that are given, others put in.
KnownFormulas known_parameters(const Model& model, const GivenNames& names, std::span<const Given> given) {
  std::unordered_map<std::string, Expr> values;
  for (const Parameter& parameter : model.parameters)
    if (parameter.value) values.emplace(parameter.name, *parameter.value);
  for (const Given& one : given)
    if (one.left.kind() == Kind::kSymbol && names.roles.at(std::string(one.left.name())) == Role::kParameter)
      values.insert_or_assign(std::string(one.left.name()), one.value);
  Model parameters;
  for (Expr symbol : names.symbols)
    if (const auto value = values.find(std::string(symbol.name())); value != values.end() && symbol.primes() == 0)
      parameters.parameters.push_back({value->first, value->second, "", ""});
  return parameter_values(parameters);
}

// Numbers for those of `formulas` that have all they need; the others wait.
void evaluate_known(const KnownFormulas& formulas, State& state) {
  std::vector<Expr> symbols, known;
  for (const auto& [symbol, formula] : formulas) {
    std::vector<Expr> missing = free_symbols(formula);
    for (Expr call : unspecified_calls({&formula, 1}))
      if (!state.values.contains(call)) missing.push_back(call);
    if (!missing.empty()) {
      state.waiting.emplace(symbol, std::move(missing));
    } else {
      symbols.push_back(symbol), known.push_back(formula);
    }
  }
  const std::vector<double> numbers = evaluate(known, state.values);
  for (std::size_t i = 0; i < symbols.size(); ++i) state.values[symbols[i]] = numbers[i];
}

void normalise_euler_parameters(const Model& model, State& state) {
  for (const Joint& joint : model.joints) {
    const std::vector<Expr> p = euler_parameters(model, joint);
    std::vector<double> numbers;
    for (Expr symbol : p)
      if (const auto value = state.values.find(symbol); value != state.values.end()) numbers.push_back(value->second);
    if (p.empty() || numbers.size() < p.size()) continue;
    std::vector<std::string> axis;
    for (Expr symbol : std::span(p).subspan(1)) axis.push_back(to_text(symbol));
    const double norm = length(numbers);
    if (!(std::abs(norm - 1) <= 1e-6))
      throw Error(ErrorCode::kInitialValue,
                  fmt::format("the Euler parameters of joint {} have the length {:.6g}, not 1", joint.name, norm),
                  fmt::format("give all {}: {} = cos(a/2) and {} = sin(a/2) times the axis",
                              p.size() == 4 ? "four" : "three", to_text(p[0]), fmt::join(axis, ", ")));
    for (Expr symbol : p) state.values.at(symbol) /= norm;
  }
}

}  // namespace

StateFormulas make_state_formulas(const Model& model, const Kinematics& kinematics, std::span<const Given> given,
                                  std::optional<std::uint64_t> seed) {
  const GivenNames names = find_given_names(model, kinematics);
  for (const InitialValue& value : model.initial) require_givable(names, {value.symbol, value.value});
  for (const Given& one : given) require_givable(names, one);

  StateFormulas made{{{make_symbol("t"), Expr(0)}}, {}};
  for (Expr symbol : variables(model, kinematics)) made.symbols.emplace(symbol, initial_value(model, symbol));
  if (seed) set_random(model, kinematics, *seed, made.symbols);
  for (const Given& one : given) {
    if (one.left.kind() == Kind::kUnspecified) {
      made.calls.insert_or_assign(substitute(one.left, kinematics.resolution), one.value);
    } else {
      made.symbols.insert_or_assign(one.left, one.value);
    }
  }
  const Substitution parameters{known_parameters(model, names, given), {}};
  for (const auto& [symbol, value] : parameters.symbols) made.symbols.insert_or_assign(symbol, value);
  for (auto* all : {&made.symbols, &made.calls})
    for (auto& [left, formula] : *all) formula = substitute(formula, parameters);
  return made;
}

State make_state(const Model& model, const Kinematics& kinematics, std::span<const Given> given,
                 std::optional<std::uint64_t> seed) {
  const StateFormulas formulas = make_state_formulas(model, kinematics, given, seed);
  State state;
  evaluate_known(formulas.calls, state);
  evaluate_known(formulas.symbols, state);
  normalise_euler_parameters(model, state);
  if (kinematics.closing && state.waiting.empty()) {
    ChosenSymbols chosen;
    if (!seed)
      for (const InitialValue& value : model.initial) chosen.initially.insert(value.symbol);
    for (const Given& one : given) chosen.now.insert(one.left);
    state.notes = kinematics.closing->notes;
    const std::vector<std::string> moved = close_state(model, kinematics, chosen, state.values);
    state.notes.insert(state.notes.end(), moved.begin(), moved.end());
  }
  return state;
}

void require_values(std::span<const Expr> formulas, const State& state, std::span<const Expr> later) {
  std::vector<std::string> parameters, functions;  // in the order of compare()
  auto note = [&](Expr missing) {
    std::vector<std::string>& list = missing.kind() == Kind::kSymbol ? parameters : functions;
    const std::string text = to_text(missing, {.largest = 200, .cut = true});
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  };
  std::vector<Expr> needed = free_symbols(formulas);
  const std::vector<Expr> calls = unspecified_calls(formulas);
  needed.insert(needed.end(), calls.begin(), calls.end());
  for (Expr leaf : needed) {
    if (state.values.contains(leaf) || std::find(later.begin(), later.end(), leaf) != later.end()) continue;
    if (const auto waits = state.waiting.find(leaf); waits != state.waiting.end()) {
      for (Expr missing : waits->second) note(missing);
    } else {
      note(leaf);
    }
  }
  if (parameters.empty() && functions.empty()) return;
  std::string what;
  if (!parameters.empty())
    what = fmt::format("parameter{} {}", parameters.size() == 1 ? "" : "s", fmt::join(parameters, ", "));
  if (!functions.empty())
    what += fmt::format("{}function{} {}", what.empty() ? "" : " and ", functions.size() == 1 ? "" : "s",
                        fmt::join(functions, ", "));
  const std::string& first = parameters.empty() ? functions[0] : parameters[0];
  throw Error(ErrorCode::kMissingValue, fmt::format("numbers need values, and there are none for the {}", what),
              fmt::format("give them with the state, as in {} = 1{}", first,
                          parameters.empty() ? "" : ", or in the file of the machine"));
}

}  // namespace kinemate
