#include "optimum/least_squares.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>

#include "base/error.h"
#include "optimum/statistical_reference.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Numbers = std::vector<double>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
const double kEndless = std::numeric_limits<double>::infinity();

using Curve = double (*)(std::span<const double> b, double x, std::span<double> derivatives);

LeastSquaresProblem curve_fit(Curve curve, Numbers x, Numbers y, Numbers start) {
  LeastSquaresProblem problem{.start = std::move(start), .residuals = x.size()};
  problem.evaluate = [curve, x = std::move(x), y = std::move(y)](auto p, auto residuals, auto jacobian) {
    Numbers row(p.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      residuals[i] = curve(p, x[i], row) - y[i];
      if (!jacobian.empty())
        std::copy(row.begin(), row.end(), jacobian.begin() + static_cast<std::ptrdiff_t>(i * p.size()));
    }
    return true;
  };
  return problem;
}

double decay(std::span<const double> b, double x, std::span<double> derivatives) {
  const double e = std::exp(-b[1] * x);
  derivatives[0] = e;
  derivatives[1] = -b[0] * x * e;
  return b[0] * e;
}

void expect_relative(const Numbers& values, const Numbers& expected, double error, const std::string& what) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t j = 0; j < values.size(); ++j) {
    EXPECT_NEAR(values[j], expected[j], error * std::abs(expected[j])) << what << ' ' << j;
  }
}

TEST(LeastSquares, CertifiedAnswers) {
  for (const StatisticalReference& reference : statistical_references()) {
    for (const Numbers& start : reference.starts) {
      const std::string what = reference.name + " from " + std::to_string(start[0]);
      LeastSquaresProblem problem = curve_fit(reference.curve, reference.x, reference.y, start);
      problem.most_iterations = 1000;
      if (what.starts_with("BoxBOD from 1.0")) problem.low = {0, 0}, problem.high = {1e3, 3};  // b2 → ∞ fits well, too
      const LeastSquaresResult result = fit_least_squares(problem);
      EXPECT_TRUE(result.converged) << what << result.reason;
      expect_relative(result.values, reference.certified, 1e-7, what);  // a millionth of the deviations at most
      expect_relative(result.deviations, reference.deviations, 1e-6, what);
      EXPECT_NEAR(2 * result.cost, reference.square_sum, 1e-9 * reference.square_sum) << what;
      EXPECT_EQ(result.freedoms, reference.x.size() - start.size());
      EXPECT_TRUE(result.undetermined.empty());
    }
  }
}

// From far away BoxBOD ends on a plateau, the mean of all y, where the rate no longer shows: the fit says so.
TEST(LeastSquares, APlateauIsSeenByWhatIsUndetermined) {
  const StatisticalReference reference = statistical_references()[1];
  const LeastSquaresResult result = fit_least_squares(curve_fit(reference.curve, reference.x, reference.y, {1, 1}));
  EXPECT_NEAR(result.values[0], 1035.0 / 6, 1e-6);
  EXPECT_EQ(result.undetermined, std::vector<std::size_t>{1});
  EXPECT_EQ(result.freedoms, 5u);
}

// Rosenbrock's valley as residuals 10 (y - x²) and 1 - x.
LeastSquaresProblem rosenbrock() {
  return {.start = {-1.2, 1}, .residuals = 2, .evaluate = [](auto p, auto residuals, auto jacobian) {
            residuals[0] = 10 * (p[1] - p[0] * p[0]);
            residuals[1] = 1 - p[0];
            if (jacobian.empty()) return true;
            jacobian[0] = -20 * p[0], jacobian[1] = 10;
            jacobian[2] = -1, jacobian[3] = 0;
            return true;
          }};
}

TEST(LeastSquares, RosenbrocksValley) {
  const LeastSquaresResult result = fit_least_squares(rosenbrock());
  EXPECT_TRUE(result.converged) << result.reason;
  expect_relative(result.values, {1, 1}, 1e-10, "rosenbrock");
  EXPECT_LT(result.cost, 1e-20);
  EXPECT_LT(result.iterations, 40);
  EXPECT_TRUE(std::isinf(result.deviations[0]));  // two residuals, two parameters
}

