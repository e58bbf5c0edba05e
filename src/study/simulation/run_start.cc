#include "study/simulation/run_start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "loops/closing.h"
#include "program/optimize.h"
#include "program/translate.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr double kUnitLength = 1e-6;  // Euler parameters that users write have so many digits at least

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What is varied has no value of its own.
Model without_values(Model model, const std::vector<std::string>& varied) {
  for (Parameter& parameter : model.parameters)
    if (has_name(varied, parameter.name)) parameter.value.reset();
  return model;
}

void require_start_values(std::span<const Expr> formulas, std::span<const Expr> varied) {
  std::vector<std::string> open;
  for (Expr symbol : free_symbols(formulas))
    if (std::find(varied.begin(), varied.end(), symbol) == varied.end()) open.push_back(to_text(symbol));
  if (open.empty()) return;
  throw Error(ErrorCode::kMissingValue,
              fmt::format("parameter{} without a value: {}", open.size() == 1 ? "" : "s", fmt::join(open, ", ")),
              fmt::format("--set \"{} = 1\" gives one", open[0]));
}

// Whether a coordinate or speed is given by others where loops are closed.
bool follows(const Kinematics& kinematics, Expr symbol) {
  if (!kinematics.closing) return false;
  const Closing& closing = *kinematics.closing;
  for (const ClosureStep& step : closing.steps)
    if (step.coordinate == symbol) return true;
  if (std::find(closing.followed.begin(), closing.followed.end(), symbol) != closing.followed.end()) return true;
  const std::vector<Expr>& all = closing.conditions.speeds;
  return std::find(all.begin(), all.end(), symbol) != all.end() &&
         std::find(kinematics.speeds.begin(), kinematics.speeds.end(), symbol) == kinematics.speeds.end();
}

}  // namespace

Expr symbol_named(const std::string& name) {
  const std::size_t end = name.find('\'');
  return make_symbol(name.substr(0, end), static_cast<int>(end == std::string::npos ? 0 : name.size() - end));
}

std::vector<std::string> varied_parameters(const Model& model, const Kinematics& kinematics,
                                           const std::vector<std::string>& varied) {
  const GivenNames names = find_given_names(model, kinematics);
  std::vector<std::string> parameters;
  for (const std::string& name : varied) {
    const Expr symbol = symbol_named(name);
    require_givable(names, {symbol, Expr(0)});
    const Role role = names.roles.at(std::string(symbol.name()));
    if (role == Role::kTime)
      throw Error(ErrorCode::kVariation, "the time is not varied: it runs", "--from and --to say from when to when");
    if (role == Role::kParameter) parameters.push_back(name);
    if (follows(kinematics, symbol))
      throw Error(ErrorCode::kVariation,
                  fmt::format("{} cannot be varied: it follows from other coordinates of its loop", name),
                  "`independent:` in the machine's file chooses which do not");
  }
  return parameters;
}

StartFormulas make_start_formulas(const Model& model, const Kinematics& kinematics, std::span<const Given> initial,
                                  const std::vector<std::string>& varied, std::span<const Expr> x,
                                  std::span<const Expr> parameters) {
  StartFormulas result;
  for (const std::string& name : varied) result.varied.push_back(symbol_named(name));
  const Model open = without_values(model, varied);
  std::unordered_map<Expr, Expr> symbols = make_state_formulas(open, kinematics, initial).symbols;
  for (Expr symbol : result.varied) symbols.insert_or_assign(symbol, symbol);
  const auto formula_of = [&](Expr symbol) {
    const auto found = symbols.find(symbol);
    return found == symbols.end() ? symbol : found->second;
  };
  for (Expr symbol : x) result.x.push_back(formula_of(symbol));
  for (Expr symbol : parameters) result.parameters.push_back(formula_of(symbol));
  for (const Input& input : model.inputs) result.inputs.push_back(formula_of(make_symbol(input.name)));
  result.known.symbols = parameter_values(open);
  for (const auto* formulas : {&result.x, &result.parameters, &result.inputs})
    require_start_values(*formulas, result.varied);
  return result;
}

StartProgram make_start_program(const Model& model, const StartFormulas& formulas, std::span<const Expr> x,
                                std::span<const Expr> others) {
  require_start_values(others, formulas.varied);
  std::vector<Expr> all = formulas.x;
  for (const auto* part : {&formulas.parameters, &formulas.inputs}) all.insert(all.end(), part->begin(), part->end());
  all.insert(all.end(), others.begin(), others.end());
  const InputFormulas inputs{{"v", "", std::vector<Entry>(formulas.varied.size()), 0}, formulas.varied};
  const OutputFormulas outputs{{"y", "", std::vector<Entry>(all.size()), 0}, all};
  StartProgram result{optimize_locally(translate({&inputs, 1}, {&outputs, 1})).program,
                      formulas.x.size(),
                      formulas.parameters.size(),
                      formulas.inputs.size(),
                      {},
                      {}};
  for (Expr symbol : x) result.names.push_back(to_text(symbol));
  for (const Joint& joint : model.joints) {
    const std::vector<Expr> p = euler_parameters(model, joint);
    if (p.empty() || std::find(x.begin(), x.end(), p[0]) == x.end()) continue;  // of a joint that closes a loop
    std::vector<std::size_t>& unit = result.units.emplace_back();
    for (Expr symbol : p) unit.push_back(static_cast<std::size_t>(std::find(x.begin(), x.end(), symbol) - x.begin()));
  }
  return result;
}

RunStart::RunStart(const StartProgram& program)
    : start_(program),
      routine_(program.program),
      workspace_(routine_.make_workspace()),
      numbers_(routine_.output_count(), 0) {}

RunStart::Numbers RunStart::operator()(std::span<const double> varied) {
  std::copy(varied.begin(), varied.end(), routine_.inputs(workspace_).begin());
  routine_.run(workspace_);
  const std::span<const double> outputs = routine_.outputs(workspace_);
  std::copy(outputs.begin(), outputs.end(), numbers_.begin());
  const std::span<double> x = std::span(numbers_).first(start_.x);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      throw Error(ErrorCode::kNotFinite, fmt::format("the initial value of {} is no finite number", start_.names[i]));
  for (const std::vector<std::size_t>& unit : start_.units) {
    double square = 0;
    for (std::size_t i : unit) square += x[i] * x[i];
    const double length = std::sqrt(square);
    if (!(std::abs(length - 1) <= kUnitLength))
      throw Error(ErrorCode::kNotFinite, fmt::format("the Euler parameters {} to {} have the length {:.6g}, not 1",
                                                     start_.names[unit[0]], start_.names[unit.back()], length));
    for (std::size_t i : unit) x[i] /= length;
  }
  const std::span<const double> all = numbers_;
  return {all.first(start_.x), all.subspan(start_.x, start_.parameters),
          all.subspan(start_.x + start_.parameters, start_.inputs),
          all.subspan(start_.x + start_.parameters + start_.inputs)};
}

}  // namespace kinemate
