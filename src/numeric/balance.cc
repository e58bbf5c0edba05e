#include "numeric/balance.h"

#include <cmath>

#include "base/check.h"

namespace kinemate {
namespace {

using Eigen::Index;

// The power of two that brings column i, multiplied by it, and row i, divided by it, nearest to each other.
double balancing_factor(double column, double row) {
  if (!(column > 0) || !(row > 0)) return 1;  // zero but for the other: any factor would do, and the next one too
  return std::exp2(std::round(std::log2(row / column) / 2));
}

// Whether the matrix got noticeably smaller.
bool balance_one(BalancedMatrix& balanced, Index i) {
  constexpr double kWorthwhile = 0.95;  // of the squares; also ends the sweeps
  auto column = balanced.matrix.col(i);
  auto row = balanced.matrix.row(i);
  const double f = balancing_factor(column.norm(), row.norm());
  const double diagonal = balanced.matrix(i, i) * balanced.matrix(i, i);
  const double c = column.squaredNorm() - diagonal, r = row.squaredNorm() - diagonal;
  if (f == 1 || !(c * f * f + r / (f * f) + 2 * diagonal < kWorthwhile * (c + r + 2 * diagonal))) return false;
  column *= f;
  row /= f;
  balanced.scale(i) *= f;
  return true;
}

}  // namespace

BalancedMatrix balance_matrix(const Eigen::MatrixXd& a) {
  CHECK(a.rows() == a.cols() && a.allFinite());
  constexpr int kSweeps = 100;  // some ten are enough; of a matrix in blocks one block could shrink for ever
  BalancedMatrix result{a, Eigen::VectorXd::Ones(a.rows())};
  bool changed = true;
  for (int sweep = 0; sweep < kSweeps && changed; ++sweep) {
    changed = false;
    for (Index i = 0; i < a.rows(); ++i) changed = balance_one(result, i) || changed;
  }
  return result;
}

}  // namespace kinemate
