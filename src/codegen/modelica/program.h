// Programs made ready for flat equations.
#pragma once

#include "program/program.h"

namespace kinemate {

/// What all of them compute, in one program: the first with the results of the others behind its own, and with these
/// inputs (codegen/shared_inputs.h).
Program join_programs(std::span<const Program> programs, std::vector<Array> inputs);

/// The same by functions that stand in equations of Modelica; those that Modelica has not at all are left.
Program with_modelica_functions(const Program& program);

}  // namespace kinemate
