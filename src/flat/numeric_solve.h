// The same equations in numbers: block by block with sparse LU, which chooses its pivots by their size.
#pragma once

#include "expr/evaluate.h"
#include "flat/blocks.h"

namespace kinemate {

/// Values of the unknowns where the known symbols have these. Throws Error where the system is not determined, not
/// linear in a block or singular there, or a formula has no value.
std::vector<double> solve_numerically(const FlatSystem& system, const Values& known);

/// The values of what is known, as far as they are given: numbers, and formulas of numbers.
Values values_of_known(const FlatSystem& system);

}  // namespace kinemate
