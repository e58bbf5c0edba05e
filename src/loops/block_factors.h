// One block of linear equations on formulas, ready to be solved for any right side: B x = b and Bᵀ λ = r.
//
// In a square block of more than three unknowns those are eliminated first that stand somewhere with the factor 1 or
// −1, which never vanishes: rolling contacts and guides have such. Up to three unknowns that are left are solved by
// Cramer's rule, more, and blocks with more rows than unknowns, by the normal equations, whose pivots are positive.
#pragma once

#include <vector>

#include "expr/expr.h"
#include "recursion/algorithms/mass_factors.h"

namespace kinemate {

class BlockFactors {
 public:
  /// Rows of entries, at least as many as columns.
  explicit BlockFactors(std::vector<std::vector<Expr>> entries);

  std::vector<Expr> solve(std::vector<Expr> right) const;
  /// The shortest λ where there are more rows than columns.
  std::vector<Expr> solve_transposed(std::vector<Expr> right) const;

 private:
  // Row `row` gives the unknown `column`; others have been freed of it by subtracting multiples of that row.
  struct UnitPivot {
    std::size_t row, column;
    Expr sign;
    std::vector<Expr> multiples;  // by rows
  };
  void eliminate_units();
  bool find_unit(std::size_t& row, std::size_t& column) const;
  std::vector<Expr> solve_rest(const std::vector<Expr>& right) const;
  std::vector<Expr> solve_rest_transposed(std::vector<Expr> right) const;

  std::vector<std::vector<Expr>> entries_;  // after the elimination
  std::vector<UnitPivot> units_;
  std::vector<std::size_t> rows_, columns_;  // that are left
  std::vector<std::vector<Expr>> inverse_;   // of what is left, where it is small
  MassFactors<Expr> normal_;                 // of others: BᵀB
};

}  // namespace kinemate
