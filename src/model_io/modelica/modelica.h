// Modelica files to lists of equations: flat models, and models of components with connectors.
// What of Modelica is read stands in docs/flat_equations.md; everything else is refused by its name.
#pragma once

#include <string>

#include "model_io/flat/reading.h"

namespace kinemate {

/// The last model in a Modelica text; `source` is what messages call it.
FlatReading read_modelica(const std::string& text, const std::string& source);

}  // namespace kinemate
