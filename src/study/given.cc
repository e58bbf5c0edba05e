#include "study/given.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "loops/closing.h"
#include "model/order.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostNamed = 12;

std::vector<std::string> texts(std::span<const Expr> symbols) {
  std::vector<std::string> texts;
  for (Expr symbol : symbols) texts.push_back(to_text(symbol));
  return texts;
}

std::vector<std::string> function_names(const Model& model) {
  std::set<std::string> names;
  for (Expr call : unspecified_calls(model)) names.insert(std::string(call.name()));
  return {names.begin(), names.end()};
}

void require_function(const GivenNames& names, Expr call) {
  const std::string name(call.name());
  if (std::find(names.functions.begin(), names.functions.end(), name) != names.functions.end()) return;
  const std::vector<std::string_view> known(names.functions.begin(), names.functions.end());
  const std::string near = nearest(name, known);
  throw Error(ErrorCode::kUnknownName, fmt::format("there is no unspecified function {} in this machine", name),
              !near.empty()   ? fmt::format("did you mean {}?", near)
              : known.empty() ? "all of its functions are known"
                              : fmt::format("there are: {}", fmt::join(known, ", ")));
}

}  // namespace

std::vector<Expr> all_speeds(const Kinematics& kinematics) {
  if (kinematics.closing) return put_in_order(kinematics.closing->conditions.speeds, kinematics.order);
  std::vector<Expr> speeds = kinematics.speeds;
  speeds.insert(speeds.end(), kinematics.loop_speeds.begin(), kinematics.loop_speeds.end());
  return put_in_order(speeds, kinematics.order);
}

GivenNames find_given_names(const Model& model, const Kinematics& kinematics) {
  GivenNames names;
  names.roles = symbol_roles(model);
  names.symbols.push_back(make_symbol("t"));
  for (const Parameter& parameter : model.parameters) names.symbols.push_back(make_symbol(parameter.name));
  for (const std::string& name : undeclared_parameters(model)) {
    names.roles.emplace(name, Role::kParameter);
    names.symbols.push_back(make_symbol(name));
  }
  for (const Input& input : model.inputs) names.symbols.push_back(make_symbol(input.name));
  for (const Coordinate& coordinate : model.coordinates) {
    names.driven[coordinate.name] = coordinate.drive.has_value();
    if (!coordinate.drive) names.symbols.push_back(make_symbol(coordinate.name));
  }
  for (Expr s : all_speeds(kinematics)) names.symbols.push_back(s);
  if (kinematics.closing)  // of joints that close loops and are not followed: a start may name them
    names.symbols.insert(names.symbols.end(), kinematics.loop_speeds.begin(), kinematics.loop_speeds.end());
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) names.symbols.push_back(make_symbol(state.name));
  names.functions = function_names(model);
  for (const JointRelation& relation : (kinematics.closing ? kinematics.closing->tree : kinematics).relations)
    for (std::size_t i = 0; i < relation.symbols.size(); ++i) {
      const Expr rate = make_symbol(relation.symbols[i].name(), 1);
      if (relation.rates[i] == rate) continue;
      std::vector<Expr>& speeds = names.speeds_of[rate];
      for (Expr symbol : free_symbols(relation.rates[i]))
        if (std::find(relation.speeds.begin(), relation.speeds.end(), symbol) != relation.speeds.end())
          speeds.push_back(symbol);
    }
  return names;
}

void refuse_name(const std::string& message, const std::string& name, std::span<const Expr> known) {
  const std::vector<std::string> all = texts(known);
  const std::string near = nearest(name, std::vector<std::string_view>(all.begin(), all.end()));
  std::string hint;
  if (!near.empty()) {
    hint = fmt::format("did you mean {}?", near);
  } else if (!all.empty()) {
    const std::size_t count = std::min(all.size(), kMostNamed);
    hint = fmt::format("there {}: {}{}", all.size() == 1 ? "is" : "are",
                       fmt::join(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), ", "),
                       count < all.size() ? ", ..." : "");
  }
  throw Error(ErrorCode::kUnknownName, message, hint);
}

