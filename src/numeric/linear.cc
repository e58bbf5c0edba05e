#include "numeric/linear.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "numeric/decompositions.h"
#include "numeric/finite.h"
#include "numeric/sparse_qr.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rounding of an n x n decomposition, relative to its largest entries.
double rounding(Index n) { return static_cast<double>(n) * std::numeric_limits<double>::epsilon(); }

// 1/size as a power of two, which rounds nothing; 1 for zero.
double inverse_power_of_two(double size) { return size > 0 ? std::exp2(-std::ilogb(size)) : 1; }

// Factors that bring the largest entry of each row of a matrix near 1.
VectorXd row_scale(const MatrixXd& a) { return a.rowwise().lpNorm<Eigen::Infinity>().unaryExpr(&inverse_power_of_two); }

// Names the columns that take part in the direction v with A v = 0.
[[noreturn]] void refuse_singular(const MatrixXd& a, const VectorXd& column_scale) {
  const VectorXd direction = (column_scale.asDiagonal() * decompose_singular(a).v.col(a.cols() - 1)).cwiseAbs();
  std::vector<Index> columns;
  for (Index j = 0; j < direction.size(); ++j) {
    if (direction(j) > 1e-6 * direction.maxCoeff()) columns.push_back(j + 1);
  }
  const std::string what = columns.size() == 1
                               ? fmt::format("column {} is zero", columns[0])
                               : fmt::format("columns {} depend on each other", fmt::join(columns, ", "));
  throw Error(ErrorCode::kSingularMatrix, fmt::format("the matrix of a linear system is singular: {}", what));
}

bool is_singular(const Eigen::PartialPivLU<MatrixXd>& lu) {
  return (lu.matrixLU().diagonal().array() == 0).any() || !(lu.rcond() > rounding(lu.rows()));
}

// Whether the leading n x n block of a matrix with diagonal 1 is positive definite beyond rounding.
bool is_definite(const MatrixXd& a, Index n) {
  const Eigen::LLT<MatrixXd> cholesky(a.topLeftCorner(n, n));
  return cholesky.info() == Eigen::Success && cholesky.rcond() > rounding(a.rows());
}

[[noreturn]] void refuse_indefinite(const MatrixXd& a) {
  Index definite = 0;
  for (Index step = a.rows(); step > 0; step /= 2) {  // bisection: leading blocks of a definite block are definite
    while (definite + step < a.rows() && is_definite(a, definite + step)) definite += step;
  }
  throw Error(ErrorCode::kSingularMatrix,
              fmt::format("the matrix of a linear system is not positive definite: column {}", definite + 1));
}

// A P = Q [R11 R12] for A = aᵀ gives a = P [R11 R12]ᵀ Q1ᵀ: least squares in the independent coordinates y = Q1ᵀ x.
MatrixXd coordinates(const SparseQr& qr, const MatrixXd& b) {
  if (qr.rank() == qr.r().cols()) return solve_r11_transposed(qr, b);
  const SparseQr second(SparseMatrix(qr.r().transpose()), 0);
  MatrixXd y = MatrixXd::Zero(qr.rank(), b.cols());
  y.topRows(second.rank()) = solve_r11(second, second.q_transposed_times(b).topRows(second.rank()));
  return to_column_order(second, y);
}

}  // namespace

MatrixXd solve(const MatrixXd& a, const MatrixXd& b) {
  CHECK(a.rows() == a.cols() && a.rows() == b.rows());
  require_finite(a, "the matrix of a linear system");
  require_finite(b, "the right side of a linear system");
  if (b.size() == 0) return b;
  const VectorXd rows = row_scale(a);
  const MatrixXd half_scaled = rows.asDiagonal() * a;
  const VectorXd columns = row_scale(half_scaled.transpose());
  const MatrixXd scaled = half_scaled * columns.asDiagonal();
  const Eigen::PartialPivLU<MatrixXd> lu(scaled);
  if (is_singular(lu)) refuse_singular(scaled, columns);
  return columns.asDiagonal() * lu.solve(rows.asDiagonal() * b);
}

MatrixXd solve_positive_definite(const MatrixXd& a, const MatrixXd& b) {
  CHECK(a.rows() == a.cols() && a.rows() == b.rows());
  require_finite(MatrixXd(a.triangularView<Eigen::Lower>()), "the matrix of a linear system");
  require_finite(b, "the right side of a linear system");
  if (b.size() == 0) return b;
  // D A D with D = diag(A)^(-1/2) has the diagonal 1
  const VectorXd scale = a.diagonal().unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1; });
  const MatrixXd scaled = scale.asDiagonal() * a * scale.asDiagonal();
  if (!is_definite(scaled, scaled.rows())) refuse_indefinite(scaled);
  return scale.asDiagonal() * scaled.llt().solve(scale.asDiagonal() * b);
}

MatrixXd solve_least_squares(const MatrixXd& a, const MatrixXd& b, const LeastSquaresOptions& options) {
  CHECK(a.rows() == b.rows());
  require_finite(a, "the matrix of a least squares problem");
  require_finite(b, "the right side of a least squares problem");
  if (a.size() == 0 || b.size() == 0) return MatrixXd::Zero(a.cols(), b.cols());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(options.rank_tolerance);
  return decomposition.compute(a).solve(b);
}

MatrixXd solve_least_squares(const SparseMatrix& a, const MatrixXd& b, const LeastSquaresOptions& options) {
  CHECK(a.rows() == b.rows());
  require_finite(a, "the matrix of a least squares problem");
  require_finite(b, "the right side of a least squares problem");
  if (a.rows() == 0 || a.cols() == 0 || b.size() == 0) return MatrixXd::Zero(a.cols(), b.cols());
  VectorXd row_norms = VectorXd::Zero(a.rows());
  for (Index j = 0; j < a.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(a, j); entry; ++entry) {
      row_norms(entry.row()) = std::hypot(row_norms(entry.row()), entry.value());
    }
  }
  const SparseQr qr(SparseMatrix(a.transpose()), options.rank_tolerance * row_norms.maxCoeff());
  MatrixXd x = MatrixXd::Zero(a.cols(), b.cols());
  x.topRows(qr.rank()) = coordinates(qr, from_column_order(qr, b));
  return qr.q_times(x);
}

}  // namespace kinemate
