// Sparse orthogonal decomposition A P = Q R with the dependent columns found on the way: SuiteSparseQR as a value.
//
// Method: multifrontal Householder QR; a column whose remainder is no longer than a tolerance is taken to depend on the
// columns before it (Heath). T. A. Davis, "Algorithm 915, SuiteSparseQR", ACM TOMS 38 (2011).
// The rank so found may be too large: compute_rank (numeric/rank.h) looks at singular values as well.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "numeric/sparse_matrix.h"

namespace kinemate {

class SparseQr {
 public:
  /// A column is dependent where its remainder has a 2-norm of at most `tolerance`; with 0 where nothing is left.
  /// Throws Error (kNumerical) if an entry is not finite.
  SparseQr(const SparseMatrix& a, double tolerance);
  SparseQr(SparseQr&&) noexcept;
  SparseQr& operator=(SparseQr&&) noexcept;
  ~SparseQr();

  Eigen::Index rank() const { return r11_.rows(); }

  /// Columns of A in the order of R = [R11 R12]: first the independent ones, then those that depend on them.
  const std::vector<Eigen::Index>& columns() const { return columns_; }

  const SparseMatrix& r() const { return r_; }      ///< [R11 R12] (rank x columns)
  const SparseMatrix& r11() const { return r11_; }  ///< upper triangle (rank x rank)

  /// Frobenius norm of what was neglected in dependent columns.
  double neglected() const { return neglected_; }

  Eigen::MatrixXd q_times(const Eigen::MatrixXd& x) const;             ///< Q x
  Eigen::MatrixXd q_transposed_times(const Eigen::MatrixXd& x) const;  ///< Qᵀ x

 private:
  struct Householder;
  std::unique_ptr<Householder> q_;
  SparseMatrix r_, r11_;
  std::vector<Eigen::Index> columns_;
  double neglected_ = 0;
};

/// R11⁻¹ b and R11⁻ᵀ b.
Eigen::MatrixXd solve_r11(const SparseQr& qr, const Eigen::MatrixXd& b);
Eigen::MatrixXd solve_r11_transposed(const SparseQr& qr, const Eigen::MatrixXd& b);

/// (P x)ₖ: entries in the order of R brought to the order of the columns of A, and back.
Eigen::MatrixXd to_column_order(const SparseQr& qr, const Eigen::MatrixXd& x);
Eigen::MatrixXd from_column_order(const SparseQr& qr, const Eigen::MatrixXd& x);

}  // namespace kinemate
