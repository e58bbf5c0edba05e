#include "numeric/linear.h"

#include <Eigen/Dense>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

MatrixXd matrix(Index rows, Index columns, std::vector<double> by_rows) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(by_rows.data(), rows, columns);
}

TEST(Linear, KnownSolutions) {
  const MatrixXd a = matrix(2, 2, {2, 1, 1, 3}), b = matrix(2, 1, {3, 5});
  const MatrixXd x = matrix(2, 1, {0.8, 1.4});
  EXPECT_LT((solve(a, b) - x).norm(), 1e-15);
  EXPECT_LT((solve_positive_definite(a, b) - x).norm(), 1e-15);
  EXPECT_LT((solve_least_squares(a, b) - x).norm(), 1e-15);
  EXPECT_LT((solve_least_squares(SparseMatrix(a.sparseView()), b) - x).norm(), 1e-15);
}

TEST(Linear, AgreesWithOtherDecompositions) {
  std::mt19937_64 random(1);
  for (Index n = 1; n < 40; n += 4) {
    const MatrixXd a = random_matrix(random, n, n), b = random_matrix(random, n, 3);
    const MatrixXd x = solve(a, b);
    EXPECT_LT((a * x - b).norm(), 1e-11) << n;
    EXPECT_LT((x - a.fullPivHouseholderQr().solve(b)).norm(), 1e-9 * (1 + x.norm())) << n;
    const MatrixXd definite = a * a.transpose() + MatrixXd::Identity(n, n);
    EXPECT_LT((solve_positive_definite(definite, b) - definite.fullPivLu().solve(b)).norm(), 1e-11) << n;
  }
}

TEST(Linear, BadlyScaledIsNotSingular) {
  const MatrixXd a = matrix(2, 2, {1e-30, 2e10, 3e-20, 4e20});  // 1, 2, 3, 4 in other units
  const MatrixXd x = matrix(2, 1, {5e20, 6e-20});
  EXPECT_LT((solve(a, a * x).array() / x.array() - 1).matrix().norm(), 1e-14);
  const MatrixXd masses = matrix(2, 2, {1e8, 0, 0, 1e-20});
  EXPECT_LT((solve_positive_definite(masses, matrix(2, 1, {1e8, 1e-20})) - MatrixXd::Ones(2, 1)).norm(), 1e-14);
}

TEST(Linear, SingularIsRefusedWithItsColumns) {
  EXPECT_NUMERICAL_ERROR(solve(matrix(3, 3, {1, 2, 2, 3, 1, 6, 0, 5, 0}), MatrixXd::Ones(3, 1)),
                         "columns 1, 3 depend on each other");
  EXPECT_NUMERICAL_ERROR(solve(matrix(2, 2, {1, 0, 2, 0}), MatrixXd::Ones(2, 1)), "column 2 is zero");
  EXPECT_NUMERICAL_ERROR(solve(MatrixXd::Zero(1, 1), MatrixXd::Ones(1, 1)), "column 1 is zero");
  std::mt19937_64 random(2);
  for (Index n = 2; n < 30; n += 3) {  // singular to rounding, no pivot exactly zero
    const MatrixXd a = random_matrix_of_rank(random, n, n, n - 1);
    EXPECT_NUMERICAL_ERROR(solve(a, MatrixXd::Ones(n, 1)), "singular");
    EXPECT_NUMERICAL_ERROR(solve_positive_definite(a * a.transpose(), MatrixXd::Ones(n, 1)), "not positive definite");
  }
}

TEST(Linear, IndefiniteIsRefusedWithItsColumn) {
  MatrixXd a = MatrixXd::Identity(6, 6);
  const MatrixXd b = MatrixXd::Ones(6, 1);
  for (Index j = 0; j < 6; ++j) {
    MatrixXd bad = a;
    bad(j, j) = j % 2 == 0 ? -1 : 0;
    EXPECT_NUMERICAL_ERROR(solve_positive_definite(bad, b), "column " + std::to_string(j + 1));
  }
  a(4, 1) = 1;  // rows 2 and 5 equal
  EXPECT_NUMERICAL_ERROR(solve_positive_definite(a, b), "column 5");
  a(4, 1) = 0;
  a(1, 4) = kNan;  // the upper triangle is not read
  EXPECT_EQ(solve_positive_definite(a, b), b);
}

