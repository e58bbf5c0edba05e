#include "model/specialise.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/assignment.h"
#include "expr/text/print.h"
#include "model/checks/check.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostListed = 12;  // names in hints

// What may be set, and what stands in the way.
struct Names {
  std::unordered_map<std::string, Role> roles;             // undeclared parameters among them
  std::set<std::string> functions;                         // unspecified ones
  std::unordered_map<std::string, std::string> distances;  // of line loads, to the names of these

  explicit Names(const Model& model) : roles(symbol_roles(model)) {
    for (const std::string& name : undeclared_parameters(model)) roles.emplace(name, Role::kParameter);
    visit_formulas(model, [&](auto, auto, auto, std::span<const Expr> formulas, Allowed) {
      for (Expr call : unspecified_calls(formulas)) functions.insert(std::string(call.name()));
    });
    for (const LoadElement& load : model.loads)
      if (load.type == LoadType::kLine) distances.emplace(load.distance, load.name);
  }

  // What a symbol is, where it cannot be chosen; empty: a parameter, an input, or nothing that is known.
  std::string moving(Expr symbol) const {
    const std::string name(symbol.name());
    if (const auto load = distances.find(name); load != distances.end())
      return fmt::format("the distance of load {}", load->second);
    const auto role = roles.find(name);
    if (role == roles.end()) return "";
    switch (role->second) {
      case Role::kTime: return "the time";
      case Role::kCoordinate: return symbol.primes() == 0 ? "a coordinate" : "the rate of a coordinate";
      case Role::kSpeed: return "a speed";
      case Role::kState: return "a state of a load";
      case Role::kParameter:
      case Role::kInput: break;
    }
    return "";
  }

  bool is_parameter(const std::string& name) const {
    const auto role = roles.find(name);
    return role != roles.end() && role->second == Role::kParameter;
  }

  std::vector<std::string_view> parameters() const {
    std::vector<std::string_view> names;
    for (const auto& [name, role] : roles)
      if (role == Role::kParameter) names.push_back(name);
    return names;
  }

  // Parameters, inputs and functions.
  std::vector<std::string_view> settable() const {
    std::vector<std::string_view> names = parameters();
    for (const auto& [name, role] : roles)
      if (role == Role::kInput) names.push_back(name);
    names.insert(names.end(), functions.begin(), functions.end());
    return names;
  }
};

// The nearest of some names, or all of them.
std::string suggest(const std::string& name, std::vector<std::string_view> known) {
  std::sort(known.begin(), known.end());
  if (const std::string near = nearest(name, known); !near.empty()) return fmt::format("did you mean {}?", near);
  if (known.empty()) return "the machine has none";
  const std::size_t shown = std::min(known.size(), kMostListed);
  const std::string more = known.size() > shown ? fmt::format(" and {} more", known.size() - shown) : "";
  known.resize(shown);
  return fmt::format("there are: {}{}", fmt::join(known, ", "), more);
}

// One assignment: of a symbol, or of a function by a template.
struct Setting {
  std::string source;  // --set, or the case
  std::string text;
  std::string name;
  bool is_function = false;
  Expr symbol;
  Template value;         // of a symbol without arguments
  bool is_start = false;  // of a parameter that events set: its value at the start, and no replacement for it
};

[[noreturn]] void refuse(const Setting& setting, const std::string& why, const std::string& hint = {}) {
  throw Error(ErrorCode::kSetting, fmt::format("{}{}: {}", setting.source, setting.text, why), hint);
}

Setting parse_setting(const std::string& source, const std::string& text, const Model& model) {
  if (text.find('=') == std::string::npos)
    throw Error(ErrorCode::kFormulaSyntax, fmt::format("{}{}: no assignment", source, text), "write name=formula");
  Substitution one;
  parse_assignment(
      text, {source.substr(0, source.find_last_not_of(": ") + 1), {model.functions.begin(), model.functions.end()}},
      one);
  if (one.symbols.empty()) {
    const auto& [name, value] = *one.functions.begin();
    return {source, text, name, true, Expr(0), value};
  }
  const auto& [symbol, value] = *one.symbols.begin();
  return {source, text, std::string(symbol.name()), false, symbol, {0, value}};
}

void check_left(const Setting& setting, const Names& names) {
  const std::string& name = setting.name;
  const auto role = names.roles.find(name);
  if (setting.is_function) {
    if (names.functions.contains(name)) return;
    if (role != names.roles.end())
      refuse(setting, fmt::format("{} is no function", name), fmt::format("write {} = formula", name));
    refuse(setting, fmt::format("the machine has no function {}", name), suggest(name, names.settable()));
  }
  if (const std::string what = names.moving(setting.symbol); !what.empty())
    refuse(setting, fmt::format("{} is {}: it changes while the machine moves", to_text(setting.symbol), what),
           what.ends_with("a coordinate") ? "to hold a coordinate, give it a drive in the model file" : "");
  if (role != names.roles.end() && setting.symbol.primes() == 0) return;
  if (role != names.roles.end())
    refuse(setting, fmt::format("{} has no derivative", name), fmt::format("write {} = formula", name));
  if (names.functions.contains(name))
    refuse(setting, fmt::format("{} is a function", name), fmt::format("write {}(t) = formula", name));
  refuse(setting, fmt::format("the machine has no parameter, input or function {}", name),
         suggest(name, names.settable()));
}

