// Programs → Julia: a module for each, an example, and for `ode` a simulation; none needs a package.
//
// Functions take numbers of any type, so that ForwardDiff.jl and others go through them, and come in the form that
// solvers of SciML call.
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <prefix>_<what>.jl for each program, example.jl, README.md; of `ode`: simulate.jl.
Emitter generate_julia;

}  // namespace kinemate
