#include "model/checks/name_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

#include "expr/function.h"
#include "expr/text/lexer.h"
#include "model/joints/joint.h"

namespace kinemate {
namespace {

// pi, and what formulas call: also sqrt, ceil and real, which are made of other functions.
bool is_taken_by_formulas(std::string_view name) {
  const auto functions = function_names();  // sorted
  return name == "pi" || std::binary_search(functions.begin(), functions.end(), name);
}

class NameChecker {
 public:
  explicit NameChecker(const Model& model) : model_(model) {}

  std::vector<Finding> run() {
    check_names();
    return std::move(findings_);
  }

 private:
  void add(ModelPath path, ErrorCode code, std::string message, std::string hint = {}, std::string symbol = {}) {
    findings_.push_back({std::move(path), code, std::move(message), std::move(hint), std::move(symbol)});
  }

  void check_symbol_name(const ModelPath& path, const std::string& name, std::string_view what) {
    const std::string listed = path.element.empty() || !path.key.empty() ? name : "";  // it stands in a list of names
    if (name == "t") {
      add(path, ErrorCode::kImpossibleName, fmt::format("{} cannot be called t: that is the time", what), {}, listed);
    } else if (is_taken_by_formulas(name)) {
      add(path, ErrorCode::kImpossibleName,
          fmt::format("{} cannot be called {}: formulas know it as something else", what, name), {}, listed);
    } else if (!is_name(name)) {
      add(path, ErrorCode::kImpossibleName,
          fmt::format("'{}' cannot be the name of {}: formulas could not refer to it", name, what),
          "letters, digits and underscores, no digit first", listed);
    }
    const auto [first, fresh] = symbols_.emplace(name, what);
    if (!fresh) {
      add(path, ErrorCode::kNameTaken,
          first->second == what
              ? fmt::format("{} is already the name of another {}", name, what.substr(what.find(' ') + 1))
              : fmt::format("{} is the name of {} and of {}", name, first->second, what),
          "each name in formulas means one thing", listed);
    }
  }

  void check_element_name(std::string_view section, const std::string& name, std::set<std::string>& taken) {
    const ModelPath path{std::string(section), name, ""};
    const bool reserved = name == "world" || name == "inertial" || name == "body";
    if (name.empty() || name.find(':') != std::string::npos)
      add(path, ErrorCode::kImpossibleName, fmt::format("'{}' cannot be the name of a {}", name, singular(section)),
          "a name is not empty and has no colon");
    if (reserved)
      add(path, ErrorCode::kImpossibleName,
          fmt::format("a {} cannot be called {}: that name is taken", singular(section), name));
    if (!taken.insert(name).second)
      add(path, ErrorCode::kNameTaken, fmt::format("{} is already the name of another body or frame", name));
  }

  // The name is made of the load's own, which may be any text.
  void check_reaction_name(const LoadElement& load) {
    if (!load.friction.coefficient) return;
    const std::string name = reaction_name(load);
    if (is_name(name)) return check_symbol_name({"loads", load.name, ""}, name, "a reaction force");
    add({"loads", load.name, ""}, ErrorCode::kImpossibleName,
        fmt::format("the reaction force of this load would be called '{}': formulas could not refer to it", name),
        "give the load a name of letters, digits and underscores");
  }

  void check_names() {
    std::set<std::string> places;
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) check_element_name("bodies", model_.bodies[i].name, places);
    for (const NamedFrame& frame : model_.frames) check_element_name("frames", frame.name, places);
    for (const Parameter& parameter : model_.parameters)
      check_symbol_name({"parameters", parameter.name, ""}, parameter.name, "a parameter");
    for (const Input& input : model_.inputs)
      if (!input.of_load) check_symbol_name({"inputs", "", ""}, input.name, "an input");
    for (const LoadElement& load : model_.loads) check_reaction_name(load);
    for (const std::string& name : model_.functions)
      if (!is_name(name) || is_taken_by_formulas(name))
        add({"functions", "", ""}, ErrorCode::kImpossibleName,
            fmt::format("'{}' cannot be the name of an unspecified function", name), {}, name);
    std::vector<std::string> owner(model_.coordinates.size());
    for (const Joint& joint : model_.joints)
      for (std::size_t index : joint.coordinates)
        if (owner[index].empty()) owner[index] = joint.name;
    for (std::size_t i = 0; i < model_.coordinates.size(); ++i) {
      const bool listed = i < model_.listed_coordinates;
      const ModelPath path = listed ? ModelPath{"coordinates", "", ""} : ModelPath{"joints", owner[i], "coordinates"};
      check_symbol_name(path, model_.coordinates[i].name, "a coordinate");
    }
    for (const Joint& joint : model_.joints)
      for (const std::string& name : named_speeds(joint))
        check_symbol_name({"joints", joint.name, "speeds"}, name, "a speed");
    for (const LoadElement& load : model_.loads) {
      for (const LoadState& state : load.states)
        check_symbol_name({"loads", load.name, "states"}, state.name, "a state");
      if (load.type == LoadType::kLine)
        check_symbol_name({"loads", load.name, "distance"}, load.distance, "a distance");
    }
  }

  const Model& model_;
  std::unordered_map<std::string, std::string_view> symbols_;  // names seen so far, and of what
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_name_mistakes(const Model& model) { return NameChecker(model).run(); }

}  // namespace kinemate
