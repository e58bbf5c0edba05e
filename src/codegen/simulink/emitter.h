// The differential equation of a machine → Simulink: an S-function in C, and text for a MATLAB Function block.
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <prefix>_sfun.c with the C of its programs, build_sfun.m, <prefix>_block.m and README.md. Throws Error where the
/// first program is another than `ode`.
Emitter generate_simulink;

}  // namespace kinemate
