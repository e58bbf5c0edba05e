// Decompositions of dense matrices as plain functions. Eigen's are templates that take seconds to compile, so they are
// instantiated here, once. REQUIRES, of all: entries are finite.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace kinemate {

/// A = u · diag(values) · vᵀ with square u and v, values descending.
struct SingularValues {
  Eigen::VectorXd values;
  Eigen::MatrixXd u, v;
};
/// By Jacobi's method: also small values to nearly all of their digits.
SingularValues decompose_singular(const Eigen::MatrixXd& a);

/// Values and v alone, by divide and conquer: for large matrices.
struct RightSingularValues {
  Eigen::VectorXd values;
  Eigen::MatrixXd v;
};
RightSingularValues decompose_right_singular(const Eigen::MatrixXd& a);

/// Of a symmetric matrix, whose lower triangle is read: values ascending, a unit vector in a column for each.
struct SymmetricEigenvalues {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricEigenvalues decompose_symmetric(const Eigen::MatrixXd& a);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);

/// None where the iteration does not converge.
std::optional<Eigen::VectorXcd> eigenvalues(const Eigen::MatrixXd& a);

/// A = u t uᵀ: u orthogonal, t upper triangular but for blocks of two.
struct SchurForm {
  Eigen::MatrixXd t, u;
};
std::optional<SchurForm> decompose_schur(const Eigen::MatrixXd& a);

/// A = Q R: Q has as many columns as A, R is square. REQUIRES: rows ≥ columns.
struct OrthogonalTriangular {
  Eigen::MatrixXd q, r;
};
OrthogonalTriangular decompose_qr(const Eigen::MatrixXd& a);

/// 1, -1, or 0 where a pivot is exactly 0.
int sign_of_determinant(const Eigen::MatrixXd& a);

/// By LU with partial pivoting: infinite entries or NaN where A is singular.
Eigen::MatrixXd inverse(const Eigen::MatrixXd& a);

}  // namespace kinemate
