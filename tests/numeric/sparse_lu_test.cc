#include "numeric/sparse_lu.h"

#include <Eigen/Dense>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

SparseMatrix with_other_values(std::mt19937_64& random, SparseMatrix a) {
  const MatrixXd values = random_matrix(random, a.nonZeros(), 1);
  for (Index k = 0; k < a.nonZeros(); ++k) a.valuePtr()[k] = values(k);
  return a;
}

// A random pattern with a full diagonal.
SparseMatrix random_square(std::mt19937_64& random, Index n) {
  return sparse(MatrixXd(random_sparse(random, n, n, 3.0 / static_cast<double>(n))) + MatrixXd::Identity(n, n));
}

TEST(SparseLu, AgreesWithDense) {
  std::mt19937_64 random(1);
  for (const Index n : {1, 2, 5, 20, 80}) {
    SparseMatrix a = random_square(random, n);
    SparseLu lu(a);
    const MatrixXd b = random_matrix(random, n, 3);
    lu.factor(a);
    for (int i = 0; i < 4; ++i) {
      const MatrixXd x = lu.solve(b), expected = MatrixXd(a).fullPivLu().solve(b);
      EXPECT_LT((x - expected).norm(), 1e-9 * expected.norm()) << n;
      EXPECT_LT((a * x - b).norm(), 1e-12 * (1 + x.norm())) << n;
      a = with_other_values(random, a);
      lu.refactor(a);
    }
  }
}

TEST(SparseLu, RefactorChoosesNewPivotsWhereItMust) {
  MatrixXd a(3, 3);
  a << 1, 1, 0,  //
      1, 2, 1,   //
      0, 1, 3;
  SparseLu lu(sparse(a));
  lu.factor(sparse(a));
  a(0, 0) = a(1, 1) = a(2, 2) = 1e-14;
  const VectorXd b = VectorXd::LinSpaced(3, 1, 3);
  MatrixXd b_and_good(3, 3);
  b_and_good << 1e-14, 1, 0, 2, 1e-14, 1, 0, 1, 1e-14;
  b_and_good(1, 0) = 1, b_and_good(2, 2) = 5;
  lu.refactor(sparse(b_and_good));
  EXPECT_LT((b_and_good * lu.solve(b) - b).norm(), 1e-13);
}

TEST(SparseLu, SingularIsRefused) {
  MatrixXd a(3, 3);
  a << 1, 2, 0,  //
      2, 4, 0,   //
      1, 1, 1;
  EXPECT_NUMERICAL_ERROR(SparseLu(sparse(a)).factor(sparse(a)), "singular: column");
  std::mt19937_64 random(2);
  for (Index n = 3; n < 30; n += 3) {  // singular to rounding, no pivot exactly zero
    const SparseMatrix bad = sparse(random_matrix_of_rank(random, n, n, n - 1));
    SparseLu lu(bad);
    EXPECT_NUMERICAL_ERROR(lu.factor(bad), "singular: column");
    EXPECT_THROW(lu.solve(MatrixXd::Ones(n, 1)), CheckFailure);  // no garbage afterwards
    const SparseMatrix good = with_other_values(random, bad);
    lu.refactor(good);
    EXPECT_LT((good * lu.solve(MatrixXd::Ones(n, 1)) - MatrixXd::Ones(n, 1)).norm(), 1e-10);
    EXPECT_NUMERICAL_ERROR(lu.refactor(bad), "singular: column");
    EXPECT_THROW(lu.solve(MatrixXd::Ones(n, 1)), CheckFailure);
  }
}

TEST(SparseLu, NamesTheSingularColumn) {
  for (Index bad = 0; bad < 4; ++bad) {
    MatrixXd a = MatrixXd::Identity(4, 4);
    const SparseMatrix pattern = sparse(a);
    SparseMatrix zero_pivot = pattern;
    zero_pivot.coeffRef(bad, bad) = 0;
    EXPECT_NUMERICAL_ERROR(SparseLu(pattern).factor(zero_pivot), "column " + std::to_string(bad + 1));
  }
}

TEST(SparseLu, PatternWithoutPivotsIsRefused) {
  MatrixXd a(3, 3);
  a << 1, 1, 1,  //
      1, 0, 0,   //
      1, 0, 0;
  EXPECT_NUMERICAL_ERROR(SparseLu(sparse(a)), "2 equations of 3");
  EXPECT_NUMERICAL_ERROR(SparseLu(SparseMatrix(2, 2)), "0 equations of 2");
}

TEST(SparseLu, BadlyScaledIsNotSingular) {
  const SparseMatrix a =
      sparse(VectorXd::LinSpaced(5, -40, 40).unaryExpr([](double e) { return std::pow(10., e); }).asDiagonal());
  SparseLu lu(a);
  lu.factor(a);
  EXPECT_LT((lu.solve(a * VectorXd::Ones(5)) - VectorXd::Ones(5)).norm(), 1e-14);
}

TEST(SparseLu, Nothing) {
  SparseLu lu(SparseMatrix(0, 0));
  lu.factor(SparseMatrix(0, 0));
  lu.refactor(SparseMatrix(0, 0));
  EXPECT_EQ(lu.solve(MatrixXd(0, 2)).cols(), 2);
}

TEST(SparseLu, RefusesWhatIsNotFiniteOrOfAnotherPattern) {
  MatrixXd a = MatrixXd::Identity(3, 3);
  SparseLu lu(sparse(a));
  EXPECT_THROW(lu.solve(a), CheckFailure);  // before factor()
  lu.factor(sparse(a));
  EXPECT_EQ(lu.solve(a), a);
  MatrixXd bad = a;
  bad(1, 1) = kInfinity;
  EXPECT_NUMERICAL_ERROR(lu.factor(sparse(bad)), "inf in row 2, column 2");
  EXPECT_NUMERICAL_ERROR(lu.solve(bad), "right side");
  const MatrixXd other = a.rowwise().reverse();
  EXPECT_THROW(lu.factor(sparse(other)), CheckFailure);
  EXPECT_THROW(lu.factor(sparse(MatrixXd::Ones(3, 3))), CheckFailure);
  EXPECT_THROW(SparseLu(SparseMatrix(2, 3)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
