// Rank, null space and redundant rows, for matrices whose entries carry errors.
//
// Dense: singular values. Sparse: QR with dependent columns set aside (numeric/sparse_qr.h), then inverse iteration on
// R for the small singular values that such a QR may overlook. After L. V. Foster and T. A. Davis, "Algorithm 933:
// reliable calculation of numerical rank, null space bases, pseudoinverse solutions, and basic solutions using
// SuiteSparseQR", ACM TOMS 40 (2013); here the second QR is made only where the first one is in doubt.
// All throw Error (kNumerical) for entries that are not finite. Rows of very different units: scale them first.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "numeric/sparse_matrix.h"

namespace kinemate {

struct RankOptions {
  /// Changes results: singular values of at most this times the largest one count as zero. 1e-9 stands between the
  /// error of a configuration that was itself computed, 1e-12, and the smallest lever arms that machines have.
  double tolerance = 1e-9;
};

/// The rank and how sure it is: the wider the gap between what was kept and what was dropped, the surer.
/// Of a sparse matrix `largest` is good to some percent, `smallest_kept` is at most a tenth larger than the singular
/// value it stands for and may be smaller, and `largest_dropped` no smaller than it.
struct Rank {
  Eigen::Index rank = 0;
  double largest = 0;          ///< largest singular value; 0 for an empty matrix
  double smallest_kept = 0;    ///< smallest singular value that counts; 0 where none does
  double largest_dropped = 0;  ///< largest singular value that does not count; 0 where all do
};

Rank compute_rank(const Eigen::MatrixXd& a, const RankOptions& options = {});
Rank compute_rank(const SparseMatrix& a, const RankOptions& options = {});

/// Orthonormal columns (a.cols() x a.cols() - rank) that span the x with A x = 0.
Eigen::MatrixXd compute_null_space(const Eigen::MatrixXd& a, const RankOptions& options = {});
Eigen::MatrixXd compute_null_space(const SparseMatrix& a, const RankOptions& options = {});

/// The rows, ascending, without which A has the same rank: a.rows() - rank of them. A row is among them if it depends
/// on rows before it, so first rows are kept.
std::vector<Eigen::Index> find_redundant_rows(const Eigen::MatrixXd& a, const RankOptions& options = {});
std::vector<Eigen::Index> find_redundant_rows(const SparseMatrix& a, const RankOptions& options = {});

}  // namespace kinemate