struct RandomLines {
  RowMajor a;
  Eigen::VectorXd b;

  LeastSquaresProblem problem() const {
    LeastSquaresProblem result{.start = Numbers(static_cast<std::size_t>(a.cols()), 0),
                               .residuals = static_cast<std::size_t>(a.rows())};
    result.evaluate = [this](auto p, auto residuals, auto jacobian) {
      Eigen::Map<Eigen::VectorXd>(residuals.data(), a.rows()) =
          a * Eigen::Map<const Eigen::VectorXd>(p.data(), a.cols()) - b;
      if (!jacobian.empty()) Eigen::Map<RowMajor>(jacobian.data(), a.rows(), a.cols()) = a;
      return true;
    };
    return result;
  }
};

RandomLines random_lines(Index rows, Index columns, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  RandomLines result{RowMajor(rows, columns), Eigen::VectorXd(rows)};
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) result.a(i, j) = normal(random);
    result.b(i) = normal(random);
  }
  return result;
}

TEST(LeastSquares, LinearProblemsAgainstEigen) {
  std::mt19937_64 random(11);
  for (const Index columns : {1, 3, 8}) {
    const RandomLines lines = random_lines(30, columns, random);
    const LeastSquaresResult result = fit_least_squares(lines.problem());
    const Eigen::VectorXd expected = lines.a.colPivHouseholderQr().solve(lines.b);
    EXPECT_TRUE(result.converged) << result.reason;
    for (Index j = 0; j < columns; ++j) EXPECT_NEAR(result.values[static_cast<std::size_t>(j)], expected(j), 1e-13);
    const Eigen::VectorXd residual = lines.a * expected - lines.b;
    EXPECT_NEAR(result.rms, residual.norm() / std::sqrt(30), 1e-12);
    const double variance = residual.squaredNorm() / static_cast<double>(30 - columns);
    EXPECT_NEAR(result.covariance[0], variance * (lines.a.transpose() * lines.a).inverse()(0, 0), 1e-10);
  }
}

// The least squares of a box, by trying all ways in which bounds can hold.
Eigen::VectorXd box_minimum(const RandomLines& lines, double low, double high) {
  const Index n = lines.a.cols();
  Eigen::VectorXd best;
  double least = kEndless;
  for (int code = 0, codes = static_cast<int>(std::pow(3, n)); code < codes; ++code) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    std::vector<Index> free;
    for (Index j = 0, rest = code; j < n; ++j, rest /= 3) {
      if (rest % 3 == 0) free.push_back(j);
      if (rest % 3 != 0) x(j) = rest % 3 == 1 ? low : high;
    }
    const Eigen::MatrixXd part = lines.a(Eigen::all, free);
    if (!free.empty()) x(free) = part.colPivHouseholderQr().solve(lines.b - lines.a * x);
    const double square = (lines.a * x - lines.b).squaredNorm();
    if (x.maxCoeff() <= high && x.minCoeff() >= low && square < least) least = square, best = x;
  }
  return best;
}

TEST(LeastSquares, BoundsHoldAsInABruteForceSearch) {
  std::mt19937_64 random(5);
  int held = 0;
  for (int round = 0; round < 20; ++round) {
    const RandomLines lines = random_lines(7, 5, random);
    LeastSquaresProblem problem = lines.problem();
    problem.low.assign(5, -0.1);
    problem.high.assign(5, 0.3);
    if (round % 2 == 1) problem.start.assign(5, 0.3);  // in a corner, which most of them must leave
    const LeastSquaresResult result = fit_least_squares(problem);
    const Eigen::VectorXd expected = box_minimum(lines, -0.1, 0.3);
    EXPECT_TRUE(result.converged) << result.reason;
    EXPECT_LT(result.iterations, 40);
    for (Index j = 0; j < 5; ++j) {
      const auto k = static_cast<std::size_t>(j);
      EXPECT_NEAR(result.values[k], expected(j), 1e-12) << round;
      const bool at_bound = expected(j) == -0.1 || expected(j) == 0.3;
      EXPECT_EQ(result.at_bound[k], at_bound) << round;
      EXPECT_TRUE(!at_bound || result.values[k] == expected(j)) << round;
      EXPECT_EQ(result.deviations[k] == 0, at_bound);
      held += at_bound;
    }
  }
  EXPECT_GT(held, 25);
  EXPECT_LT(held, 90);
}

