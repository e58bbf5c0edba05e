// A machine as a model of Modelica: states, parameters and inputs by their names; the rates of the states are a call of
// the differential equation's function.
#pragma once

#include <string>

#include "codegen/target.h"

namespace kinemate {

/// `model Machine`. The differential equation is the first program, the machine's outputs are the second, if there is
/// one. `functions`: what they are called in the package around the model. (programs)
std::string write_modelica_model(std::span<const Program> programs, std::span<const std::string> functions,
                                 std::span<const double> example);

}  // namespace kinemate
