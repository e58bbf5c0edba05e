#include "cli/options/search_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "cli/options/lists.h"
#include "expr/evaluate.h"
#include "expr/text/print.h"
#include "study/simulation/run_start.h"
#include "study/state.h"
#include "study/sweep/variation.h"

namespace kinemate {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

FitParameter parameter_of(const std::string& text) {
  const bool is_name = text.find('=') == std::string::npos;
  if (is_name) {
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    if (first == std::string::npos)
      throw Error(ErrorCode::kSearch, "--vary: a name is missing", "--vary \"k = 5 .. 20\"");
    return {text.substr(first, last - first + 1), std::numeric_limits<double>::quiet_NaN(), -kInfinite, kInfinite};
  }
  const Variation variation = read_variation(text);
  if (variation.kind != Variation::Kind::kRange)
    throw Error(ErrorCode::kSearch, fmt::format("--vary \"{}\": bounds are expected, from a number to another", text),
                fmt::format("--vary \"{} = 5 .. 20\", or only the name, without bounds", variation.name));
  return {variation.name, std::numeric_limits<double>::quiet_NaN(), variation.low, variation.high};
}

}  // namespace

void add_search_options(CLI::App& verb, SearchOptions& options) {
  verb.add_option("--vary", options.vary,
                  "\"k = 5 .. 20\": what is looked for, within bounds; or only its name. A parameter, an initial value "
                  "or an input")
      ->required()
      ->allow_extra_args(false);
  verb.add_option("--start", options.start,
                  "\"k = 8, m = 2\": where the search begins, instead of the values of the file")
      ->allow_extra_args(false);
}

std::vector<std::optional<double>> present_values(const Model& model, const std::vector<std::string>& names,
                                                  std::span<const Given> initial) {
  const Kinematics kinematics = compute_kinematics(model);
  varied_parameters(model, kinematics, names);  // refuses wrong ones
  const State state = make_state(model, kinematics, initial);
  std::vector<std::optional<double>> values;
  for (const std::string& name : names) {
    const auto found = state.values.find(symbol_named(name));
    values.push_back(found == state.values.end() ? std::nullopt : std::optional<double>(found->second));
  }
  return values;
}

std::vector<FitParameter> search_parameters(const Model& model, const SearchOptions& options,
                                            std::span<const Given> initial) {
  std::vector<FitParameter> parameters;
  std::vector<std::string> names;
  for (const std::string& argument : options.vary)
    for (const std::string& text :
         argument.find('=') == std::string::npos ? split_list(argument, ",") : split_list(argument, ";")) {
      parameters.push_back(parameter_of(text));
      const std::string& name = parameters.back().name;
      if (std::find(names.begin(), names.end(), name) != names.end())
        throw Error(ErrorCode::kSearch, fmt::format("--vary: {} stands twice", name));
      names.push_back(name);
    }
  const std::vector<std::optional<double>> present = present_values(model, names, initial);
  const std::vector<Given> starts = parse_given(model, options.start, "--start");
  for (const Given& given : starts)
    if (std::find(names.begin(), names.end(), to_text(given.left)) == names.end())
      throw Error(ErrorCode::kSearch, fmt::format("--start: {} is not looked for", to_text(given.left)),
                  fmt::format("--vary \"{}\" would; --set and --at give fixed values", to_text(given.left)));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    FitParameter& one = parameters[i];
    std::optional<double> start = present[i];
    const bool bounded = std::isfinite(one.low) && std::isfinite(one.high);
    if (bounded && (!start || *start < one.low || *start > one.high)) start = one.low + (one.high - one.low) / 2;
    for (const Given& given : starts)
      if (to_text(given.left) == one.name) start = evaluate(given.value, {});
    if (!start)
      throw Error(ErrorCode::kSearch, fmt::format("{} has no value to begin with", one.name),
                  fmt::format("--start \"{} = 1\"", one.name));
    one.start = *start;
    if (one.start < one.low || one.start > one.high)
      throw Error(ErrorCode::kSearch,
                  fmt::format("--start: {} = {} is not between {} and {}", one.name, one.start, one.low, one.high));
  }
  return parameters;
}

}  // namespace kinemate
