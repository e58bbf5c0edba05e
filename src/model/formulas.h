// Every formula of a model, with its place in it and with what may stand in it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// A place in a model: bodies, rod1, center.
struct ModelPath {
  std::string section;
  std::string element;  ///< empty: the section itself
  std::string key;      ///< empty: the element itself
};

enum class Allowed {
  kParameters,  ///< parameters: constant
  kTime,        ///< and the time
  kPositions,   ///< and coordinates
  kSources,     ///< and inputs
  kInertia,     ///< coordinates, their rates, speeds and load states, but no inputs: it is differentiated by time
  kMotion       ///< all of these
};

/// What a section's elements are called in messages: "body", "joint", ...
std::string_view singular(std::string_view section);

/// One call for each quantity: its place in the model, its one or more formulas, what may stand in them.
using FormulaVisitor = std::function<void(std::string_view section, std::string_view element, std::string_view key,
                                          std::span<const Expr> formulas, Allowed allowed)>;
void visit_formulas(const Model& model, const FormulaVisitor& visit);

/// Puts what `replace` returns in the place of every formula. The drive of a coordinate that serves several joints is
/// met with each of them.
using FormulaReplacer =
    std::function<Expr(std::string_view section, std::string_view element, std::string_view key, Expr formula)>;
void replace_formulas(Model& model, const FormulaReplacer& replace);

enum class Role { kTime, kParameter, kInput, kCoordinate, kSpeed, kState };

/// "a coordinate", for messages.
std::string_view role_name(Role role);

/// What each name is; where a name is used twice, the first: parameters, inputs, coordinates, speeds, states.
std::unordered_map<std::string, Role> symbol_roles(const Model& model);

/// Names that stand in formulas and are declared nowhere: they count as open parameters. In alphabetical order.
std::vector<std::string> undeclared_parameters(const Model& model);

/// Calls of unspecified functions in all formulas and drives, in the order of compare().
std::vector<Expr> unspecified_calls(const Model& model);

/// Values of all parameters that have one, other parameters put in. Throws Error for a circle.
std::unordered_map<Expr, Expr> parameter_values(const Model& model);

}  // namespace kinemate
