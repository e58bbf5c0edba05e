// What reductions by several thresholds leave, cost and change.
#pragma once

#include "study/derivation.h"
#include "study/reduction/safe_reduction.h"

namespace kinemate {

struct ReductionRow {
  SafeReduction reduction;
  double operations = 0;  ///< of M, k and τ after all passes
};

struct ReductionTable {
  std::size_t terms = 0;  ///< before
  std::vector<ReductionRow> rows;
};

/// Throws Error where ranges are missing.
ReductionTable make_reduction_table(const Reducible& reducible, std::span<const Threshold> thresholds,
                                    std::size_t states, const Progress& progress);
ReductionRow make_reduction_row(const Reducible& reducible, SafeReduction reduction);

}  // namespace kinemate
