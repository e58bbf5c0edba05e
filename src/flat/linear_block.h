// The equations of a block as A x = b, coefficients as formulas.
//
// Each equation is gone through once, from its result to its symbols: what arrives at an unknown is its coefficient.
#pragma once

#include <utility>

#include "flat/blocks.h"
#include "flat/sampled_values.h"

namespace kinemate {

struct LinearRow {
  std::vector<std::pair<std::size_t, Expr>> entries;  ///< column and coefficient, ascending, none of them 0
  Expr right;                                         ///< b
};

struct LinearBlock {
  std::vector<std::size_t> equations, unknowns;  ///< what rows and columns are, by their numbers in the system
  std::vector<LinearRow> rows;
};

/// Unknowns of other blocks are put in as `solved` has them. Throws Error where an equation is not linear in the
/// unknowns of the block, with its place.
LinearBlock make_linear_block(const FlatSystem& system, const FlatBlock& block,
                              const std::unordered_map<Expr, Expr>& solved, SampledValues& samples);

}  // namespace kinemate
