// A model of a Modelica file as one flat list of equations: components become names with dots, connections equations.
//
// Of each set of connected connectors, potentials are equal and flows add up to zero; flows of a class's own connectors
// count with the other sign inside of it, and those of connectors that nobody connects are zero (Modelica Language
// Specification, 9.2). Variables that stand in der(x) are known, since whoever integrates knows them; der(x) is the
// unknown x'.
#pragma once

#include <vector>

#include "flat/flat_system.h"
#include "model_io/modelica/class.h"

namespace kinemate {

/// A system with the bytes of the file where its parts stand, in their order.
struct ModelicaSystem {
  FlatSystem system;
  std::vector<std::size_t> known_offsets, unknown_offsets, equation_offsets;
};

/// The last model of the file. Mistakes are added to `notes`; `text` is the file.
ModelicaSystem flatten_modelica(const std::vector<ModelicaClass>& classes, std::string_view text,
                                std::vector<TextNote>& notes);

}  // namespace kinemate
