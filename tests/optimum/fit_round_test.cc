#include "optimum/fit_round.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace kinemate {
namespace {

const double kFar = std::numeric_limits<double>::infinity();

// (p₀ - 3, p₁ + 2): each parameter has its own goal.
LeastSquaresProblem two_goals() {
  return {.start = {0, 0}, .residuals = 2, .evaluate = [](auto p, auto residuals, auto jacobian) {
            residuals[0] = p[0] - 3;
            residuals[1] = p[1] + 2;
            if (!jacobian.empty()) jacobian[0] = jacobian[3] = 1, jacobian[1] = jacobian[2] = 0;
            return true;
          }};
}

struct RoundSetting {
  explicit RoundSetting(LeastSquaresProblem given, VariableBounds limits)
      : problem(std::move(given)), bounds(std::move(limits)), cache(problem) {
    cache.with_jacobian(problem.start);
  }

  LeastSquaresProblem problem;
  VariableBounds bounds;
  std::vector<double> scale{1, 1};
  CachedResiduals cache;
  FitRound round{.problem = problem, .bounds = bounds, .scale = scale, .factor = 1e6, .held = {false, false}};
};

TEST(FitRound, SettlesAtTheGoal) {
  RoundSetting setting(two_goals(), {{-kFar, -kFar}, {kFar, kFar}});
  EXPECT_EQ(run_round(setting.round, setting.cache), RoundEnd::kSettled);
  EXPECT_NEAR(setting.cache.best().p[0], 3, 1e-7);
  EXPECT_NEAR(setting.cache.best().p[1], -2, 1e-7);
  EXPECT_GT(setting.round.steps, 0);
}

TEST(FitRound, HeldParametersStay) {
  RoundSetting setting(two_goals(), {{-kFar, -kFar}, {kFar, kFar}});
  setting.round.held[1] = true;
  EXPECT_EQ(run_round(setting.round, setting.cache), RoundEnd::kSettled);
  EXPECT_NEAR(setting.cache.best().p[0], 3, 1e-7);
  EXPECT_EQ(setting.cache.best().p[1], 0);
  setting.round.held[0] = true;
  const int steps = setting.round.steps;
  EXPECT_EQ(run_round(setting.round, setting.cache), RoundEnd::kSettled);
  EXPECT_EQ(setting.round.steps, steps);
}

TEST(FitRound, EndsWhereABoundBeginsToHold) {
  RoundSetting setting(two_goals(), {{-kFar, -kFar}, {1.1, kFar}});
  EXPECT_EQ(run_round(setting.round, setting.cache), RoundEnd::kBoundHit);
  EXPECT_EQ(setting.cache.best().p[0], 1.1);
  EXPECT_EQ(setting.round.steps, 1);
  EXPECT_GT(bound_pressure(setting.cache.best(), setting.bounds, 0), 0);
}

TEST(FitRound, PressureIsTowardsTheBoundAndOnlyAtIt) {
  const VariableBounds bounds{{0, 0, 0}, {1, 1, 0}};
  FitPoint point{.p = {0, 1, 0}, .residuals = {3, 4}, .jacobian = {1, 1, 1, 0, 0, 1}};
  EXPECT_DOUBLE_EQ(bound_pressure(point, bounds, 0), 0.6);   // wants below 0
  EXPECT_DOUBLE_EQ(bound_pressure(point, bounds, 1), -0.6);  // wants away from 1
  EXPECT_EQ(bound_pressure(point, bounds, 2), 0);            // fixed
  point.p[0] = 0.5;
  EXPECT_EQ(bound_pressure(point, bounds, 0), 0);
}

TEST(FitRound, StepsAreCountedAndLimited) {
  LeastSquaresProblem problem = two_goals();
  problem.most_iterations = 1;
  RoundSetting setting(problem, {{-kFar, -kFar}, {kFar, kFar}});
  EXPECT_EQ(run_round(setting.round, setting.cache), RoundEnd::kTooManySteps);
  EXPECT_EQ(setting.round.steps, 1);
}

TEST(FitRound, ExceptionsAreKeptForLater) {
  LeastSquaresProblem problem = two_goals();
  problem.progress = [](int, double) -> bool { throw std::runtime_error("no more"); };
  RoundSetting setting(problem, {{-kFar, -kFar}, {kFar, kFar}});
  EXPECT_NO_THROW(run_round(setting.round, setting.cache));
  EXPECT_THROW(setting.cache.rethrow(), std::runtime_error);
}

}  // namespace
}  // namespace kinemate
