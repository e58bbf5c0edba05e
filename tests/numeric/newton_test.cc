#include "numeric/newton.h"

#include "base/check.h"
#include "numeric/finite_difference.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

VectorXd vector(std::initializer_list<double> values) {
  return Eigen::Map<const VectorXd>(values.begin(), static_cast<Index>(values.size()));
}

// Both variants must tell the same story; the result is that of the dense one.
NewtonResult solve_both(const VectorFunction& f, const DenseJacobian& jacobian, const VectorXd& guess,
                        const NewtonOptions& options = {}) {
  const SparseJacobian thin = [&](const VectorXd& x) -> SparseMatrix { return jacobian(x).sparseView(); };
  const NewtonResult dense = solve_newton(f, jacobian, guess, options), other = solve_newton(f, thin, guess, options);
  EXPECT_EQ(dense.end, other.end) << dense.reason << " / " << other.reason;
  EXPECT_LT((dense.x - other.x).norm(), 1e-6 * (1 + dense.x.norm()));
  EXPECT_EQ(dense.converged(), dense.reason.empty());
  if (dense.x.allFinite()) {
    const double norm = f(dense.x).lpNorm<Eigen::Infinity>();
    EXPECT_TRUE(dense.residual_norm == norm || !std::isfinite(norm));
  }
  return dense;
}

NewtonResult solve_by_differences(const VectorFunction& f, const VectorXd& guess, const NewtonOptions& options = {}) {
  return solve_both(
      f, [&](const VectorXd& x) { return compute_jacobian(f, x); }, guess, options);
}

TEST(Newton, SquareRootOfTwo) {
  const auto f = [](const VectorXd& x) { return vector({x(0) * x(0) - 2}); };
  const auto jacobian = [](const VectorXd& x) -> MatrixXd { return 2 * x.transpose(); };
  const NewtonResult result = solve_both(f, jacobian, vector({1}));
  EXPECT_TRUE(result.converged()) << result.reason;
  EXPECT_NEAR(result.x(0), std::sqrt(2), 3e-16);
  EXPECT_LE(result.iterations, 6);  // quadratic convergence
  EXPECT_EQ(solve_both(f, jacobian, result.x).iterations, 0);
}

// Four-bar linkage: the closure of crank a, coupler b, rocker c on the ground d, crank angle given.
VectorXd four_bar(const VectorXd& angles, double crank) {
  const double a = 1, b = 2.5, c = 2, d = 3;
  return vector({a * std::cos(crank) + b * std::cos(angles(0)) - d - c * std::cos(angles(1)),
                 a * std::sin(crank) + b * std::sin(angles(0)) - c * std::sin(angles(1))});
}

TEST(Newton, ClosesAFourBar) {
  for (double crank = 0; crank < 6.3; crank += 0.3) {
    const auto f = [&](const VectorXd& x) { return four_bar(x, crank); };
    const NewtonResult result = solve_by_differences(f, vector({0.6, 1.5}));
    EXPECT_TRUE(result.converged()) << crank << result.reason;
    EXPECT_LT(result.residual_norm, 1e-14);
  }
}

TEST(Newton, RedundantEquationsDoNoHarm) {
  const auto f = [](const VectorXd& x) {
    const VectorXd r = four_bar(x, 1);
    return vector({r(0), r(1), r(0) + r(1), 0, 3 * r(1)});
  };
  const NewtonResult result = solve_by_differences(f, vector({0.6, 1.5}));
  EXPECT_TRUE(result.converged()) << result.reason;
  EXPECT_LT(result.residual_norm, 1e-14);
}

TEST(Newton, FreeUnknownsStayNearTheGuess) {
  const auto plane = [](const VectorXd& x) { return vector({x.sum() - 6}); };
  const auto ones = [](const VectorXd& x) -> MatrixXd { return MatrixXd::Ones(1, x.size()); };
  const NewtonResult nearest = solve_both(plane, ones, vector({0, 1, 2}));
  EXPECT_TRUE(nearest.converged());
  EXPECT_LT((nearest.x - vector({1, 2, 3})).norm(), 1e-14);  // the foot of the perpendicular
  const auto crank_free = [](const VectorXd& x) { return four_bar(x.tail(2), x(0)); };
  const NewtonResult linkage = solve_by_differences(crank_free, vector({1, 0.6, 1.5}));
  EXPECT_TRUE(linkage.converged()) << linkage.reason;
  EXPECT_LT((linkage.x - vector({1, 0.6, 1.5})).norm(), 0.5);
}

