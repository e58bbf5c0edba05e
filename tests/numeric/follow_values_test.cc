#include "numeric/follow_values.h"

#include <Eigen/Dense>

#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

// One unknown: f and its derivatives as functions of x and p.
template <class F, class ByX, class ByP>
CurveSystem branch_of(F f, ByX by_x, ByP by_p) {
  const auto lift = [](auto g) {
    return [g](const VectorXd& x, double p) { return VectorXd::Constant(1, g(x(0), p)); };
  };
  return {lift(f), lift(by_x), lift(by_p)};
}

CurveSystem s_curve() {  // p = x³ - x
  return branch_of([](double x, double p) { return x * x * x - x - p; }, [](double x, double) { return 3 * x * x - 1; },
                   [](double, double) { return -1.0; });
}

std::vector<double> spaced(double first, double last, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(first + (last - first) * i / (count - 1));
  return values;
}

TEST(FollowValues, SolvesAtEachValue) {
  const CurveSystem system =
      branch_of([](double x, double p) { return std::exp(x) - p; }, [](double x, double) { return std::exp(x); },
                [](double, double) { return -1.0; });
  const std::vector<double> values = {1, 2, 1e4, 0.5, 1e-3};
  const std::vector<ValueOnBranch> results = follow_values(system, VectorXd::Zero(1), values);
  ASSERT_EQ(results.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_TRUE(results[i].x) << results[i].reason;
    EXPECT_NEAR((*results[i].x)(0), std::log(values[i]), 1e-13);
    EXPECT_EQ(results[i].p, values[i]);
    EXPECT_EQ(results[i].reached, values[i]);
    EXPECT_TRUE(results[i].reason.empty());
  }
  EXPECT_TRUE(follow_values(system, VectorXd::Zero(1), {}).empty());
}

// The lower branch ends at p = 2/√27; the upper one, on which Newton's method would land, is not taken for it.
TEST(FollowValues, EndsAtAFoldInsteadOfJumping) {
  const double end = 2 / std::sqrt(27);
  for (int count : {2, 5, 40}) {
    const std::vector<double> values = spaced(-3, 3, count);
    const std::vector<ValueOnBranch> results = follow_values(s_curve(), VectorXd::Constant(1, -2), values);
    for (const ValueOnBranch& result : results) {
      EXPECT_EQ(result.x.has_value(), result.p < end) << result.p;
      if (result.x) {
        EXPECT_LT((*result.x)(0), -1 / std::sqrt(3));
        EXPECT_NEAR(std::pow((*result.x)(0), 3) - (*result.x)(0), result.p, 1e-13);
      } else {
        EXPECT_NEAR(result.reached, end, 1e-6);
        EXPECT_NE(result.reason.find("cannot be followed beyond p = 0.3849"), std::string::npos) << result.reason;
      }
    }
  }
}

// Steps that rounding makes zero end the search too: p around 1e9, a fold 0.3 beyond.
TEST(FollowValues, FarFromZero) {
  const double base = 1e9, fold = base + 0.3;
  const CurveSystem system = branch_of([=](double x, double p) { return x * x + (p - fold); },
                                       [](double x, double) { return 2 * x; }, [](double, double) { return 1.0; });
  const std::vector<ValueOnBranch> results = follow_values(system, VectorXd::Ones(1), {base, base + 0.2, base + 1});
  ASSERT_TRUE(results[1].x);
  EXPECT_NEAR((*results[1].x)(0), std::sqrt(0.1), 1e-6);
  EXPECT_FALSE(results[2].x);
  EXPECT_NEAR(results[2].reached, fold, 1e-5);
}

TEST(FollowValues, GoesBackFromTheEnd) {
  const std::vector<ValueOnBranch> results =
      follow_values(s_curve(), VectorXd::Constant(1, -2), {-3, 0, 1, 0.38, 2, -1, -200});
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].x.has_value(), i != 2 && i != 4) << i;
  }
  EXPECT_EQ(results[2].reason, results[4].reason);
  EXPECT_NEAR((*results[1].x)(0), -1, 1e-14);
}

// A slope that is zero at the start predicts nothing: x = p³, p⁵.
TEST(FollowValues, FlatStarts) {
  for (double power : {2.0, 3.0, 5.0}) {
    const CurveSystem system =
        branch_of([=](double x, double p) { return x - std::pow(p, power); }, [](double, double) { return 1.0; },
                  [=](double, double p) { return -power * std::pow(p, power - 1); });
    const std::vector<ValueOnBranch> results = follow_values(system, VectorXd::Zero(1), {0, 1, 2});
    ASSERT_TRUE(results[2].x) << power << results[2].reason;
    EXPECT_NEAR((*results[2].x)(0), std::pow(2, power), 1e-12);
  }
}

// A direction on which nothing depends stays where it is, in rotated coordinates too.
TEST(FollowValues, FreeDirectionsStay) {
  const Eigen::Vector2d along(0.6, 0.8), free(-0.8, 0.6);
  CurveSystem system;
  system.residual = [=](const VectorXd& x, double p) {
    const double y = along.dot(x);
    return VectorXd(along * (y + y * y * y - p));
  };
  system.jacobian = [=](const VectorXd& x, double) {
    const double y = along.dot(x);
    return MatrixXd((1 + 3 * y * y) * along * along.transpose());
  };
  system.by_parameter = [=](const VectorXd&, double) { return VectorXd(-along); };
  const std::vector<ValueOnBranch> results = follow_values(system, 5 * free, spaced(0, 10, 4));
  for (const ValueOnBranch& result : results) {
    ASSERT_TRUE(result.x) << result.reason;
    EXPECT_NEAR(free.dot(*result.x), 5, 1e-12);
  }
  EXPECT_NEAR(along.dot(*results[3].x), 2, 1e-12);
}

TEST(FollowValues, SaysWhyThereIsNoStart) {
  const CurveSystem parabola = branch_of([](double x, double p) { return x * x + 1 - p; },
                                         [](double x, double) { return 2 * x; }, [](double, double) { return -1.0; });
  const std::vector<ValueOnBranch> results = follow_values(parabola, VectorXd::Constant(1, 0.7), {0, 2, 5});
  EXPECT_FALSE(results[0].x);
  EXPECT_NE(results[0].reason.find("no solution was found at p = 0: the residual stays at"), std::string::npos);
  ASSERT_TRUE(results[1].x && results[2].x);  // tried again at the next value
  EXPECT_NEAR((*results[2].x)(0), 2, 1e-13);
}

// Equations that have no value beyond a point say so.
TEST(FollowValues, WhereEquationsHaveNoValue) {
  const CurveSystem system =
      branch_of([](double x, double p) { return x - std::sqrt(1 - p) * (1 - p); }, [](double, double) { return 1.0; },
                [](double, double p) { return 1.5 * std::sqrt(1 - p); });
  const std::vector<ValueOnBranch> results = follow_values(system, VectorXd::Ones(1), {0, 0.5, 2});
  EXPECT_TRUE(results[1].x);
  EXPECT_FALSE(results[2].x);
  EXPECT_NEAR(results[2].reached, 1, 1e-6);
  EXPECT_NE(results[2].reason.find("no finite value"), std::string::npos) << results[2].reason;
}

}  // namespace
}  // namespace kinemate
