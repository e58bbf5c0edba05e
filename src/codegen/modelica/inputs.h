// What goes into the programs of a machine, as variables of a Modelica model.
//
// Of the arrays, t is the time and x the state; entries of p and b (base parameters) are parameters, and whatever else
// goes in is an input of the model.
#pragma once

#include <string>
#include <vector>

#include "codegen/names.h"
#include "codegen/target.h"

namespace kinemate {

struct ModelicaVariable {
  enum class Role { kTime, kState, kParameter, kInput };

  std::string name;
  std::string remark;  ///< behind its declaration, with a blank before it; may be empty
  Role role = Role::kInput;
  double value = 0;  ///< of a parameter; of states and inputs: to begin with
};

struct ModelicaInputs {
  std::vector<Array> arrays;                             ///< of all programs (codegen/shared_inputs.h)
  std::vector<std::vector<ModelicaVariable>> variables;  ///< for each, its entries
};

/// `example` are the inputs of the first program.
ModelicaInputs make_modelica_inputs(std::span<const Program> programs, std::span<const double> example,
                                    CodeNames& names);

/// The declaration of a parameter or an input, or of a state by itself; empty for the time.
std::string declare(const ModelicaVariable& variable);

}  // namespace kinemate
