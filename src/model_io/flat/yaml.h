// Lists of equations in YAML: name, parameters, unknowns, equations. The form is described in docs/flat_equations.md.
#pragma once

#include <string>

#include "model_io/flat/reading.h"

namespace kinemate {

/// The equations in a YAML text; `source` is what messages call it.
FlatReading read_flat_yaml(std::string text, const std::string& source);

}  // namespace kinemate