void check_right(const Setting& setting, const Names& names) {
  const bool constant = !setting.is_function && names.is_parameter(setting.name);
  for (Expr symbol : free_symbols(setting.value.body)) {
    const std::string name(symbol.name());
    bool argument = false;
    for (std::size_t k = 1; k <= setting.value.argument_count; ++k) argument = argument || symbol == make_parameter(k);
    if (argument || (name == "t" && symbol.primes() == 0 && !constant)) continue;
    const auto role = names.roles.find(name);
    std::string what = names.moving(symbol);
    if (what.empty() && role != names.roles.end() && role->second == Role::kInput) what = "an input";
    if (what.empty() && symbol.primes() > 0) what = "a derivative";
    if (what.empty() && name.starts_with("$")) what = "an argument that is not on the left";
    if (!what.empty())
      refuse(setting, fmt::format("{} is {}", to_text(symbol), what),
             constant ? fmt::format("{} is a parameter: only parameters may stand on its right side", setting.name)
                      : "only parameters and the time t may stand on the right");
  }
}

Substitution to_substitution(std::span<const Setting> settings) {
  Substitution result;
  for (const Setting& setting : settings) {
    if (setting.is_start) continue;
    if (setting.is_function) {
      result.functions.emplace(setting.name, setting.value);
    } else {
      result.symbols.emplace(setting.symbol, setting.value.body);
    }
  }
  return result;
}

bool holds_any(Expr formula, const Substitution& names) {
  const std::vector<Expr> symbols = free_symbols(formula), calls = unspecified_calls({&formula, 1});
  return std::any_of(symbols.begin(), symbols.end(), [&](Expr s) { return names.symbols.contains(s); }) ||
         std::any_of(calls.begin(), calls.end(),
                     [&](Expr call) { return names.functions.contains(std::string(call.name())); });
}

// Assignments whose right sides hold nothing that is set: first those that wait for no other.
std::vector<Setting> resolve(std::vector<Setting> pending) {
  std::vector<Setting> resolved;
  while (!pending.empty()) {
    const Substitution open = to_substitution(pending), known = to_substitution(resolved);
    std::vector<Setting> waiting;
    for (Setting& setting : pending) {
      if (holds_any(setting.value.body, open)) {
        waiting.push_back(setting);
        continue;
      }
      try {
        setting.value.body = substitute(setting.value.body, known);
      } catch (const Error& error) {
        refuse(setting, error.message);
      }
      resolved.push_back(setting);
    }
    if (waiting.size() == pending.size()) {
      std::vector<std::string_view> names;
      for (const Setting& setting : waiting) names.push_back(setting.name);
      throw Error(ErrorCode::kCircle,
                  fmt::format("{}runs in a circle: {}", waiting.front().source, fmt::join(names, ", ")),
                  "one of them must be given by something that is not set");
    }
    pending = std::move(waiting);
  }
  return resolved;
}

// A name that is new on the right of one assignment may be set by another.
Names with_new_names(Names names, std::span<const Setting> settings) {
  for (const Setting& setting : settings)
    for (Expr symbol : free_symbols(setting.value.body))
      if (symbol.primes() == 0 && !symbol.name().starts_with('$'))
        names.roles.emplace(std::string(symbol.name()), Role::kParameter);
  return names;
}

std::vector<Setting> read_settings(const Model& model, const ParameterChoice& choice, const Names& names) {
  std::vector<Setting> parsed, settings;
  for (const std::string& text : choice.set) parsed.push_back(parse_setting(choice.source, text, model));
  const Names settable = with_new_names(names, parsed);
  const std::vector<std::string> changing = event_parameters(model);
  std::unordered_set<std::string> seen;
  for (Setting& setting : parsed) {
    check_left(setting, settable);
    check_right(setting, names);
    if (!seen.insert(setting.is_function ? setting.name + "()" : setting.name).second)
      refuse(setting, fmt::format("{} is set twice", setting.name));
    setting.is_start =
        !setting.is_function && std::find(changing.begin(), changing.end(), setting.name) != changing.end();
    settings.push_back(std::move(setting));
  }
  return resolve(std::move(settings));
}

void check_keep(const ParameterChoice& choice, std::span<const Setting> settings, const Names& names) {
  if (!choice.keep) return;
  std::unordered_set<std::string> seen;
  for (const std::string& name : *choice.keep) {
    if (!seen.insert(name).second) throw Error(ErrorCode::kSetting, fmt::format("--keep: {} stands there twice", name));
    if (!names.is_parameter(name))
      throw Error(ErrorCode::kSetting, fmt::format("--keep: the machine has no parameter {}", name),
                  suggest(name, names.parameters()));
    for (const Setting& setting : settings)
      if (setting.name == name)
        throw Error(ErrorCode::kSetting,
                    fmt::format("--keep: {} cannot stay, it is set by {}{}", name, setting.source, setting.text));
  }
}

