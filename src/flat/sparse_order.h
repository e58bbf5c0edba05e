// Elimination in an order that asks for no structure: pivots with little fill-in that are not small.
//
// H. Markowitz (1957): of the coefficients that are no smaller than a tenth of the largest of their column at all
// sampled points, rows scaled, the one with the least (entries of the row - 1)*(entries of the column - 1); among equal
// ones 1 and -1 before other numbers before formulas.
#pragma once

#include "flat/elimination.h"

namespace kinemate {

/// Goes on until no coefficient is left; then rows without a pivot have none.
void eliminate_sparsely(Elimination& elimination, SampledValues& samples);

}  // namespace kinemate
