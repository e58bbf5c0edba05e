// The error for a block whose equations depend on each other: which ones, and whether they contradict each other.
#pragma once

#include "flat/elimination.h"

namespace kinemate {

/// Does nothing where every row has its pivot.
void refuse_singular(const FlatSystem& system, const LinearBlock& block, const Elimination& elimination,
                     SampledValues& samples);

}  // namespace kinemate
