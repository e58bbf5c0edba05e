// Linear equations B_D x = b on formulas, in blocks one after the other: straight-line code that divides by nothing
// that is zero where B_D is regular.
//
// Rows and columns are brought into block triangular form (matching, then strongly connected parts: I. S. Duff and
// J. K. Reid, "An implementation of Tarjan's algorithm for the block triangularization of a matrix", ACM TOMS 4, 1978).
// Each is solved for itself (loops/block_factors.h). Rows that follow from others may be among those with more rows
// than unknowns: with consistent right sides all are met.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "expr/expr.h"
#include "loops/block_factors.h"

namespace kinemate {

struct SolverBlock {
  std::vector<std::size_t> rows;     ///< of B
  std::vector<std::size_t> columns;  ///< unknowns
};

using FormulaRow = std::vector<std::pair<std::size_t, Expr>>;  ///< entries with their columns

/// The blocks of rows and columns; `rows` have entries only where they are not zero. `kept` are as many independent
/// rows as there are columns, `further` follow from them. REQUIRES: the kept rows can be matched with the columns.
std::vector<SolverBlock> find_blocks(std::span<const std::vector<std::size_t>> rows, std::span<const std::size_t> kept,
                                     std::span<const std::size_t> further, std::span<const std::size_t> columns);

class BlockSolver {
 public:
  BlockSolver() = default;
  BlockSolver(std::vector<FormulaRow> rows, std::vector<SolverBlock> blocks);

  const std::vector<SolverBlock>& blocks() const { return blocks_; }

  /// x by columns of B; those that are no unknowns are 0. `right` is by rows.
  std::vector<Expr> solve(const std::vector<Expr>& right, std::size_t columns) const;
  /// λ of B_Dᵀ λ = r, by rows; the shortest one where rows follow from others. `right` is by columns.
  std::vector<Expr> solve_transposed(const std::vector<Expr>& right) const;

 private:
  Expr entry(std::size_t row, std::size_t column) const;

  std::vector<FormulaRow> rows_;
  std::vector<SolverBlock> blocks_;
  std::vector<BlockFactors> factors_;
};

}  // namespace kinemate
