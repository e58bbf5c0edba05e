// Programs → Modelica: functions in a package; of a machine's differential equation a model that calls them, and a flat
// model of scalar equations.
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <Prefix>.mo, with the differential equation as first program <Prefix>Flat.mo too, example.mos and README.md. Throws
/// Error for functions and numbers that Modelica has not.
Emitter generate_modelica;

}  // namespace kinemate
