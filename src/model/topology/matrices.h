// Matrices of conditions, looked at as dense ones where that is faster and surer.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "numeric/rank.h"

namespace kinemate {

/// Entries, zeros included, up to which a matrix is looked at as a dense one.
inline constexpr Eigen::Index kLargestDense = 40'000;

inline bool is_large(const SparseMatrix& matrix) { return matrix.rows() * matrix.cols() > kLargestDense; }

/// Calls `look` with the matrix as it is best looked at.
template <class Look>
auto look_at(const SparseMatrix& matrix, Look look) {
  return is_large(matrix) ? look(matrix) : look(Eigen::MatrixXd(matrix));
}

Rank rank_of(const SparseMatrix& matrix);

/// The columns that are kept.
SparseMatrix with_columns(const SparseMatrix& matrix, const std::vector<bool>& kept);

}  // namespace kinemate
