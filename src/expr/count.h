// What a formula costs: operations by class, counted once per shared part or as written out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// Operations of a straightforward evaluation. a - b is one addition, a/b one division, x^n the multiplications of
/// repeated squaring, -x one negation unless it is added to something.
struct OperationCount {
  double additions = 0;
  double negations = 0;
  double multiplications = 0;
  double divisions = 0;
  double square_roots = 0;
  double powers = 0;       ///< with exponents other than integers and halves
  double calls = 0;        ///< functions, built in or not
  double selections = 0;   ///< if, min, max, abs, sign, step
  double comparisons = 0;  ///< and connectives

  double total() const {
    return additions + negations + multiplications + divisions + square_roots + powers + calls + selections +
           comparisons;
  }
};

/// What "short" means: additions, negations, multiplications and comparisons 1, divisions 4, square roots 6, other
/// powers and calls 15. Shared parts count once.
double cost(std::span<const Expr> formulas);

/// The cost of a node's own operation, its operands given; a negation is free.
double operation_cost(Expr node);

/// Shared parts, also across formulas, count once.
OperationCount count_shared(std::span<const Expr> formulas);

/// Shared parts count wherever they stand, as if the formulas were written out.
OperationCount count_written_out(std::span<const Expr> formulas);

/// Of each formula by itself: nodes with operands, counted wherever they stand. One pass for all formulas.
std::vector<double> written_out_sizes(std::span<const Expr> formulas);

/// Distinct nodes.
std::size_t count_nodes(std::span<const Expr> formulas);

}  // namespace kinemate
