// Decompositions of Eigen that many tests use as a second opinion, compiled once: each takes seconds.
#pragma once

#include <Eigen/Core>

namespace kinemate::dense {

/// By LU with full pivoting.
Eigen::VectorXd solve(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
/// The reciprocal of the condition number.
double rcond(const Eigen::MatrixXd& a);
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& a);
/// Of a symmetric matrix, ascending. Reads the lower triangle.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);

}  // namespace kinemate::dense
