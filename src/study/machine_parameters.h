// The base parameters of a machine for people and programs: found, written as sums, in numbers.
#pragma once

#include <optional>
#include <string>

#include "formalism/parameters/base_parameters.h"

namespace kinemate {

struct MachineParameters {
  MachineLinks links;  ///< constants rounded
  BaseParameters parameters;
};

/// REQUIRES: the machine has no obstacle (formalism/links/links.h).
MachineParameters find_parameters(const Model& model, const Kinematics& kinematics);

/// The same of any model. Throws Error for closed loops, constraints and what else is an obstacle.
MachineParameters find_parameters(const Model& model);

/// A base parameter as sum of standard parameters: its own first, those with one factor together.
struct RegroupedTerm {
  Expr factor;
  std::vector<Expr> symbols;
};
std::vector<RegroupedTerm> regrouped_terms(const BaseParameters& parameters, const BaseParameter& base);

/// These as text; factors of rounding are left out.
std::string regrouped_text(const BaseParameters& parameters, const BaseParameter& base);

/// The value of a base parameter as the model has it; none where parameters of the model are open.
std::vector<std::optional<double>> values_of(const Model& model, const BaseParameters& parameters);

}  // namespace kinemate
