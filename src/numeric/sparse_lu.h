// Sparse square systems that are solved again and again with one pattern and other values: KLU as a value.
//
// Method: the matrix is permuted to block triangular form, each block ordered once for little fill, then decomposed
// with partial pivoting. T. A. Davis and E. Palamadai Natarajan, "Algorithm 907: KLU", ACM TOMS 37 (2010).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "numeric/sparse_matrix.h"

namespace kinemate {

/// Invariant: after a factor() or refactor() that returned, the matrix is nonsingular to working precision.
class SparseLu {
 public:
  /// Analyses the pattern of a square matrix; its values do not matter. Throws Error (kNumerical) where every matrix of
  /// this pattern is singular.
  explicit SparseLu(const SparseMatrix& pattern);
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;
  ~SparseLu();

  /// Decomposes `a` with new pivots. Throws Error (kNumerical) if it is singular, the column named, or not finite.
  /// REQUIRES: the pattern of the constructor, zeros stored where it has entries.
  void factor(const SparseMatrix& a);

  /// The same with the pivots of the last factor(), several times faster; chooses new ones where the old ones would
  /// lose digits.
  void refactor(const SparseMatrix& a);

  /// x of A x = b; one right side a column. REQUIRES: a factor() that returned.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace kinemate
