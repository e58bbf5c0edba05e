// The outputs of a machine (`outputs` in model files) as formulas of its state.
#pragma once

#include "program/translate.h"
#include "study/programs/program_arrays.h"

namespace kinemate {

/// y: each output, vectors by their three components. Accelerations of points hold the rates of the speeds, symbols
/// with one prime more.
OutputFormulas make_model_outputs(const ProgramSource& machine);

/// Whether the rates of the speeds stand in formulas.
bool hold_accelerations(const ProgramSource& machine, std::span<const Expr> formulas);

}  // namespace kinemate