TEST(Newton, ContradictionsAreRecognised) {
  const auto lines = [](const VectorXd& x) { return vector({x(0) - 1, x(0) - 2, x(1)}); };
  const NewtonResult result = solve_by_differences(lines, vector({7, 7}));
  EXPECT_EQ(result.end, NewtonEnd::kStagnated);
  EXPECT_LT((result.x - vector({1.5, 0})).norm(), 1e-6);  // the least squares solution
  EXPECT_NEAR(result.residual_norm, 0.5, 1e-6);
  EXPECT_NE(result.reason.find("stays at 0.5"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("of 3"), std::string::npos) << result.reason;

  const auto above_zero = [](const VectorXd& x) { return vector({x(0) * x(0) + 1}); };
  const auto slope = [](const VectorXd& x) -> MatrixXd { return 2 * x.transpose(); };
  const NewtonResult bottom = solve_both(above_zero, slope, vector({3}));
  EXPECT_EQ(bottom.end, NewtonEnd::kStagnated) << bottom.reason;
  EXPECT_NEAR(bottom.residual_norm, 1, 1e-3);
  EXPECT_LT(bottom.iterations, 60);

  // steps overshoot the minimum by nearly their length: by 0.95 forth and back (Dennis and Schnabel, example 10.2.4)
  const auto slow = [](const VectorXd& x) { return vector({x(0) + 1, -0.95 * x(0) * x(0) + x(0) - 1}); };
  const NewtonResult crawled = solve_by_differences(slow, vector({0.02}));
  EXPECT_EQ(crawled.end, NewtonEnd::kStagnated) << crawled.reason;
  EXPECT_NEAR(crawled.x(0), 0, 0.02);

  // a crank too short to reach
  const auto apart = [](const VectorXd& x) {
    return vector({std::cos(x(0)) + std::cos(x(1)) - 3, std::sin(x(0)) + std::sin(x(1))});
  };
  EXPECT_EQ(solve_by_differences(apart, vector({0.4, -0.7})).end, NewtonEnd::kStagnated);
}

TEST(Newton, StepsAreHalved) {
  // the full step from 3 leads ever farther away
  const auto f = [](const VectorXd& x) { return vector({std::atan(x(0))}); };
  const auto jacobian = [](const VectorXd& x) -> MatrixXd { return MatrixXd::Constant(1, 1, 1 / (1 + x(0) * x(0))); };
  const NewtonResult result = solve_both(f, jacobian, vector({3}));
  EXPECT_TRUE(result.converged()) << result.reason;
  EXPECT_NEAR(result.x(0), 0, 1e-15);
  EXPECT_FALSE(solve_both(f, jacobian, vector({3}), {.max_halvings = 0}).converged());
  // also where the full step leads out of the domain
  const auto logarithm = [](const VectorXd& x) { return vector({std::log(x(0))}); };
  const auto inverse = [](const VectorXd& x) -> MatrixXd { return x.cwiseInverse(); };
  EXPECT_NEAR(solve_both(logarithm, inverse, vector({10})).x(0), 1, 1e-15);
}

TEST(Newton, StepsAreLimited) {
  const auto f = [](const VectorXd& x) { return vector({std::sin(x(0))}); };
  const auto jacobian = [](const VectorXd& x) -> MatrixXd { return MatrixXd::Constant(1, 1, std::cos(x(0))); };
  const VectorXd guess = vector({1.55});
  EXPECT_GT(std::abs(solve_both(f, jacobian, guess).x(0)), 3.2);  // jumps to another root
  EXPECT_NEAR(solve_both(f, jacobian, guess, {.longest_step = 0.5}).x(0), 0, 1e-15);
}

TEST(Newton, DoubleRoots) {
  const auto f = [](const VectorXd& x) { return vector({x(0) - 1, x(1) * x(1)}); };
  const auto jacobian = [](const VectorXd& x) -> MatrixXd { return vector({1, 2 * x(1)}).asDiagonal(); };
  const NewtonResult result = solve_both(f, jacobian, vector({0, 1}));
  EXPECT_TRUE(result.converged()) << result.reason;
  EXPECT_LT((result.x - vector({1, 0})).norm(), 2e-6);
}

TEST(Newton, ToleranceFollowsTheSizeOfTheEquations) {
  for (const double unit : {1e-9, 1.0, 1e9}) {
    const auto f = [&](const VectorXd& x) { return vector({unit * (std::cos(x(0)) - x(0))}); };
    const auto jacobian = [&](const VectorXd& x) -> MatrixXd {
      return MatrixXd::Constant(1, 1, -unit * (std::sin(x(0)) + 1));
    };
    const NewtonResult result = solve_both(f, jacobian, vector({1}));
    EXPECT_TRUE(result.converged()) << result.reason;
    EXPECT_NEAR(result.x(0), 0.7390851332151607, 2e-16);
    const NewtonResult rough = solve_both(f, jacobian, vector({1}), {.tolerance = 1e-2});
    EXPECT_TRUE(rough.converged());
    EXPECT_LT(rough.iterations, result.iterations);
  }
}

TEST(Newton, WhatIsNotFiniteIsRecognised) {
  const auto f = [](const VectorXd& x) { return vector({std::log(x(0))}); };
  const auto jacobian = [](const VectorXd& x) -> MatrixXd { return x.cwiseInverse(); };
  const NewtonResult result = solve_both(f, jacobian, vector({-1}));
  EXPECT_EQ(result.end, NewtonEnd::kNotFinite);
  EXPECT_NE(result.reason.find("at the guess"), std::string::npos);
  EXPECT_EQ(solve_newton(f, DenseJacobian(jacobian), vector({kNan})).end, NewtonEnd::kNotFinite);
  const auto broken = [](const VectorXd&) -> MatrixXd { return MatrixXd::Constant(1, 1, kNan); };
  const NewtonResult no_slope = solve_both(f, broken, vector({2}));
  EXPECT_EQ(no_slope.end, NewtonEnd::kNotFinite);
  EXPECT_NE(no_slope.reason.find("derivatives"), std::string::npos);
}

TEST(Newton, IterationsAreLimited) {
  const auto f = [](const VectorXd& x) { return vector({std::exp(x(0)) - 1}); };
  const auto jacobian = [](const VectorXd& x) -> MatrixXd { return x.array().exp().matrix(); };
  const NewtonResult result = solve_both(f, jacobian, vector({20}), {.max_iterations = 5});
  EXPECT_EQ(result.end, NewtonEnd::kIterationLimit);
  EXPECT_EQ(result.iterations, 5);
  EXPECT_NE(result.reason.find("after 5 steps"), std::string::npos);
  EXPECT_TRUE(solve_both(f, jacobian, vector({20})).converged());
}

TEST(Newton, Nothing) {
  const auto no_equations = [](const VectorXd&) { return VectorXd(0); };
  const auto no_rows = [](const VectorXd& x) -> MatrixXd { return MatrixXd(0, x.size()); };
  EXPECT_TRUE(solve_both(no_equations, no_rows, vector({1, 2})).converged());
  EXPECT_EQ(solve_both(no_equations, no_rows, vector({1, 2})).x, vector({1, 2}));
  EXPECT_TRUE(solve_both(no_equations, no_rows, VectorXd(0)).converged());
  const auto no_unknowns = [](const VectorXd&) { return vector({0, 1}); };
  const auto no_columns = [](const VectorXd&) -> MatrixXd { return MatrixXd(2, 0); };
  EXPECT_EQ(solve_both(no_unknowns, no_columns, VectorXd(0)).end, NewtonEnd::kStagnated);
  EXPECT_THROW(solve_newton(no_unknowns, DenseJacobian(no_rows), vector({1})), CheckFailure);
}

// A chain of 300 equations xₖ₊₁ = cos(xₖ) with a copy of each tenth.
TEST(Newton, LargeSparseSystems) {
  const Index n = 300, copies = n / 10;
  const VectorFunction f = [&](const VectorXd& x) {
    VectorXd r(n + copies);
    for (Index k = 0; k < n; ++k) r(k) = x(k) - std::cos(k == 0 ? 0.5 : x(k - 1));
    for (Index k = 0; k < copies; ++k) r(n + k) = 2 * r(10 * k);
    return r;
  };
  const SparseJacobian jacobian = [&](const VectorXd& x) { return SparseMatrix(compute_jacobian(f, x).sparseView()); };
  const NewtonResult result = solve_newton(f, jacobian, VectorXd::Zero(n));
  EXPECT_TRUE(result.converged()) << result.reason;
  EXPECT_LT(result.residual_norm, 1e-14);
  double x = 0.5;
  for (Index k = 0; k < n; ++k) EXPECT_NEAR(result.x(k), x = std::cos(x), 1e-13);
}

}  // namespace
}  // namespace kinemate