TEST(LeastSquares, RosenbrocksValleyWithAWall) {
  LeastSquaresProblem problem = rosenbrock();
  problem.low = {-2, -2};
  problem.high = {0.5, 2};
  const LeastSquaresResult result = fit_least_squares(problem);
  EXPECT_TRUE(result.converged) << result.reason;
  EXPECT_EQ(result.values[0], 0.5);
  EXPECT_NEAR(result.values[1], 0.25, 1e-10);
  EXPECT_EQ(result.at_bound, (std::vector<bool>{true, false}));
}

TEST(LeastSquares, EqualBoundsHoldAParameter) {
  LeastSquaresProblem problem = curve_fit(decay, {0, 1, 2}, {2, 1, 0.5}, {1, 0.3});
  problem.low = {-kEndless, 0.3};
  problem.high = {kEndless, 0.3};
  const LeastSquaresResult result = fit_least_squares(problem);
  const double e = std::exp(-0.3);
  EXPECT_NEAR(result.values[0], (2 + e + 0.5 * e * e) / (1 + e * e + e * e * e * e), 1e-12);
  EXPECT_EQ(result.values[1], 0.3);
  EXPECT_EQ(result.freedoms, 2u);
  problem.low = problem.high = problem.start;
  EXPECT_TRUE(fit_least_squares(problem).converged);
  EXPECT_EQ(fit_least_squares(problem).values, problem.start);
}

// 95 % intervals hold the truth 95 % of the time. Four freedoms only, where 1.96 instead of Student's 2.78 would be
// right 88 % of the time; 400 repeats scatter by 1.1 %.
TEST(LeastSquares, IntervalsHoldTheTruthAsOftenAsTheySay) {
  const Numbers truth{2, 0.7}, x{0, 0.4, 0.8, 1.4, 2.2, 3};
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(0, 0.01);
  int right[2] = {0, 0};
  for (int repeat = 0; repeat < 400; ++repeat) {
    Numbers y, unused(2);
    for (const double at : x) y.push_back(decay(truth, at, unused) + noise(random));
    const LeastSquaresResult result = fit_least_squares(curve_fit(decay, x, y, {1, 1}));
    ASSERT_TRUE(result.converged) << result.reason;
    for (std::size_t j = 0; j < 2; ++j) right[j] += std::abs(result.values[j] - truth[j]) <= result.confidence[j];
  }
  for (const int count : right) {
    EXPECT_GT(count, 0.917 * 400);
    EXPECT_LT(count, 0.983 * 400);
  }
}

// Only the product of the amplitudes shows; the rate is as sure as if there were one.
TEST(LeastSquares, UndeterminedParametersAreNamed) {
  const Curve curve = [](std::span<const double> b, double x, std::span<double> derivatives) {
    const double e = std::exp(-b[1] * x);
    derivatives[0] = b[2] * e;
    derivatives[1] = -b[0] * b[2] * x * e;
    derivatives[2] = b[0] * e;
    return b[0] * b[2] * e;
  };
  const Numbers x{0, 1, 2, 3, 4}, y{6.1, 3.0, 1.4, 0.8, 0.35};
  const LeastSquaresResult pair = fit_least_squares(curve_fit(curve, x, y, {1, 1, 1}));
  const LeastSquaresResult single = fit_least_squares(curve_fit(decay, x, y, {1, 1}));
  EXPECT_TRUE(pair.converged) << pair.reason;
  EXPECT_EQ(pair.undetermined, (std::vector<std::size_t>{0, 2}));
  EXPECT_NEAR(pair.values[0] * pair.values[2], single.values[0], 1e-8);
  EXPECT_NEAR(pair.values[1], single.values[1], 1e-8);
  EXPECT_NEAR(pair.deviations[1], single.deviations[1], 1e-8);
  EXPECT_TRUE(std::isinf(pair.confidence[0]) && std::isinf(pair.confidence[2]));
  EXPECT_EQ(pair.freedoms, 3u);
  EXPECT_GT(pair.condition, 1e8);
  EXPECT_TRUE(single.undetermined.empty());
}

