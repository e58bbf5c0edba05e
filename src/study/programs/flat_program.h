// A solved list of equations as a program: from what is known to what was looked for.
#pragma once

#include "flat/solve.h"
#include "program/optimize.h"

namespace kinemate {

/// Inputs u: what varies, p: other known symbols that are left; outputs x: the unknowns with these numbers. All passes
/// are run; of long programs only those that take linear time. REQUIRES: the solution has values.
Optimized make_flat_program(const FlatSystem& system, const FlatSolution& solution,
                            const std::vector<std::size_t>& unknowns);

/// Numbers to try it on: values of what is known, 1 where there is none.
std::vector<double> example_inputs(const FlatSystem& system);

}  // namespace kinemate
