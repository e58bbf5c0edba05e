// The shortest program of a machine that is known: from its equations as derived, or simplified first.
#pragma once

#include "program/optimize.h"
#include "study/machine_program.h"

namespace kinemate {

/// After all passes, whichever costs less. The passes begin with the equations as derived. `request.simplified` is not
/// looked at. Throws as make_machine_program does.
Optimized make_shortest_program(const Model& model, const ProgramRequest& request, const Progress& progress);

}  // namespace kinemate