TEST(Linear, LeastSquaresAreThePseudoInverse) {
  std::mt19937_64 random(3);
  for (const auto& [m, n, rank] :
       {std::array{5, 5, 5}, {8, 3, 3}, {3, 8, 3}, {8, 6, 2}, {6, 8, 4}, {7, 7, 0}, {1, 1, 1}}) {
    const MatrixXd a = random_matrix_of_rank(random, m, n, rank), b = random_matrix(random, m, 2);
    Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd.setThreshold(1e-9);
    const MatrixXd expected = rank == 0 ? MatrixXd::Zero(n, 2) : MatrixXd(svd.solve(b));
    EXPECT_LT((solve_least_squares(a, b) - expected).norm(), 1e-10 * (1 + expected.norm())) << m << n << rank;
    const SparseMatrix sparse = a.sparseView();
    EXPECT_LT((solve_least_squares(sparse, b) - expected).norm(), 1e-10 * (1 + expected.norm())) << m << n << rank;
  }
}

TEST(Linear, LeastSquaresDropWhatIsBelowTheTolerance) {
  const MatrixXd a = matrix(2, 2, {1, 0, 0, 1e-5}), b = MatrixXd::Ones(2, 1);
  for (const bool sparse : {false, true}) {
    const auto x = [&](double tolerance) {
      const LeastSquaresOptions options{.rank_tolerance = tolerance};
      return sparse ? solve_least_squares(SparseMatrix(a.sparseView()), b, options)
                    : solve_least_squares(a, b, options);
    };
    EXPECT_NEAR(x(1e-6)(1), 1e5, 1e-6);
    EXPECT_EQ(x(1e-4)(1), 0);
  }
}

TEST(Linear, Nothing) {
  EXPECT_EQ(solve(MatrixXd(0, 0), MatrixXd(0, 2)).cols(), 2);
  EXPECT_EQ(solve(MatrixXd::Identity(3, 3), MatrixXd(3, 0)).rows(), 3);
  EXPECT_EQ(solve_positive_definite(MatrixXd(0, 0), MatrixXd(0, 2)).cols(), 2);
  EXPECT_EQ(solve_least_squares(MatrixXd(0, 3), MatrixXd(0, 1)), MatrixXd::Zero(3, 1));
  EXPECT_EQ(solve_least_squares(MatrixXd(3, 0), MatrixXd::Ones(3, 1)).rows(), 0);
  EXPECT_EQ(solve_least_squares(SparseMatrix(0, 3), MatrixXd(0, 1)), MatrixXd::Zero(3, 1));
  EXPECT_EQ(solve_least_squares(SparseMatrix(3, 0), MatrixXd::Ones(3, 1)).rows(), 0);
}

TEST(Linear, RefusesWhatIsNotFinite) {
  MatrixXd good = MatrixXd::Identity(2, 2), bad = good;
  bad(1, 0) = kNan;
  EXPECT_NUMERICAL_ERROR(solve(bad, good), "nan in row 2, column 1");
  EXPECT_NUMERICAL_ERROR(solve(good, bad), "right side");
  EXPECT_NUMERICAL_ERROR(solve_positive_definite(bad, good), "nan in row 2, column 1");
  EXPECT_NUMERICAL_ERROR(solve_positive_definite(good, bad), "right side");
  EXPECT_NUMERICAL_ERROR(solve_least_squares(bad, good), "nan in row 2, column 1");
  EXPECT_NUMERICAL_ERROR(solve_least_squares(SparseMatrix(bad.sparseView()), good), "nan in row 2, column 1");
  EXPECT_NUMERICAL_ERROR(solve_least_squares(SparseMatrix(good.sparseView()), bad), "right side");
  EXPECT_THROW(solve(MatrixXd::Ones(2, 3), MatrixXd::Ones(2, 1)), CheckFailure);
  EXPECT_THROW(solve(good, MatrixXd::Ones(3, 1)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