// "body rod, mass"
std::string describe(std::string_view section, std::string_view element, std::string_view key) {
  std::string text(singular(section));
  if (!element.empty()) text += fmt::format(" {}", element);
  if (!key.empty()) text += fmt::format(", {}", key);
  return text;
}

// Throws Error that names the assignment after which a formula has no value.
Expr put_in(Expr formula, std::span<const Setting> settings, const Substitution& all, const std::string& place) {
  try {
    return substitute(formula, all);
  } catch (const Error& error) {
    for (const Setting& setting : settings) {
      try {
        substitute(formula, to_substitution({&setting, 1}));
      } catch (const Error& own) {
        refuse(setting, fmt::format("{}: {}", place, own.message));
      }
    }
    std::vector<std::string_view> texts;
    for (const Setting& setting : settings) texts.push_back(setting.text);
    throw Error(error.code,
                fmt::format("{}{}: {}: {}", settings.front().source, fmt::join(texts, ", "), place, error.message));
  }
}

void start_at(Model& model, const std::string& name, Expr value) {
  for (Parameter& parameter : model.parameters)
    if (parameter.name == name) return void(parameter.value = value);
  model.parameters.push_back({name, value, "", ""});
}

void apply_settings(Model& model, std::span<const Setting> settings) {
  const Substitution all = to_substitution(settings);
  replace_formulas(model, [&](std::string_view section, std::string_view element, std::string_view key, Expr formula) {
    return put_in(formula, settings, all, describe(section, element, key));
  });
  auto is_set = [&](const auto& element) { return all.symbols.contains(make_symbol(element.name)); };
  std::erase_if(model.parameters, is_set);
  std::erase_if(model.inputs, is_set);
  std::erase_if(model.functions, [&](const std::string& name) { return all.functions.contains(name); });
  for (LoadElement& load : model.loads)  // what is pressed by a chosen force needs no reaction
    if (load.reaction != kNone && !(load.friction.normal == make_symbol(reaction_name(load)))) load.reaction = kNone;
  for (const Setting& setting : settings)
    if (setting.is_start) start_at(model, setting.name, setting.value.body);
}

// Puts in the values of all parameters that do not stay, in terms of those that do. Those that events set stay.
void fold(Model& model, std::vector<std::string> keep) {
  const std::vector<std::string> changing = event_parameters(model);
  keep.insert(keep.end(), changing.begin(), changing.end());
  Model kept_open = model;
  for (Parameter& parameter : kept_open.parameters)
    if (std::find(keep.begin(), keep.end(), parameter.name) != keep.end()) parameter.value.reset();
  const Substitution values{parameter_values(kept_open), {}};
  replace_formulas(model, [&](auto, auto, auto, Expr formula) { return substitute(formula, values); });
  std::erase_if(model.parameters, [&](const Parameter& p) { return values.symbols.contains(make_symbol(p.name)); });
}

// Mistakes that the choice made.
void check_result(const Model& model, const Model& result, const std::string& choice) {
  const std::vector<Finding> mistakes = find_mistakes(result);
  if (mistakes.empty()) return;
  const std::vector<Finding> before = find_mistakes(model);
  auto is_old = [&](const Finding& mistake) {
    return std::any_of(before.begin(), before.end(), [&](const Finding& old) {
      return old.message == mistake.message && old.path.section == mistake.path.section &&
             old.path.element == mistake.path.element && old.path.key == mistake.path.key;
    });
  };
  for (const Finding& mistake : mistakes) {
    if (is_old(mistake)) continue;
    const ModelPath& path = mistake.path;
    throw Error(mistake.code, fmt::format("{}: {}", describe(path.section, path.element, path.key), mistake.message),
                fmt::format("the model file is right; this comes from {}", choice));
  }
}

}  // namespace

ParameterChoice choose(const SpecialCase& special) {
  ParameterChoice choice;
  choice.source = fmt::format("case {}: ", special.name);
  for (const SpecialCase::Setting& setting : special.settings)
    choice.set.push_back(fmt::format("{} = {}", setting.name, setting.value));
  return choice;
}

void require_settable(const Model& model, const ParameterChoice& choice) { read_settings(model, choice, Names(model)); }

Model specialise(const Model& model, const ParameterChoice& choice) {
  const Names names(model);
  const std::vector<Setting> settings = read_settings(model, choice, names);
  check_keep(choice, settings, with_new_names(names, settings));
  const std::string source =
      choice.set.empty() ? "--keep" : fmt::format("{}{}", choice.source, fmt::join(choice.set, ", "));
  Model result = model;
  result.cases.clear();
  apply_settings(result, settings);
  try {
    if (choice.keep) fold(result, *choice.keep);
  } catch (const Error& error) {
    throw Error(error.code, error.message, fmt::format("the model file is right; this comes from {}", source));
  }
  check_result(model, result, source);
  return result;
}

}  // namespace kinemate
