// Balancing: coordinates in which rows and columns of a matrix are of like size.
//
// A state has metres beside radians beside speeds, and stiffnesses of 1e9 make eigenvalues of a matrix as it stands
// uncertain by 1e-16 of the largest entry, which is no frequency at all. In balanced coordinates they are uncertain by
// 1e-16 of about the largest frequency.
// E. E. Osborne, "On pre-conditioning of matrices", J. ACM 7 (1960); in the 2-norm and with the diagonal, after
// R. James, J. Langou, B. R. Lowery, "On matrix balancing and eigenvector computation", arXiv:1401.5766 (2014): without
// the diagonal, entries that are mere rounding would be scaled up. No permutations.
#pragma once

#include <Eigen/Core>

namespace kinemate {

struct BalancedMatrix {
  Eigen::MatrixXd matrix;  ///< D⁻¹ A D, without rounding
  Eigen::VectorXd scale;   ///< diagonal of D, powers of two: eigenvectors of A are D times those of `matrix`
};

/// REQUIRES: A is square and finite.
BalancedMatrix balance_matrix(const Eigen::MatrixXd& a);

}  // namespace kinemate
