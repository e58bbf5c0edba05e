// A machine as one flat model of Modelica: a variable and a scalar equation for every abbreviation.
//
// The subset is the one that `kinemate solve` reads (docs/flat_equations.md). Functions that Modelica has not are
// written by those that it has.
#pragma once

#include <string>

#include "codegen/target.h"

namespace kinemate {

struct ModelicaFlat {
  std::string text;
  bool library = false;  ///< needs Modelica's standard library
};

/// The differential equation is the first program, the machine's outputs are the second, if there is one.
ModelicaFlat write_modelica_flat_model(std::span<const Program> programs, std::string_view name,
                                       std::span<const double> example);

}  // namespace kinemate
