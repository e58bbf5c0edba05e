#include "numeric/decompositions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kinemate {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

bool is_orthogonal(const MatrixXd& u) {
  return (u.transpose() * u - MatrixXd::Identity(u.cols(), u.cols())).norm() < 1e-12;
}

TEST(Decompositions, SingularValuesOfAnyShape) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{4, 4}, {7, 3}, {3, 7}, {1, 1}}) {
    const MatrixXd a = MatrixXd::Random(rows, columns);
    const SingularValues svd = decompose_singular(a);
    const Index n = std::min(rows, columns);
    EXPECT_TRUE(is_orthogonal(svd.u) && is_orthogonal(svd.v));
    EXPECT_LT((svd.u.leftCols(n) * svd.values.asDiagonal() * svd.v.leftCols(n).transpose() - a).norm(), 1e-12);
    const RightSingularValues right = decompose_right_singular(a);
    EXPECT_LT((right.values - svd.values).norm(), 1e-12);
    EXPECT_NEAR((a * right.v).norm(), svd.values.norm(), 1e-12);
    EXPECT_TRUE(is_orthogonal(right.v));
  }
}

TEST(Decompositions, SymmetricReadsTheLowerTriangle) {
  MatrixXd a(2, 2);
  a << 2, 99, 1, 2;
  EXPECT_LT((symmetric_eigenvalues(a) - Eigen::Vector2d(1, 3)).norm(), 1e-14);
  const SymmetricEigenvalues solved = decompose_symmetric(a);
  EXPECT_LT((solved.values - Eigen::Vector2d(1, 3)).norm(), 1e-14);
  EXPECT_NEAR(std::abs(solved.vectors(0, 1)), std::sqrt(0.5), 1e-14);
}

TEST(Decompositions, EigenvaluesAndSchurForm) {
  MatrixXd a(3, 3);
  a << 0, 1, 5, -4, 0, 7, 0, 0, 3;  // ±2i, 3
  const auto lambdas = eigenvalues(a);
  ASSERT_TRUE(lambdas);
  EXPECT_NEAR(lambdas->prod().real(), 12, 1e-12);
  EXPECT_NEAR(lambdas->sum().real(), 3, 1e-12);
  EXPECT_NEAR(lambdas->imag().cwiseAbs().maxCoeff(), 2, 1e-12);
  const auto schur = decompose_schur(a);
  ASSERT_TRUE(schur);
  EXPECT_TRUE(is_orthogonal(schur->u));
  EXPECT_LT((schur->u * schur->t * schur->u.transpose() - a).norm(), 1e-12);
}

TEST(Decompositions, OrthogonalAndTriangular) {
  const MatrixXd a = MatrixXd::Random(6, 3);
  const OrthogonalTriangular qr = decompose_qr(a);
  EXPECT_TRUE(is_orthogonal(qr.q));
  EXPECT_LT((qr.q * qr.r - a).norm(), 1e-13);
  EXPECT_EQ(qr.r(2, 0), 0);
}

TEST(Decompositions, SignAndInverse) {
  MatrixXd a(2, 2);
  a << 0, 1, 1, 0;
  EXPECT_EQ(sign_of_determinant(a), -1);
  EXPECT_EQ(sign_of_determinant(-a), -1);
  EXPECT_EQ(sign_of_determinant(MatrixXd::Identity(3, 3)), 1);
  EXPECT_EQ(sign_of_determinant(MatrixXd::Zero(2, 2)), 0);
  EXPECT_EQ(sign_of_determinant(MatrixXd(0, 0)), 1);
  const MatrixXd b = MatrixXd::Random(5, 5) + 3 * MatrixXd::Identity(5, 5);
  EXPECT_LT((inverse(b) * b - MatrixXd::Identity(5, 5)).norm(), 1e-12);
  EXPECT_FALSE(inverse(MatrixXd::Zero(2, 2)).allFinite());
}

}  // namespace
}  // namespace kinemate