void require_givable(const GivenNames& names, const Given& given) {
  const Expr left = given.left;
  const std::string text = to_text(left, {.largest = 200, .cut = true});
  require_constant(names, given);
  if (left.kind() == Kind::kUnspecified) return require_function(names, left);
  if (left.kind() != Kind::kSymbol)
    throw Error(ErrorCode::kInitialValue, fmt::format("expected a name of the machine before '=', found '{}'", text),
                "a coordinate q, its rate q', a speed, a state, an input, a parameter, the time t, or w(t)");
  if (std::find(names.symbols.begin(), names.symbols.end(), left) != names.symbols.end()) return;
  const std::string name(left.name());
  if (const auto driven = names.driven.find(name); driven != names.driven.end() && driven->second)
    throw Error(ErrorCode::kInitialValue,
                fmt::format("{} cannot be given: the coordinate {} is driven, a function of time", text, name),
                "give the time t instead");
  if (const auto speeds = names.speeds_of.find(left); speeds != names.speeds_of.end())
    throw Error(ErrorCode::kInitialValue, fmt::format("the rate {} follows from speeds and cannot be given", text),
                fmt::format("give the speeds {} instead", fmt::join(texts(speeds->second), ", ")));
  const auto role = names.roles.find(name);
  if (role != names.roles.end() && left.primes() > 0) {
    const bool moves = role->second == Role::kCoordinate || role->second == Role::kSpeed;
    throw Error(ErrorCode::kInitialValue, fmt::format("{} is not part of a state", text),
                moves ? "accelerations follow from the state" : fmt::format("give {} without a prime", name));
  }
  refuse_name(fmt::format("there is no '{}' in this machine", text), text, names.symbols);
}

void require_constant(const GivenNames& names, const Given& given) {
  std::vector<Expr> parameters;
  for (Expr symbol : names.symbols)
    if (const auto role = names.roles.find(std::string(symbol.name()));
        role != names.roles.end() && role->second == Role::kParameter)
      parameters.push_back(symbol);
  for (Expr symbol : free_symbols(given.value)) {
    if (std::find(parameters.begin(), parameters.end(), symbol) != parameters.end()) continue;
    refuse_name(fmt::format("the value of {} holds {}, which is no parameter", to_text(given.left), to_text(symbol)),
                to_text(symbol), parameters);
  }
  const std::vector<Expr> calls = unspecified_calls({&given.value, 1});
  if (!calls.empty())
    throw Error(
        ErrorCode::kInitialValue,
        fmt::format("the value of {} holds the unspecified function {}", to_text(given.left), to_text(calls[0])),
        "values are formulas of parameters");
}

Model with_given_parameters(const Model& model, std::initializer_list<std::vector<Given>*> lists) {
  Model result = model;
  if (std::all_of(lists.begin(), lists.end(), [](const auto* list) { return list->empty(); })) return result;
  GivenNames names = find_given_names(model, compute_kinematics(model));
  for (std::vector<Given>* list : lists) {
    for (const Given& one : *list)
      for (Expr symbol : free_symbols(one.value)) {
        if (symbol.primes() > 0 || !names.roles.emplace(symbol.name(), Role::kParameter).second) continue;
        names.symbols.push_back(symbol);
        result.parameters.push_back({.name = std::string(symbol.name())});
      }
    for (const Given& one : *list) require_givable(names, one);
    std::erase_if(*list, [&](const Given& one) {
      if (one.left.kind() != Kind::kSymbol || names.roles.at(std::string(one.left.name())) != Role::kParameter)
        return false;
      const auto same = [&](const Parameter& parameter) { return parameter.name == one.left.name(); };
      auto found = std::find_if(result.parameters.begin(), result.parameters.end(), same);
      if (found == result.parameters.end())
        found = result.parameters.insert(found, Parameter{.name = std::string(one.left.name())});
      found->value = one.value;
      return true;
    });
  }
  return result;
}

}  // namespace kinemate
