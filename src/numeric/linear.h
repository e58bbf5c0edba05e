// Linear equations A x = b: one right side or several, as the columns of b.
//
// Rows and columns are scaled before a matrix is judged, so that metres beside radians do not make it look singular.
// All throw Error (kNumerical) for entries that are not finite, and for a singular matrix where one may not be.
// Sparse square systems that are solved many times: numeric/sparse_lu.h.
#pragma once

#include <Eigen/Core>

#include "numeric/sparse_matrix.h"

namespace kinemate {

/// x of a square system, by LU with partial pivoting. A singular matrix is refused with the columns that depend on
/// each other.
Eigen::MatrixXd solve(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// x for a symmetric positive definite matrix, by Cholesky. Reads the lower triangle only. A matrix that is not
/// positive definite is refused with the first column at which it shows.
Eigen::MatrixXd solve_positive_definite(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

struct LeastSquaresOptions {
  /// Changes results: pivots below this times the largest one count as zero. 1e-9 stands between the error of a
  /// configuration that was itself computed, 1e-12, and the smallest lever arms that machines have.
  double rank_tolerance = 1e-9;
};

/// Of all x that make ‖A x - b‖ smallest the one with the smallest norm, by a complete orthogonal decomposition.
/// Any shape, any rank.
Eigen::MatrixXd solve_least_squares(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                                    const LeastSquaresOptions& options = {});
Eigen::MatrixXd solve_least_squares(const SparseMatrix& a, const Eigen::MatrixXd& b,
                                    const LeastSquaresOptions& options = {});

}  // namespace kinemate
