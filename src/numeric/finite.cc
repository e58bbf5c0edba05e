#include "numeric/finite.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace kinemate {
namespace {

[[noreturn]] void refuse(std::string_view name, Eigen::Index row, Eigen::Index column, double value) {
  throw Error(ErrorCode::kNotFinite, fmt::format("{} has {} in row {}, column {}", name, value, row + 1, column + 1),
              "a division by zero, or a function outside its domain");
}

}  // namespace

void require_finite(const Eigen::MatrixXd& matrix, std::string_view name) {
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      if (!std::isfinite(matrix(i, j))) refuse(name, i, j, matrix(i, j));
    }
  }
}

void require_finite(const SparseMatrix& matrix, std::string_view name) {
  for (Eigen::Index j = 0; j < matrix.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      if (!std::isfinite(entry.value())) refuse(name, entry.row(), j, entry.value());
    }
  }
}

}  // namespace kinemate
