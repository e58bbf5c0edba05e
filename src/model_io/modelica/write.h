// Lists of equations to flat Modelica.
#pragma once

#include <string>

#include "flat/flat_system.h"

namespace kinemate {

/// A model that read_modelica reads back to the same system, places aside, as far as Modelica has its functions
/// (expr/text/modelica_text.h). What varies is written as input, other knowns as parameters. Names that are none in
/// Modelica stand in quotes. Throws Error where a formula cannot be written.
std::string write_modelica_flat(const FlatSystem& system);

}  // namespace kinemate
