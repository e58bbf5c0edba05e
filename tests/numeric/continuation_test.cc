#include "numeric/continuation.h"

#include <Eigen/Dense>
#include <algorithm>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

using Kind = CurvePoint::Kind;
using Scalar2 = std::function<double(double x, double p)>;

VectorXd one_unknown(double value) { return VectorXd::Constant(1, value); }

CurveSystem scalar_curve(Scalar2 f, Scalar2 by_x, Scalar2 by_p) {
  return {[f](const VectorXd& x, double p) { return one_unknown(f(x(0), p)); },
          [by_x](const VectorXd& x, double p) { return MatrixXd(one_unknown(by_x(x(0), p))); },
          [by_p](const VectorXd& x, double p) { return one_unknown(by_p(x(0), p)); }};
}

std::vector<CurvePoint> points_of(const FollowedCurve& curve, Kind kind) {
  std::vector<CurvePoint> result;
  std::copy_if(curve.points.begin(), curve.points.end(), std::back_inserter(result),
               [kind](const CurvePoint& point) { return point.kind == kind; });
  return result;
}

// All points solve the equations, and none is far from the one before.
void expect_on_curve(const CurveSystem& system, const FollowedCurve& curve, double p0, double p1, double x_size = 1) {
  ASSERT_GE(curve.points.size(), 2u);
  EXPECT_EQ(curve.points.front().p, p0);
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const CurvePoint& point = curve.points[i];
    const double size = system.jacobian(point.x, point.p).cwiseAbs().sum() * x_size +
                        system.by_parameter(point.x, point.p).cwiseAbs().sum() * std::abs(p1 - p0);
    EXPECT_LE(system.residual(point.x, point.p).norm(), 1e-11 * size + 1e-14) << i;
    EXPECT_GE(point.p, std::min(p0, p1));
    EXPECT_LE(point.p, std::max(p0, p1));
    EXPECT_EQ(point.kind == Kind::kEnd, i + 1 == curve.points.size() && (point.p == p0 || point.p == p1));
    if (i == 0) continue;
    EXPECT_LE(std::abs(point.p - curve.points[i - 1].p), 0.06 * std::abs(p1 - p0)) << i;
    EXPECT_NE(point.x, curve.points[i - 1].x) << i;
  }
}

const CurveSystem kParabola = scalar_curve([](double x, double p) { return x * x + p; },
                                           [](double x, double) { return 2 * x; }, [](double, double) { return 1.0; });

TEST(Continuation, PassesAFold) {
  const FollowedCurve curve = follow_curve(kParabola, one_unknown(1), -1, 1);
  expect_on_curve(kParabola, curve, -1, 1);
  EXPECT_EQ(curve.end, CurveEnd::kTurnedBack);
  EXPECT_NE(curve.reason.find("turned back to p = -1"), std::string::npos);
  const std::vector<CurvePoint> folds = points_of(curve, Kind::kFold);
  ASSERT_EQ(folds.size(), 1u);
  EXPECT_NEAR(folds[0].p, 0, 1e-14);
  EXPECT_NEAR(folds[0].x(0), 0, 1e-9);
  EXPECT_TRUE(points_of(curve, Kind::kBranch).empty());
  EXPECT_NEAR(curve.points.back().x(0), -1, 1e-14);
  EXPECT_EQ(curve.points.back().p, -1);
  EXPECT_LT(curve.points.size(), 100u);
  // x falls all the way
  for (std::size_t i = 1; i < curve.points.size(); ++i) EXPECT_LT(curve.points[i].x(0), curve.points[i - 1].x(0));
}

TEST(Continuation, ReachesTheEndEitherWay) {
  for (double sign : {1.0, -1.0}) {
    const CurveSystem system =
        scalar_curve([sign](double x, double p) { return x - std::exp(sign * p); }, [](double, double) { return 1.0; },
                     [sign](double, double p) { return -sign * std::exp(sign * p); });
    const FollowedCurve curve = follow_curve(system, one_unknown(1), 0, 2 * sign);
    expect_on_curve(system, curve, 0, 2 * sign);
    EXPECT_EQ(curve.end, CurveEnd::kReached);
    EXPECT_TRUE(curve.reason.empty());
    EXPECT_EQ(curve.points.back().p, 2 * sign);
    EXPECT_NEAR(curve.points.back().x(0), std::exp(2), 1e-12);
    EXPECT_TRUE(points_of(curve, Kind::kFold).empty());
  }
}

TEST(Continuation, HalfACircle) {
  const CurveSystem circle =
      scalar_curve([](double x, double p) { return x * x + p * p - 1; }, [](double x, double) { return 2 * x; },
                   [](double, double p) { return 2 * p; });
  const FollowedCurve curve = follow_curve(circle, one_unknown(0.8), -0.6, 3);
  expect_on_curve(circle, curve, -0.6, 3);
  EXPECT_EQ(curve.end, CurveEnd::kTurnedBack);
  ASSERT_EQ(points_of(curve, Kind::kFold).size(), 1u);
  EXPECT_NEAR(points_of(curve, Kind::kFold)[0].p, 1, 1e-14);
  EXPECT_NEAR(curve.points.back().x(0), -0.8, 1e-13);
}

