// What may be given for a state of a machine: left = value.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/formulas.h"
#include "model/kinematics.h"

namespace kinemate {

/// One `left = value` of a user.
struct Given {
  Expr left;   ///< a symbol, or a call of an unspecified function as it stands in the machine
  Expr value;  ///< a formula of parameters
};

/// The names of a machine that can be given a value.
struct GivenNames {
  std::unordered_map<std::string, Role> roles;            ///< undeclared parameters among them
  std::vector<Expr> symbols;                              ///< t, parameters, inputs, coordinates, speeds, states
  std::vector<std::string> functions;                     ///< unspecified ones
  std::unordered_map<Expr, std::vector<Expr>> speeds_of;  ///< for rates that are no speeds: the speeds they follow
  std::unordered_map<std::string, bool> driven;           ///< whether a coordinate is
};

/// Speeds of joints, whether independent or not; where loops are closed, those whose values are known.
std::vector<Expr> all_speeds(const Kinematics& kinematics);

GivenNames find_given_names(const Model& model, const Kinematics& kinematics);

/// Throws Error for a left side that is none of the names, and for a value that is no formula of parameters.
void require_givable(const GivenNames& names, const Given& given);

/// Throws Error for a value that holds anything but parameters.
void require_constant(const GivenNames& names, const Given& given);

/// The Error for a name that is none of `known`, with the nearest of these.
[[noreturn]] void refuse_name(const std::string& message, const std::string& name, std::span<const Expr> known);

/// The model with the values that parameters are given, which are taken out of the lists; names that are new in values
/// are open parameters of it. Throws Error as require_givable() does.
Model with_given_parameters(const Model& model, std::initializer_list<std::vector<Given>*> lists);

}  // namespace kinemate
