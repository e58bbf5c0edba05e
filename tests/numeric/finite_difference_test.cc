#include "numeric/finite_difference.h"

#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

TEST(FiniteDifference, KnownDerivatives) {
  const auto f = [](const VectorXd& x) -> VectorXd {
    return Eigen::Vector3d(std::sin(x(0)) * x(1), std::exp(x(1)), x(0) * x(0) * x(0));
  };
  const VectorXd x = Eigen::Vector2d(0.7, -1.3);
  MatrixXd expected(3, 2);
  expected << std::cos(0.7) * -1.3, std::sin(0.7),  //
      0, std::exp(-1.3),                            //
      3 * 0.7 * 0.7, 0;
  EXPECT_LT((compute_jacobian(f, x) - expected).norm(), 1e-9);
}

TEST(FiniteDifference, LinearFunctionsExactly) {
  std::mt19937_64 random(1);
  const MatrixXd a = random_matrix(random, 4, 6);
  const auto f = [&](const VectorXd& x) -> VectorXd { return a * x; };
  EXPECT_LT((compute_jacobian(f, 1e6 * random_matrix(random, 6, 1)) - a).norm(), 1e-9);  // the step grows with x
  EXPECT_LT((compute_jacobian(f, VectorXd::Zero(6), {.step = 0.5}) - a).norm(), 1e-14);
}

TEST(FiniteDifference, Nothing) {
  const auto constant = [](const VectorXd&) -> VectorXd { return VectorXd::Ones(3); };
  const MatrixXd jacobian = compute_jacobian(constant, VectorXd(0));
  EXPECT_EQ(jacobian.rows(), 3);
  EXPECT_EQ(jacobian.cols(), 0);
}

TEST(FiniteDifference, WhatIsNotFiniteShows) {
  const auto f = [](const VectorXd& x) -> VectorXd { return x.cwiseSqrt(); };
  EXPECT_FALSE(compute_jacobian(f, VectorXd::Zero(1)).allFinite());
}

}  // namespace
}  // namespace kinemate
