#include "model/topology/matrices.h"

namespace kinemate {

Rank rank_of(const SparseMatrix& matrix) {
  return look_at(matrix, [](const auto& a) { return compute_rank(a); });
}

SparseMatrix with_columns(const SparseMatrix& matrix, const std::vector<bool>& kept) {
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::Index count = 0;
  for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
    if (!kept[static_cast<std::size_t>(column)]) continue;
    for (SparseMatrix::InnerIterator entry(matrix, column); entry; ++entry)
      entries.emplace_back(entry.row(), count, entry.value());
    ++count;
  }
  SparseMatrix result(matrix.rows(), count);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

}  // namespace kinemate
