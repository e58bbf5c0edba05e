// Programs → MATLAB and GNU Octave: a function file for each, and scripts that use them.
//
// A function file runs the program's schedule without loops; long ones are cut into local functions. It needs no
// toolbox, keeps nothing from call to call, never gives complex numbers, and is written in the part of the language
// that MATLAB's code generators take.
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <prefix>_<what>.m for each program, run_example.m, simulate.m where the first is a differential equation, and
/// README.md.
Emitter generate_matlab;

}  // namespace kinemate