// p = x³ - x: folds at x = ∓1/√3, p = ±2/(3√3), in any units.
TEST(Continuation, SCurveInAnyUnits) {
  for (double unit_x : {1.0, 1e-6, 1e5}) {
    for (double unit_p : {1.0, 1e8, 1e-7}) {
      const CurveSystem system =
          scalar_curve([=](double x, double p) { return std::pow(x / unit_x, 3) - x / unit_x - p / unit_p; },
                       [=](double x, double) { return (3 * x * x / unit_x / unit_x - 1) / unit_x; },
                       [=](double, double) { return -1 / unit_p; });
      const FollowedCurve curve = follow_curve(system, one_unknown(-2 * unit_x), -6 * unit_p, 6 * unit_p);
      expect_on_curve(system, curve, -6 * unit_p, 6 * unit_p, unit_x);
      EXPECT_EQ(curve.end, CurveEnd::kReached);
      EXPECT_NEAR(curve.points.back().x(0) / unit_x, 2, 1e-12);
      const std::vector<CurvePoint> folds = points_of(curve, Kind::kFold);
      ASSERT_EQ(folds.size(), 2u) << unit_x << ' ' << unit_p;
      EXPECT_NEAR(folds[0].p / unit_p, 2 / std::sqrt(27), 1e-13);
      EXPECT_NEAR(folds[1].p / unit_p, -2 / std::sqrt(27), 1e-13);
      EXPECT_NEAR(folds[0].x(0) / unit_x, -1 / std::sqrt(3), 1e-7);
      EXPECT_LT(curve.points.size(), 150u);
    }
  }
}

const CurveSystem kPitchfork =
    scalar_curve([](double x, double p) { return p * x - x * x * x; }, [](double x, double p) { return p - 3 * x * x; },
                 [](double x, double) { return x; });

TEST(Continuation, GoesStraightOnAtAPitchfork) {
  const FollowedCurve curve = follow_curve(kPitchfork, one_unknown(0), -1, 1.3);
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  const std::vector<CurvePoint> branches = points_of(curve, Kind::kBranch);
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_NEAR(branches[0].p, 0, 1e-9);
  for (const CurvePoint& point : curve.points) EXPECT_EQ(point.x(0), 0);
  // along the bent branch p turns where the other one crosses
  const FollowedCurve bent = follow_curve(kPitchfork, one_unknown(1), 1, -1);
  EXPECT_EQ(bent.end, CurveEnd::kTurnedBack);
  EXPECT_NEAR(bent.points.back().x(0), -1, 1e-13);
  ASSERT_EQ(points_of(bent, Kind::kBranch).size(), 1u);
  EXPECT_NEAR(points_of(bent, Kind::kBranch)[0].p, 0, 1e-7);  // a triple root: x to 1e-4
  EXPECT_TRUE(points_of(bent, Kind::kFold).empty());
}

// Steps of 1, 2, 4, 4 ...: one ends on the branch point itself.
TEST(Continuation, StepsOntoABranchPoint) {
  const FollowedCurve curve = follow_curve(kPitchfork, one_unknown(0), -27, 37, {.largest_step = 1.0 / 16});
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  ASSERT_EQ(points_of(curve, Kind::kBranch).size(), 1u);
  EXPECT_EQ(points_of(curve, Kind::kBranch)[0].p, 0);
  EXPECT_EQ(curve.points.size(), 19u);  // the branch point is one of the steps, not one more
}

TEST(Continuation, Transcritical) {
  const CurveSystem system =
      scalar_curve([](double x, double p) { return x * (p - x); }, [](double x, double p) { return p - 2 * x; },
                   [](double x, double) { return x; });
  const FollowedCurve curve = follow_curve(system, one_unknown(-1), -1, 2);  // along x = p
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  EXPECT_NEAR(curve.points.back().x(0), 2, 1e-13);
  ASSERT_EQ(points_of(curve, Kind::kBranch).size(), 1u);
  EXPECT_NEAR(points_of(curve, Kind::kBranch)[0].p, 0, 1e-9);
}

// A fold is no branch point, nor is an inflexion a fold: p = x³.
TEST(Continuation, AnInflexionIsNoFold) {
  const CurveSystem system =
      scalar_curve([](double x, double p) { return x * x * x - p; }, [](double x, double) { return 3 * x * x; },
                   [](double, double) { return -1.0; });
  const FollowedCurve curve = follow_curve(system, one_unknown(-1), -1, 1);
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  EXPECT_TRUE(points_of(curve, Kind::kFold).empty());
  EXPECT_TRUE(points_of(curve, Kind::kBranch).empty());
}

