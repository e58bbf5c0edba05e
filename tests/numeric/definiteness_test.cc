#include "numeric/definiteness.h"

#include <Eigen/Dense>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

MatrixXd symmetric_pair(double a, double b, double d) {
  MatrixXd result(2, 2);
  result << a, b, b, d;
  return result;
}

TEST(Definiteness, KnownAnswers) {
  using enum Definiteness;
  const struct {
    MatrixXd a;
    Definiteness expected;
  } cases[] = {
      {symmetric_pair(2, 1, 2), kPositive},
      {symmetric_pair(2, 2, 2), kSemidefinite},
      {symmetric_pair(2, 2.001, 2), kIndefinite},
      {symmetric_pair(-2, 1, -2), kIndefinite},
      {symmetric_pair(1, 0, 0), kSemidefinite},
      {symmetric_pair(1, 1e-3, 0), kIndefinite},     // a zero on the diagonal needs zeros beside it
      {symmetric_pair(1, 0, 1e-17), kSemidefinite},  // rounding
      {symmetric_pair(1, 0, -1e-17), kSemidefinite},
      {symmetric_pair(1e9, 0, 1e-3), kPositive},  // another unit
      {symmetric_pair(1e9, 0, -1e-3), kIndefinite},
      {symmetric_pair(1e9, 999, 1e-3), kPositive},
      {symmetric_pair(1e9, 1001, 1e-3), kIndefinite},
      {symmetric_pair(1, 1 - 1e-14, 1), kSemidefinite},
      {symmetric_pair(1, 1 + 1e-14, 1), kSemidefinite},
      {symmetric_pair(1, 1 - 1e-10, 1), kPositive},
      {MatrixXd::Zero(3, 3), kSemidefinite},
      {MatrixXd(0, 0), kPositive},
  };
  for (const auto& test : cases) {
    EXPECT_EQ(compute_definiteness(test.a), test.expected) << test.a;
    EXPECT_EQ(compute_definiteness(1e20 * test.a), test.expected) << test.a;
  }
  EXPECT_EQ(compute_definiteness(symmetric_pair(1, 1 - 1e-10, 1), {.tolerance = 1e-8}), kSemidefinite);
}

TEST(Definiteness, OnlyTheSymmetricPartCounts) {
  MatrixXd a(2, 2);
  a << 1, 10, -10, 1;
  EXPECT_EQ(compute_definiteness(a), Definiteness::kPositive);
}

TEST(Definiteness, OfProducts) {
  std::mt19937_64 random(1);
  for (Index n = 1; n < 15; ++n) {
    const MatrixXd full = random_matrix(random, n, n + 2), thin = random_matrix(random, n, n - 1);
    EXPECT_EQ(compute_definiteness(full * full.transpose()), Definiteness::kPositive);
    EXPECT_EQ(compute_definiteness(thin * thin.transpose()), Definiteness::kSemidefinite);
    const MatrixXd shifted = thin * thin.transpose() - 1e-6 * MatrixXd::Identity(n, n);
    EXPECT_EQ(compute_definiteness(shifted), Definiteness::kIndefinite);
  }
}

TEST(Definiteness, RefusesWhatIsNotFiniteOrSquare) {
  EXPECT_NUMERICAL_ERROR(compute_definiteness(symmetric_pair(1, kNan, 1)), "nan");
  EXPECT_THROW(compute_definiteness(MatrixXd::Zero(1, 2)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
