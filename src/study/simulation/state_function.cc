#include "study/simulation/state_function.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "formalism/methods/joint_loads.h"
#include "program/optimize.h"
#include "program/translate.h"

namespace kinemate {
namespace {

void require_known(std::span<const Expr> formulas, std::span<const InputFormulas> known) {
  std::vector<std::string> missing;
  for (Expr symbol : free_symbols(formulas)) {
    const bool found = std::any_of(known.begin(), known.end(), [&](const InputFormulas& array) {
      return std::find(array.symbols.begin(), array.symbols.end(), symbol) != array.symbols.end();
    });
    if (!found) missing.push_back(to_text(symbol));
  }
  if (missing.empty()) return;
  throw Error(ErrorCode::kMissingValue,
              fmt::format("parameter{} without a value: {}", missing.size() == 1 ? "" : "s", fmt::join(missing, ", ")),
              fmt::format("--set \"{} = 1\" gives one", missing[0]));
}

}  // namespace

StateFunction::StateFunction(const Program& program, unsigned width)
    : routine_(program, width), workspace_(routine_.make_workspace()) {
  std::size_t at = 0;
  for (const Array& array : program.inputs) {
    const Place place{at, array.entries.size() * width};
    at += place.size;
    if (array.name == "t") t_ = place;
    if (array.name == "x") x_ = place;
    if (array.name == "a") a_ = place;
    if (array.name == "u") u_ = place;
    if (array.name == "p") p_ = place;
    if (array.name == "m") m_ = place;
  }
}

std::span<const double> StateFunction::operator()(std::span<const double> t, std::span<const double> x,
                                                  std::span<const double> a, const Surroundings& around) {
  const std::span<double> inputs = routine_.inputs(workspace_);
  const auto put = [&](const Place& place, std::span<const double> numbers) {
    std::copy_n(numbers.begin(), std::min(place.size, numbers.size()), inputs.begin() + static_cast<long>(place.at));
  };
  put(t_, t);
  put(x_, x);
  put(a_, a);
  put(u_, around.inputs);
  put(p_, around.parameters);
  put(m_, around.modes);
  routine_.run(workspace_);
  return routine_.outputs(workspace_);
}

Program make_state_program(const ProgramSource& machine, std::span<const Expr> parameters,
                           const std::vector<Expr>& formulas) {
  return make_gap_program(machine, parameters, put_in_positions(machine, formulas));
}

Program make_gap_program(const ProgramSource& machine, std::span<const Expr> parameters,
                         const std::vector<Expr>& formulas) {
  std::vector<Expr> inputs;
  for (const Input& input : machine.model.inputs) inputs.push_back(make_symbol(input.name));
  const auto array = [](const char* name, std::vector<Expr> symbols) {
    return InputFormulas{{name, "", std::vector<Entry>(symbols.size()), 0}, std::move(symbols)};
  };
  const std::vector<InputFormulas> known = {array("t", {make_symbol("t")}), array("x", state_of(machine)),
                                            array("a", accelerations_of(machine.equations.speeds)),
                                            array("u", std::move(inputs)),
                                            array("p", {parameters.begin(), parameters.end()})};
  require_known(formulas, known);
  const OutputFormulas wanted{{"y", "", std::vector<Entry>(formulas.size()), 0}, formulas};
  return optimize_locally(translate(known, {&wanted, 1})).program;
}

}  // namespace kinemate