// A von Mises truss: two bars of length ℓ on springs, height h, load p; with a second unknown that follows the first,
// and a third on which nothing depends.
CurveSystem truss_with_free_unknown() {
  const auto f = [](const VectorXd& x, double p) {
    VectorXd result(3);
    result << x(0) - 3 * x(0) * x(0) + 2 * std::pow(x(0), 3) - p, 1e3 * (x(1) - std::sin(x(0))), 0;
    return result;
  };
  const auto by_x = [](const VectorXd& x, double) {
    MatrixXd result = MatrixXd::Zero(3, 3);
    result(0, 0) = 1 - 6 * x(0) + 6 * x(0) * x(0);
    result(1, 0) = -1e3 * std::cos(x(0));
    result(1, 1) = 1e3;
    return result;
  };
  const auto by_p = [](const VectorXd&, double) {
    VectorXd result(3);
    result << -1, 0, 0;
    return result;
  };
  return {f, by_x, by_p};
}

TEST(Continuation, FreeDirectionsStay) {
  const CurveSystem system = truss_with_free_unknown();
  VectorXd start(3);
  start << -0.2, 0, 0.7;
  const FollowedCurve curve = follow_curve(system, start, -0.3, 0.5);
  expect_on_curve(system, curve, -0.3, 0.5);
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  const std::vector<CurvePoint> folds = points_of(curve, Kind::kFold);
  ASSERT_EQ(folds.size(), 2u);  // p = ±√3/18
  EXPECT_NEAR(folds[0].p, std::sqrt(3) / 18, 1e-13);
  EXPECT_NEAR(folds[0].x(0), (1 - 1 / std::sqrt(3)) / 2, 1e-7);
  for (const CurvePoint& point : curve.points) {
    EXPECT_NEAR(point.x(2), 0.7, 1e-12);
    EXPECT_NEAR(point.x(1), std::sin(point.x(0)), 1e-11);
  }
  EXPECT_TRUE(points_of(curve, Kind::kBranch).empty());
}

// With a free unknown too, the branch point of a pitchfork is seen.
TEST(Continuation, BranchPointBesideAFreeDirection) {
  CurveSystem system;
  system.residual = [](const VectorXd& x, double p) { return VectorXd(Eigen::Vector2d(0, (p - x(1) * x(1)) * x(1))); };
  system.jacobian = [](const VectorXd& x, double p) {
    MatrixXd result = MatrixXd::Zero(2, 2);
    result(1, 1) = p - 3 * x(1) * x(1);
    return result;
  };
  system.by_parameter = [](const VectorXd& x, double) { return VectorXd(Eigen::Vector2d(0, x(1))); };
  const FollowedCurve curve = follow_curve(system, Eigen::Vector2d(5, 0), -1, 1.3);
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  ASSERT_EQ(points_of(curve, Kind::kBranch).size(), 1u);
  EXPECT_NEAR(points_of(curve, Kind::kBranch)[0].p, 0, 1e-9);
}

// A start on a branch point, with a direction more than elsewhere, is no free direction for ever.
TEST(Continuation, FromABranchPoint) {
  const FollowedCurve curve = follow_curve(kPitchfork, one_unknown(0), 0, 1);
  EXPECT_EQ(curve.end, CurveEnd::kReached);
  EXPECT_TRUE(points_of(curve, Kind::kFold).empty());
}

TEST(Continuation, SaysWhyItEnds) {
  // no real value beyond p = 0.5
  const CurveSystem system =
      scalar_curve([](double x, double p) { return x - std::sqrt(0.5 - p) * std::sqrt(0.5 - p) * std::sqrt(0.5 - p); },
                   [](double, double) { return 1.0; }, [](double, double p) { return 1.5 * std::sqrt(0.5 - p); });
  const FollowedCurve ended = follow_curve(system, one_unknown(0), 0, 1);
  EXPECT_EQ(ended.end, CurveEnd::kStepTooSmall);
  EXPECT_NEAR(ended.points.back().p, 0.5, 1e-6);
  EXPECT_NE(ended.reason.find("beyond p = 0.5"), std::string::npos) << ended.reason;
  const FollowedCurve bad = follow_curve(kParabola, one_unknown(1), 1, 2);
  EXPECT_EQ(bad.end, CurveEnd::kBadStart);
  EXPECT_TRUE(bad.points.empty());
  EXPECT_NE(bad.reason.find("no solution was found at p = 1"), std::string::npos);
  const FollowedCurve few = follow_curve(kParabola, one_unknown(1), -1, 1, {.most_points = 7});
  EXPECT_EQ(few.end, CurveEnd::kPointLimit);
  EXPECT_EQ(few.points.size(), 7u);
  EXPECT_THROW(follow_curve(kParabola, one_unknown(1), -1, -1), CheckFailure);
}

// A fold just beyond the range is not seen, just inside it is.
TEST(Continuation, FoldsNextToTheRange) {
  const FollowedCurve inside = follow_curve(kParabola, one_unknown(1), -1, 1e-3);
  EXPECT_EQ(inside.end, CurveEnd::kTurnedBack);
  for (double end : {-1e-3, -1e-6}) {
    const FollowedCurve outside = follow_curve(kParabola, one_unknown(1), -1, end);
    EXPECT_EQ(outside.end, CurveEnd::kReached) << end;
    EXPECT_TRUE(points_of(outside, Kind::kFold).empty());
    EXPECT_NEAR(outside.points.back().x(0), std::sqrt(-end), 1e-11);
    EXPECT_EQ(outside.points.back().p, end);
  }
}

}  // namespace
}  // namespace kinemate
