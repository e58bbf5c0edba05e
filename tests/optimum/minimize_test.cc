#include "optimum/minimize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "base/error.h"

namespace kinemate {
namespace {

using Point = std::span<const double>;
using Numbers = std::vector<double>;

std::optional<double> valley(Point p) { return 100 * std::pow(p[1] - p[0] * p[0], 2) + std::pow(1 - p[0], 2); }

std::optional<double> valley_with_gradient(Point p, std::span<double> gradient) {
  const double away = p[1] - p[0] * p[0];
  gradient[0] = -400 * p[0] * away - 2 * (1 - p[0]);
  gradient[1] = 200 * away;
  return valley(p);
}

// Rastrigin's function: a minimum at about every whole number, the smallest at 0.
std::optional<double> egg_box(Point p) {
  double sum = 0;
  for (const double x : p) sum += x * x + 10 * (1 - std::cos(2 * std::numbers::pi * x));
  return sum;
}

void expect_near(const MinimizeResult& result, const Numbers& expected, double error) {
  EXPECT_TRUE(result.converged) << result.reason;
  ASSERT_EQ(result.values.size(), expected.size());
  for (std::size_t j = 0; j < expected.size(); ++j) EXPECT_NEAR(result.values[j], expected[j], error) << j;
}

TEST(Minimize, RosenbrocksValleyInEveryWay) {
  for (const bool bounded : {false, true}) {
    for (const bool slopes : {false, true}) {
      MinimizeProblem problem{.start = {-1.2, 1}, .value = valley};
      if (bounded) problem.low = {-2, -2}, problem.high = {2, 2};
      if (slopes) problem.value_and_gradient = valley_with_gradient;
      const MinimizeResult result = minimize(problem);
      expect_near(result, {1, 1}, 1e-5);
      EXPECT_EQ(result.value, *valley(result.values));
      EXPECT_LT(result.evaluations, slopes ? 120 : 300);
      EXPECT_EQ(result.at_bound, (std::vector<bool>{false, false}));
    }
  }
}

TEST(Minimize, BoundsHold) {
  for (const bool slopes : {false, true}) {
    MinimizeProblem problem{.start = {-1.2, 1}, .low = {-2, -2}, .high = {0.5, 2}, .value = [](Point p) {
                              EXPECT_LE(p[0], 0.5);
                              EXPECT_GE(p[0], -2);
                              EXPECT_LE(std::abs(p[1]), 2);
                              return valley(p);
                            }};
    if (slopes) problem.value_and_gradient = valley_with_gradient;
    const MinimizeResult result = minimize(problem);
    expect_near(result, {0.5, 0.25}, 1e-5);
    EXPECT_EQ(result.values[0], 0.5);
    EXPECT_EQ(result.at_bound, (std::vector<bool>{true, false}));
  }
}

TEST(Minimize, CornersAreReachedExactly) {
  const MinimizeProblem problem{
      .start = {0.7, 0.1}, .low = {0.1, 0.1}, .high = {0.7, 0.9}, .value = [](Point p) { return p[0] - 2 * p[1]; }};
  EXPECT_EQ(minimize(problem).values, (Numbers{0.1, 0.9}));
}

TEST(Minimize, ASingleVariable) {
  MinimizeProblem problem{.start = {4}, .value = [](Point p) { return std::cosh(p[0] - 1.25); }};
  expect_near(minimize(problem), {1.25}, 1e-4);
  problem.low = {2};
  problem.high = {10};
  expect_near(minimize(problem), {2}, 0);
  problem.value_and_gradient = [](Point p, std::span<double> gradient) {
    gradient[0] = std::sinh(p[0] - 3.5);
    return std::cosh(p[0] - 3.5);
  };
  expect_near(minimize(problem), {3.5}, 1e-6);
}

TEST(Minimize, SizesMayDifferWidely) {
  const auto bowl = [](Point p) {
    const double x = p[0] / 1e9 - 3, y = p[1] / 1e-3 - 0.2;
    return 1e-7 * (x * x + 10 * y * y + x * y + 1);
  };
  for (const bool bounded : {false, true}) {
    for (const bool slopes : {false, true}) {
      MinimizeProblem problem{.start = {1e9, 1e-3}, .value = bowl};
      if (bounded) problem.low = {0, 0}, problem.high = {1e10, 1e-2};
      if (slopes) {
        problem.value_and_gradient = [&](Point p, std::span<double> gradient) {
          const double x = p[0] / 1e9 - 3, y = p[1] / 1e-3 - 0.2;
          gradient[0] = 1e-7 * (2 * x + y) / 1e9;
          gradient[1] = 1e-7 * (20 * y + x) / 1e-3;
          return bowl(p);
        };
      }
      const MinimizeResult result = minimize(problem);
      EXPECT_TRUE(result.converged);
      EXPECT_NEAR(result.values[0], 3e9, 1e5);
      EXPECT_NEAR(result.values[1], 2e-4, 1e-7);
      EXPECT_LT(result.evaluations, 80);
    }
  }
}

TEST(Minimize, UnitsOfTheValueDoNotMatter) {
  for (const double unit : {1e-12, 1e-3, 1e3, 1e12}) {
    MinimizeProblem problem{.start = {-1.2, 1}, .low = {-2, -2}, .high = {2, 2}};
    problem.value = [&](Point p) { return unit * *valley(p); };
    expect_near(minimize(problem), {1, 1}, 1e-5);
    problem.value_and_gradient = [&](Point p, std::span<double> gradient) {
      const double value = *valley_with_gradient(p, gradient);
      for (double& entry : gradient) entry *= unit;
      return unit * value;
    };
    expect_near(minimize(problem), {1, 1}, 1e-5);
  }
}

TEST(Minimize, FixedVariablesStay) {
  MinimizeProblem problem{.start = {-1.2, 0.49}, .low = {-2, 0.49}, .high = {2, 0.49}, .value = valley};
  const MinimizeResult result = minimize(problem);
  EXPECT_EQ(result.values[1], 0.49);
  EXPECT_TRUE(result.at_bound[1]);
  EXPECT_NEAR(std::abs(result.values[0]), 0.7, 0.02);
  problem.low = problem.high = problem.start;
  EXPECT_TRUE(minimize(problem).converged);
  EXPECT_EQ(minimize(problem).evaluations, 1);
}

// Along x + y = 1.2, the border of where there are values, the smallest is at x - y = -1/12.
TEST(Minimize, ValuesThatAreMissingAreBad) {
  const auto cliff = [](Point p) -> std::optional<double> {
    if (p[0] + p[1] > 1.5) return std::nan("");
    if (p[0] + p[1] > 1.2) return std::nullopt;
    return -p[0] - 2 * p[1] + 3 * std::pow(p[0] - p[1], 2);
  };
  for (const bool slopes : {false, true}) {
    MinimizeProblem problem{.start = {0.2, 0.2}, .low = {0, 0}, .high = {1, 1}, .value = cliff};
    if (slopes) {
      problem.value_and_gradient = [&](Point p, std::span<double> gradient) {
        gradient[0] = -1 + 6 * (p[0] - p[1]);
        gradient[1] = -2 - 6 * (p[0] - p[1]);
        return cliff(p);
      };
    }
    const MinimizeResult result = minimize(problem);
    EXPECT_NEAR(result.value, -1.8 - 1.0 / 48, 1e-4) << result.evaluations;
    EXPECT_LE(result.values[0] + result.values[1], 1.2);
  }
}

TEST(Minimize, EverywhereFindsWhatDownhillDoesNot) {
  MinimizeProblem problem{
      .start = {3.3, -4.1}, .low = {-5, -5}, .high = {5.3, 5.2}, .value = egg_box, .most_evaluations = 10000};
  const MinimizeResult local = minimize(problem);
  EXPECT_TRUE(local.converged);
  EXPECT_GT(local.value, 1);
  problem.scope = MinimizeScope::kGlobal;
  const MinimizeResult global = minimize(problem);
  expect_near(global, {0, 0}, 1e-6);
  EXPECT_LT(global.evaluations, 3000);
  EXPECT_EQ(minimize(problem).values, global.values);
  EXPECT_EQ(minimize(problem).evaluations, global.evaluations);
  problem.seed = 2;
  EXPECT_NE(minimize(problem).evaluations, global.evaluations);
}

// Values on a third of the square only, large ones, and none at the start.
TEST(Minimize, EverywhereNeedsNoValueAtTheStart) {
  MinimizeProblem problem{.start = {4.9, 4.9}, .low = {-5, -5}, .high = {5.3, 5.2}, .scope = MinimizeScope::kGlobal};
  problem.value = [](Point p) -> std::optional<double> {
    if (p[0] + p[1] > 2 || p[0] > 2) return std::nullopt;
    return 1e4 + *egg_box(p);
  };
  const MinimizeResult result = minimize(problem);
  expect_near(result, {0, 0}, 1e-3);
}

TEST(Minimize, EvaluationsAreLimited) {
  for (const MinimizeScope scope : {MinimizeScope::kLocal, MinimizeScope::kGlobal}) {
    int calls = 0;
    const MinimizeProblem problem{.start = {-1.2, 1},
                                  .low = {-2, -2},
                                  .high = {2, 2},
                                  .value =
                                      [&](Point p) {
                                        ++calls;
                                        return valley(p);
                                      },
                                  .scope = scope,
                                  .most_evaluations = 25};
    const MinimizeResult result = minimize(problem);
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(calls, 25);
    EXPECT_EQ(result.evaluations, 25);
    EXPECT_LE(result.value, *valley(problem.start));
    EXPECT_EQ(result.value, *valley(result.values));
    EXPECT_EQ(result.reason, "the value was still falling after 25 evaluations");
  }
}

TEST(Minimize, ProgressIsToldAndMayStop) {
  Numbers best;
  const MinimizeProblem problem{.start = {-1.2, 1}, .value = valley, .progress = [&](int evaluations, double value) {
                                  best.push_back(value);
                                  return evaluations < 12;
                                }};
  const MinimizeResult result = minimize(problem);
  EXPECT_EQ(best.size(), 12u);
  EXPECT_TRUE(std::is_sorted(best.rbegin(), best.rend()));
  EXPECT_EQ(result.value, best.back());
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.reason, "stopped after 12 evaluations");
}

TEST(Minimize, ExceptionsPassAndEndTheSearch) {
  for (const MinimizeScope scope : {MinimizeScope::kLocal, MinimizeScope::kGlobal}) {
    for (const bool slopes : {false, true}) {
      for (const int last : {1, 9, 40}) {
        int calls = 0;
        const auto count = [&] {
          if (++calls == last) throw std::out_of_range("the machine is on fire");
        };
        MinimizeProblem problem{.start = {-1.2, 1}, .low = {-2, -2}, .high = {2, 2}, .scope = scope};
        problem.value = [&](Point p) {
          count();
          return valley(p);
        };
        if (slopes) {
          problem.value_and_gradient = [&](Point p, std::span<double> gradient) {
            count();
            return valley_with_gradient(p, gradient);
          };
        }
        EXPECT_THROW(minimize(problem), std::out_of_range);
        EXPECT_EQ(calls, last);
      }
    }
  }
}

std::string search_complaint(const MinimizeProblem& problem) {
  try {
    minimize(problem);
  } catch (const Error& error) {
    return error.message;
  }
  return "";
}

TEST(Minimize, MistakesAreErrors) {
  MinimizeProblem problem{.start = {3, 1}, .low = {-2, -2}, .high = {2, 2}, .names = {"m", "k"}, .value = valley};
  EXPECT_EQ(search_complaint(problem), "parameter `m` starts at 3, outside of its bounds -2 ... 2");
  problem.start[0] = 0;
  problem.high[1] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(search_complaint(problem), "");
  problem.scope = MinimizeScope::kGlobal;
  EXPECT_EQ(search_complaint(problem), "a search everywhere needs both bounds of parameter `k`");
  problem.high[1] = 2;
  problem.most_evaluations = 100;
  problem.value = [](Point) { return std::nullopt; };
  EXPECT_EQ(search_complaint(problem).substr(0, 7), "none of");
  problem.scope = MinimizeScope::kLocal;
  EXPECT_EQ(search_complaint(problem), "there is no value at the start of the search");
}

}  // namespace
}  // namespace kinemate