TEST(LeastSquares, UnitsDoNotMatter) {
  const Numbers x{0, 1, 2, 3, 4}, y{6.1, 3.0, 1.4, 0.8, 0.35};
  const LeastSquaresResult plain = fit_least_squares(curve_fit(decay, x, y, {1, 1}));
  for (const double unit : {1e-15, 1e12}) {
    // amplitudes in other units, and rates in the inverse ones
    Numbers x_other = x, y_other = y;
    for (double& value : x_other) value *= unit;
    for (double& value : y_other) value *= unit;
    const LeastSquaresResult other = fit_least_squares(curve_fit(decay, x_other, y_other, {unit, 1 / unit}));
    EXPECT_TRUE(other.converged) << other.reason;
    EXPECT_LE(other.iterations, plain.iterations + 2);
    expect_relative(other.values, {plain.values[0] * unit, plain.values[1] / unit}, 1e-9, "values");
    expect_relative(other.deviations, {plain.deviations[0] * unit, plain.deviations[1] / unit}, 1e-7, "deviations");
  }
}

// The first steps lead below 0, where a logarithm is refused or not a number.
TEST(LeastSquares, StepsToWhereThereIsNoValueAreShortened) {
  LeastSquaresProblem problem{.start = {4}, .residuals = 2};
  int missing = 0;
  problem.evaluate = [&](auto p, auto residuals, auto jacobian) {
    if (p[0] < 0 && ++missing % 2 == 1) return false;
    residuals[0] = std::log(p[0]) + 3;
    residuals[1] = std::log(p[0]) + 3.2;
    if (!jacobian.empty()) jacobian[0] = jacobian[1] = 1 / p[0];
    return true;
  };
  testing::internal::CaptureStderr();
  const LeastSquaresResult result = fit_least_squares(problem);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_GT(missing, 0);
  EXPECT_TRUE(result.converged) << result.reason;
  EXPECT_NEAR(result.values[0], std::exp(-3.1), 1e-10);
}

// Values, but derivatives only below 2: the fit goes as far as there are some, and does not claim to be done.
TEST(LeastSquares, StopsAtTheBorderOfWhereThereAreDerivatives) {
  LeastSquaresProblem problem{.start = {0}, .residuals = 1};
  problem.evaluate = [](auto p, auto residuals, auto jacobian) {
    residuals[0] = p[0] - 5;
    if (!jacobian.empty()) jacobian[0] = 1;
    return jacobian.empty() || p[0] < 2;
  };
  testing::internal::CaptureStderr();
  const LeastSquaresResult result = fit_least_squares(problem);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_FALSE(result.converged);
  EXPECT_LT(result.values[0], 2);
  EXPECT_GT(result.values[0], 0);
}

TEST(LeastSquares, BeingStuckIsNotBeingDone) {
  LeastSquaresProblem problem{.start = {0}, .residuals = 1};
  problem.evaluate = [](auto p, auto residuals, auto jacobian) {
    residuals[0] = p[0] - 5;
    if (!jacobian.empty()) jacobian[0] = 1;
    return p[0] < 2;
  };
  const LeastSquaresResult result = fit_least_squares(problem);
  EXPECT_FALSE(result.converged) << result.reason;
  EXPECT_NE(result.reason.find("no values"), std::string::npos);
}

