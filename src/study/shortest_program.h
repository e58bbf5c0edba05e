// The shortest program of a machine that is known: from its equations as derived, or simplified first.
#pragma once

#include "program/optimize.h"
#include "study/machine_program.h"

namespace kinemate {

/// After all passes, whichever costs least: the equations as derived; simplified; simplified and, where they are short,
/// what is computed of them simplified too. The first pass is "as derived". Throws as make_machine_program does.
Optimized make_shortest_program(const Model& model, const ProgramRequest& request, const Progress& progress);

}  // namespace kinemate
