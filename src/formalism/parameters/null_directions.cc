#include "formalism/parameters/null_directions.h"

#include <Eigen/Core>
#include <cmath>

#include "numeric/decompositions.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kZero = 1e-9;        // against the scale, as numeric/rank.h has it
constexpr double kSmallPivot = 1e-5;  // of a null vector of length 1: what is smaller would make large factors

// Columns divided by their sizes. The last one is 1 by itself, so that a matrix of nothing but rounding has rank 0.
MatrixXd scaled(const MatrixXd& columns, const VectorXd& scale) {
  MatrixXd result = MatrixXd::Zero(columns.rows() + 1, columns.cols() + 1);
  for (Index j = 0; j < columns.cols(); ++j)
    if (scale[j] > 0) result.col(j).head(columns.rows()) = columns.col(j) / scale[j];
  result(columns.rows(), columns.cols()) = 1;
  return result;
}

// Rows in which the columns of a basis can have their pivots, the first ones of `order`.
std::vector<Index> choose_pivots(MatrixXd basis, std::span<const std::size_t> order) {
  std::vector<Index> pivots;
  for (std::size_t at : order) {
    const auto row = static_cast<Index>(at);
    const auto done = static_cast<Index>(pivots.size());
    if (done == basis.cols()) break;
    Index best = 0;
    if (basis.row(row).tail(basis.cols() - done).cwiseAbs().maxCoeff(&best) < kSmallPivot) continue;
    basis.col(done).swap(basis.col(done + best));
    basis.col(done) /= double(basis(row, done));
    for (Index j = done + 1; j < basis.cols(); ++j) basis.col(j) -= basis.col(done) * double(basis(row, j));
    pivots.push_back(row);
  }
  return pivots;
}

// The factors as short numbers where these obey the dependence too.
std::vector<Expr> to_factors(const MatrixXd& columns, const VectorXd& scale, Index pivot, const VectorXd& direction) {
  std::vector<Expr> factors;
  VectorXd rounded = VectorXd::Zero(columns.cols() + 1);
  for (Index j = 0; j < columns.cols(); ++j) {
    const bool none = std::abs(direction[j]) < kZero || scale[j] == 0;
    factors.push_back(j == pivot ? Expr(1) : none ? Expr(0) : to_short_number(direction[j] * scale[pivot] / scale[j]));
    rounded[j] = factors.back().real() * scale[j];
  }
  if ((scaled(columns, scale) * rounded).norm() <= kZero * rounded.norm()) return factors;
  for (Index j = 0; j < columns.cols(); ++j)
    if (j != pivot && !factors[static_cast<std::size_t>(j)].is_zero())
      factors[static_cast<std::size_t>(j)] = make_real(direction[j] * scale[pivot] / scale[j]);
  return factors;
}

}  // namespace

Expr to_short_number(double value) {
  constexpr double kNear = 1e-10;
  constexpr long kLargest = 1000;
  for (long denominator = 1; denominator <= kLargest; ++denominator) {
    const double numerator = std::round(value * static_cast<double>(denominator));
    if (std::abs(numerator) > 1e15) break;
    if (std::abs(numerator / static_cast<double>(denominator) - value) <= kNear * std::max(1.0, std::abs(value)))
      return Expr(Rational(static_cast<long>(numerator), static_cast<unsigned long>(denominator)));
  }
  return make_real(value);
}

std::vector<NullDirection> find_null_directions(const MatrixXd& columns, const VectorXd& scale,
                                                std::span<const std::size_t> order) {
  const MatrixXd basis = compute_null_space(scaled(columns, scale), {.tolerance = kZero}).topRows(columns.cols());
  const std::vector<Index> pivots = choose_pivots(basis, order);
  MatrixXd at_pivots(basis.cols(), basis.cols());
  for (std::size_t i = 0; i < pivots.size(); ++i) at_pivots.row(static_cast<Index>(i)) = basis.row(pivots[i]);
  const MatrixXd directions = basis * inverse(at_pivots);
  std::vector<NullDirection> found;
  for (std::size_t i = 0; i < pivots.size(); ++i)
    found.push_back({static_cast<std::size_t>(pivots[i]),
                     to_factors(columns, scale, pivots[i], directions.col(static_cast<Index>(i)))});
  return found;
}

}  // namespace kinemate