TEST(LeastSquares, NoPointIsComputedTwice) {
  for (double amplitude = 90; amplitude < 110; amplitude += 1.7) {
    LeastSquaresProblem problem =
        curve_fit(saturation_curve, {1, 2, 3, 5, 7, 10}, {109, 149, 149, 191, 213, 224}, {amplitude, amplitude / 130});
    problem.low = {0, 0};
    problem.high = {205.1, 3};  // the first is held
    std::multiset<Numbers> plain, full;
    problem.evaluate = [&, inner = problem.evaluate](auto p, auto residuals, auto jacobian) {
      (jacobian.empty() ? plain : full).insert(Numbers(p.begin(), p.end()));
      return inner(p, residuals, jacobian);
    };
    const LeastSquaresResult result = fit_least_squares(problem);
    EXPECT_EQ(result.values[0], 205.1);
    for (const Numbers& p : full) EXPECT_EQ(full.count(p), 1u);
    for (const Numbers& p : plain) EXPECT_EQ(plain.count(p), 1u);
    EXPECT_LE(static_cast<int>(plain.size()), result.iterations + 2);  // the last of each round changed nothing
    EXPECT_LE(static_cast<int>(full.size()), result.iterations + 2);   // the start and the last step
  }
}

TEST(LeastSquares, ProgressIsToldAndMayStop) {
  LeastSquaresProblem problem = rosenbrock();
  Numbers costs;
  problem.progress = [&](int iteration, double cost) {
    costs.push_back(cost);
    EXPECT_EQ(iteration, static_cast<int>(costs.size()));
    return iteration < 4;
  };
  const LeastSquaresResult result = fit_least_squares(problem);
  EXPECT_EQ(costs.size(), 4u);
  EXPECT_TRUE(std::is_sorted(costs.rbegin(), costs.rend()));
  EXPECT_EQ(costs.back(), result.cost);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.reason, "stopped after 4 steps");
}

TEST(LeastSquares, StepsAreLimited) {
  LeastSquaresProblem problem = rosenbrock();
  problem.most_iterations = 3;
  const LeastSquaresResult result = fit_least_squares(problem);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations, 3);
  EXPECT_EQ(result.reason, "the residuals were still falling after 3 steps");
  problem.most_iterations = 0;
  EXPECT_EQ(fit_least_squares(problem).values, problem.start);
}

TEST(LeastSquares, ResultsRepeatToTheLastBit) {
  const auto fit = [] { return fit_least_squares(curve_fit(decay, {0, 1, 2, 3}, {3, 1.4, 0.8, 0.3}, {1, 1})); };
  EXPECT_EQ(fit().values, fit().values);
  EXPECT_EQ(fit().covariance, fit().covariance);
}

TEST(LeastSquares, ExceptionsPass) {
  LeastSquaresProblem problem = rosenbrock();
  int calls = 0;
  problem.evaluate = [&, inner = problem.evaluate](auto p, auto residuals, auto jacobian) {
    if (++calls == 4) throw std::runtime_error("the machine is on fire");
    EXPECT_LT(calls, 4);
    return inner(p, residuals, jacobian);
  };
  EXPECT_THROW(fit_least_squares(problem), std::runtime_error);
  calls = 3;
  EXPECT_THROW(fit_least_squares(problem), std::runtime_error);
}

std::string fit_complaint(const LeastSquaresProblem& problem) {
  try {
    fit_least_squares(problem);
  } catch (const Error& error) {
    return error.message;
  }
  return "";
}

TEST(LeastSquares, MistakesAreErrors) {
  LeastSquaresProblem problem = curve_fit(decay, {1}, {1}, {1, 1});
  EXPECT_EQ(fit_complaint(problem), "2 parameters cannot be found from 1 residuals");
  problem.low = {-kEndless, 1};
  problem.high = {kEndless, 1};
  EXPECT_EQ(fit_complaint(problem), "");
  problem.low[1] = problem.high[1] = 2;
  EXPECT_EQ(fit_complaint(problem), "parameter 2 starts at 1, outside of its bounds 2 ... 2");
  problem = rosenbrock();
  problem.evaluate = [](auto, auto, auto) { return false; };
  EXPECT_EQ(fit_complaint(problem), "the residuals have no values at the start of the fit");
  problem.start.clear();
  EXPECT_EQ(fit_complaint(problem), "there is no parameter to be found");
}

}  // namespace
}  // namespace kinemate
