#include "numeric/balance.h"

#include <Eigen/Dense>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

// As balanced as a power of two allows, in the coordinates given.
void expect_balanced(const MatrixXd& a) {
  const BalancedMatrix balanced = balance_matrix(a);
  const VectorXd& d = balanced.scale;
  EXPECT_EQ(balanced.matrix, MatrixXd(d.cwiseInverse().asDiagonal() * a * d.asDiagonal()));
  for (Index i = 0; i < a.rows(); ++i) {
    EXPECT_EQ(d(i), std::exp2(std::ilogb(d(i))));
    const double ratio = balanced.matrix.col(i).norm() / balanced.matrix.row(i).norm();
    EXPECT_GT(ratio, 0.3) << i;
    EXPECT_LT(ratio, 3.4) << i;
  }
}

TEST(Balance, UndoesUnits) {
  std::mt19937_64 random(1);
  for (Index n : {1, 2, 5, 20}) {
    const MatrixXd a = random_matrix(random, n, n);
    const VectorXd units = VectorXd::NullaryExpr(n, [&](Index i) { return std::pow(10.0, (7 * i) % 13 - 6); });
    expect_balanced(units.cwiseInverse().asDiagonal() * a * units.asDiagonal());
    const double before = a.norm();
    EXPECT_LT(balance_matrix(units.cwiseInverse().asDiagonal() * a * units.asDiagonal()).matrix.norm(), 3 * before);
  }
}

TEST(Balance, AStiffSpringBecomesItsFrequency) {
  MatrixXd a(2, 2);
  a << 0, 1, -1e12, 0;
  const MatrixXd balanced = balance_matrix(a).matrix;
  EXPECT_LT(balanced.norm(), 2.3e6);  // 1e6, not 1e12
  expect_balanced(a);
}

TEST(Balance, TrianglesAndZerosEnd) {
  MatrixXd triangle = MatrixXd::Zero(4, 4);
  triangle.triangularView<Eigen::StrictlyUpper>().setConstant(1e8);
  triangle(0, 0) = 1;
  for (const MatrixXd& a : {triangle, MatrixXd(MatrixXd::Zero(3, 3)), MatrixXd(0, 0)}) {
    const BalancedMatrix balanced = balance_matrix(a);
    EXPECT_TRUE(balanced.matrix.allFinite());
    EXPECT_TRUE((balanced.scale.array() > 0).all() && balanced.scale.allFinite());
  }
}

TEST(Balance, SmallEntriesBesideADiagonalStay) {
  // the example of James, Langou and Lowery in small: without the diagonal, 1e-7 would be scaled up
  MatrixXd a(3, 3);
  a << 1, 1, 1,  //
      1e-7, 2, 1, 0, 1e-7, 3;
  EXPECT_EQ(balance_matrix(a).scale, VectorXd(VectorXd::Ones(3)));
}

TEST(Balance, RefusesWhatIsNotSquareOrFinite) {
  EXPECT_THROW(balance_matrix(MatrixXd::Zero(2, 3)), CheckFailure);
  EXPECT_THROW(balance_matrix(MatrixXd::Constant(2, 2, kNan)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
