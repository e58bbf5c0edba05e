#include "optimum/uncertainty.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "optimum/student.h"

namespace kinemate {
namespace {

using Eigen::Index;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct LinearCase {
  RowMajor jacobian;
  Eigen::VectorXd residuals;
  std::vector<double> scale;
  std::vector<bool> known;

  FitUncertainty compute(double jacobian_error = 1e-8) const {
    return compute_uncertainty({.residuals = {residuals.data(), static_cast<std::size_t>(residuals.size())},
                                .jacobian = {jacobian.data(), static_cast<std::size_t>(jacobian.size())},
                                .scale = scale,
                                .known = known,
                                .jacobian_error = jacobian_error});
  }
};

LinearCase random_case(Index rows, Index columns) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  LinearCase result{RowMajor(rows, columns), Eigen::VectorXd(rows),
                    std::vector<double>(static_cast<std::size_t>(columns), 1),
                    std::vector<bool>(static_cast<std::size_t>(columns))};
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) result.jacobian(i, j) = normal(random);
    result.residuals(i) = normal(random);
  }
  return result;
}

// The same by the normal equations.
TEST(Uncertainty, CovarianceStepAndGain) {
  const LinearCase fit = random_case(12, 3);
  const FitUncertainty result = fit.compute();
  const Eigen::MatrixXd inverse = (fit.jacobian.transpose() * fit.jacobian).inverse();
  const double variance = fit.residuals.squaredNorm() / 9;
  EXPECT_EQ(result.freedoms, 9u);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) {
      EXPECT_NEAR(result.covariance[static_cast<std::size_t>(3 * i + j)], variance * inverse(i, j), 1e-13);
    }
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(result.deviations[k], std::sqrt(variance * inverse(i, i)), 1e-13);
    EXPECT_NEAR(result.confidence[k], student_quantile(0.975, 9) * result.deviations[k], 1e-13);
  }
  const Eigen::VectorXd step = -(inverse * (fit.jacobian.transpose() * fit.residuals));
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(result.step[static_cast<std::size_t>(j)], step(j), 1e-13);
  EXPECT_NEAR(result.gain, (fit.jacobian * step).norm() / fit.residuals.norm(), 1e-13);
  EXPECT_TRUE(result.undetermined.empty());
}

TEST(Uncertainty, UnitsOfParametersChangeNothing) {
  const LinearCase plain = random_case(10, 3);
  LinearCase other = plain;
  other.jacobian.col(1) *= 1e-12;
  other.scale[1] = 1e12;
  const FitUncertainty a = plain.compute(), b = other.compute();
  EXPECT_NEAR(a.deviations[1], 1e-12 * b.deviations[1], 1e-12 * a.deviations[1]);
  EXPECT_NEAR(a.deviations[2], b.deviations[2], 1e-12 * a.deviations[2]);
  EXPECT_NEAR(a.condition, b.condition, 1e-12 * a.condition);
}

TEST(Uncertainty, ConditionIsThatOfColumnsOfLengthOne) {
  LinearCase fit = random_case(4, 2);
  const double angle = 0.01;
  fit.jacobian << 5, 7 * std::cos(angle), 0, 7 * std::sin(angle), 0, 0, 0, 0;
  const FitUncertainty result = fit.compute();
  EXPECT_NEAR(result.condition, 1 / std::tan(angle / 2), 1e-8);  // unit vectors at an angle
}

TEST(Uncertainty, KnownParametersAreLeftOut) {
  LinearCase fit = random_case(10, 3), smaller = random_case(10, 3);
  fit.known[1] = true;
  smaller.jacobian = RowMajor(10, 2);
  smaller.jacobian << fit.jacobian.col(0), fit.jacobian.col(2);
  smaller.scale.pop_back();
  smaller.known.pop_back();
  const FitUncertainty result = fit.compute(), expected = smaller.compute();
  EXPECT_EQ(result.freedoms, 8u);
  EXPECT_EQ(result.deviations, (std::vector<double>{expected.deviations[0], 0, expected.deviations[1]}));
  EXPECT_EQ(result.covariance[2], expected.covariance[1]);
  EXPECT_EQ(result.covariance[1], 0);
  EXPECT_EQ(result.step[1], 0);
}

// Two parameters that act as one, and one without any effect: the fourth is as sure as if they were one and none.
TEST(Uncertainty, UndeterminedParametersAreNamedAndTheOthersKeepTheirDeviations) {
  LinearCase fit = random_case(9, 4);
  fit.jacobian.col(2) = -3 * fit.jacobian.col(0);
  fit.jacobian.col(3).setZero();
  const FitUncertainty result = fit.compute();
  EXPECT_EQ(result.undetermined, (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(result.freedoms, 7u);
  EXPECT_TRUE(std::isinf(result.condition) || result.condition > 1e12);
  for (const std::size_t j : result.undetermined) EXPECT_TRUE(std::isinf(result.deviations[j])) << j;
  EXPECT_TRUE(std::isinf(result.covariance[0]));
  EXPECT_TRUE(std::isnan(result.covariance[1]));

  LinearCase determined = random_case(9, 4);
  determined.known = {false, false, true, true};
  EXPECT_NEAR(result.deviations[1], determined.compute().deviations[1], 1e-12);
}

TEST(Uncertainty, ErrorsOfTheJacobianDecideWhatIsDetermined) {
  LinearCase fit = random_case(9, 3);
  fit.jacobian.col(2) = fit.jacobian.col(0) + 1e-6 * fit.jacobian.col(2);
  EXPECT_TRUE(fit.compute(1e-8).undetermined.empty());
  EXPECT_EQ(fit.compute(1e-5).undetermined, (std::vector<std::size_t>{0, 2}));
  LinearCase weak = random_case(9, 3);
  weak.jacobian.col(1) *= 1e-6;
  EXPECT_TRUE(weak.compute(1e-8).undetermined.empty());
  EXPECT_EQ(weak.compute(1e-5).undetermined, std::vector<std::size_t>{1});
}

TEST(Uncertainty, AsManyResidualsAsParametersSayNothingOfScatter) {
  const FitUncertainty result = random_case(3, 3).compute();
  EXPECT_EQ(result.freedoms, 0u);
  EXPECT_TRUE(result.undetermined.empty());
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_TRUE(std::isinf(result.deviations[j]));
    EXPECT_TRUE(std::isinf(result.confidence[j]));
  }
  EXPECT_NEAR(result.gain, 1, 1e-13);
}

TEST(Uncertainty, NothingToFind) {
  LinearCase fit = random_case(5, 2);
  fit.known = {true, true};
  const FitUncertainty result = fit.compute();
  EXPECT_EQ(result.freedoms, 5u);
  EXPECT_EQ(result.deviations, (std::vector<double>{0, 0}));
  EXPECT_EQ(result.gain, 0);
}

}  // namespace
}  // namespace kinemate
