#include "model/topology/matrices.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

SparseMatrix make(Eigen::Index rows, Eigen::Index columns, std::vector<Eigen::Triplet<double>> entries) {
  SparseMatrix matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

TEST(Matrices, KeptColumnsStayInOrder) {
  const SparseMatrix a = make(2, 4, {{0, 0, 1.0}, {1, 1, 2.0}, {0, 2, 3.0}, {1, 3, 4.0}});
  const Eigen::MatrixXd kept = with_columns(a, {true, false, true, true});
  Eigen::MatrixXd expected(2, 3);
  expected << 1, 3, 0, 0, 0, 4;
  EXPECT_EQ(kept, expected);
  EXPECT_EQ(with_columns(a, {false, false, false, false}).cols(), 0);
}

TEST(Matrices, RankIsThatOfDenseAndOfSparseOnes) {
  for (Eigen::Index n : {5, 150, 300}) {
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index i = 0; i + 1 < n; ++i) entries.emplace_back(i, i, 1.0 + 0.1 * static_cast<double>(i % 7));
    entries.emplace_back(n - 1, 0, 2.0);  // depends on the first row
    const SparseMatrix a = make(n, n, entries);
    EXPECT_EQ(is_large(a), n > 200);
    EXPECT_EQ(rank_of(a).rank, n - 1);
    EXPECT_EQ(look_at(a, [](const auto& m) { return m.rows(); }), n);
  }
}

}  // namespace
}  // namespace kinemate
