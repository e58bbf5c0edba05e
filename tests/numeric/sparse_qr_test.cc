#include "numeric/sparse_qr.h"

#include <algorithm>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

// A P = Q [R; 0], Q orthogonal, R11 a triangle, P a permutation.
void expect_decomposition(const SparseMatrix& a, const SparseQr& qr) {
  const Index m = a.rows(), n = a.cols();
  MatrixXd padded = MatrixXd::Zero(m, n);
  padded.topRows(qr.rank()) = qr.r();
  const MatrixXd product = qr.q_times(padded);
  ASSERT_EQ(qr.columns().size(), static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k) {
    const Index column = qr.columns()[static_cast<std::size_t>(k)];
    EXPECT_LT((product.col(k) - MatrixXd(a).col(column)).norm(), 1e-12) << k;
  }
  const MatrixXd q = qr.q_times(MatrixXd::Identity(m, m));
  EXPECT_LT((q.transpose() * q - MatrixXd::Identity(m, m)).norm(), 1e-12);
  EXPECT_LT((qr.q_transposed_times(MatrixXd::Identity(m, m)) - q.transpose()).norm(), 1e-12);
  EXPECT_TRUE(MatrixXd(qr.r11()).isUpperTriangular(0));
  std::vector<Index> sorted = qr.columns();
  std::sort(sorted.begin(), sorted.end());
  for (Index k = 0; k < n; ++k) EXPECT_EQ(sorted[static_cast<std::size_t>(k)], k);
}

TEST(SparseQr, DecomposesAnyShapeAndRank) {
  std::mt19937_64 random(1);
  for (const auto& [m, n] : {std::pair{12, 12}, {20, 7}, {7, 20}, {1, 5}, {5, 1}}) {
    for (int i = 0; i < 2; ++i) {
      const SparseMatrix full = random_sparse(random, m, n, 0.4);
      expect_decomposition(full, SparseQr(full, 1e-10));
      MatrixXd repeated = random_matrix(random, m, n);
      for (Index j = 1; j < n; j += 2) repeated.col(j) = 2 * repeated.col(j - 1);
      const SparseMatrix deficient = repeated.sparseView();
      const SparseQr qr(deficient, 1e-10);
      EXPECT_EQ(qr.rank(), std::min<Index>(m, (n + 1) / 2));
      expect_decomposition(deficient, qr);
    }
  }
}

TEST(SparseQr, ToleranceIsTheLengthOfTheRemainder) {
  MatrixXd a(2, 2);
  a << 1, 1,  //
      0, 1e-5;
  EXPECT_EQ(SparseQr(a.sparseView(), 0.9e-5).rank(), 2);
  const SparseQr qr(a.sparseView(), 1.1e-5);
  EXPECT_EQ(qr.rank(), 1);
  EXPECT_NEAR(qr.neglected(), 1e-5, 1e-12);
}

TEST(SparseQr, SolvesWithItsTriangle) {
  std::mt19937_64 random(2);
  const SparseMatrix a = random_sparse(random, 9, 6, 0.7);
  const SparseQr qr(a, 1e-12);
  ASSERT_EQ(qr.rank(), 6);
  const MatrixXd b = random_matrix(random, 6, 2);
  EXPECT_LT((qr.r11() * solve_r11(qr, b) - b).norm(), 1e-12);
  EXPECT_LT((qr.r11().transpose() * solve_r11_transposed(qr, b) - b).norm(), 1e-12);
  EXPECT_EQ(from_column_order(qr, to_column_order(qr, b)), b);
  // A (P x) = Q R x
  const MatrixXd x = random_matrix(random, 6, 1);
  MatrixXd padded = MatrixXd::Zero(9, 1);
  padded.topRows(6) = qr.r() * x;
  EXPECT_LT((a * to_column_order(qr, x) - qr.q_times(padded)).norm(), 1e-12);
}

TEST(SparseQr, NothingAndZero) {
  for (const auto& [m, n] : {std::pair{0, 0}, {0, 3}, {3, 0}, {3, 2}}) {
    const SparseMatrix zero(m, n);
    const SparseQr qr(zero, 0);
    EXPECT_EQ(qr.rank(), 0);
    EXPECT_EQ(qr.r().cols(), n);
    expect_decomposition(zero, qr);
  }
}

TEST(SparseQr, RefusesWhatIsNotFinite) {
  MatrixXd a = MatrixXd::Identity(3, 3);
  a(1, 1) = kNan;
  EXPECT_NUMERICAL_ERROR(SparseQr(a.sparseView(), 0), "row 2, column 2");
  EXPECT_THROW(SparseQr(SparseMatrix(2, 2), -1), CheckFailure);
  EXPECT_THROW(SparseQr(SparseMatrix(2, 2), 0).q_times(MatrixXd(3, 1)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
