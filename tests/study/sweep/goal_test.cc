#include "study/sweep/goal.h"

#include <gtest/gtest.h>

#include <numbers>

#include "study/sweep/fixture.h"

namespace kinemate {
namespace {

const char* const kSpring = R"(
name: spring
parameters: {k: 5, m: 2}
bodies: {b: {mass: m}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*x}}
initial: {x: 0.1}
)";

class GoalTest : public StudyTest {
 protected:
  static GoalRequest request(const std::string& goal, std::vector<FitParameter> parameters) {
    GoalRequest request;
    request.simulation = until(10, 1e-9);
    request.goal = goal;
    request.parameters = std::move(parameters);
    return request;
  }
  static GoalResult optimize(const GoalRequest& request) {
    return optimize_goal(
        machine(kSpring), request, [](const std::string&) {}, {}, nullptr);
  }
};

// k = m (2 π f)²
TEST_F(GoalTest, ASpringForAWantedFrequency) {
  const GoalResult result = optimize(request("(1/period(x) - 0.8)^2", {{"k", 20, 1, 200}}));
  ASSERT_TRUE(result.found.converged) << result.found.reason;
  EXPECT_NEAR(result.found.values[0], 2 * std::pow(2 * std::numbers::pi * 0.8, 2), 0.02);
  EXPECT_LT(result.found.value, 1e-8);
  EXPECT_GT(result.start, 0.01);
}

TEST_F(GoalTest, LargestInsteadOfSmallest) {
  GoalRequest wanted = request("max(x')", {{"k", 5, 1, 8}});
  wanted.largest = true;
  const GoalResult result = optimize(wanted);
  EXPECT_NEAR(result.found.values[0], 8, 1e-4);
  EXPECT_TRUE(result.found.at_bound[0]);
  EXPECT_NEAR(result.found.value, 0.1 * 2, 1e-4);
}

TEST_F(GoalTest, TwoParametersAnywhere) {
  GoalRequest wanted = request("(at(1, x) - 0.05)^2 + (at(2, x) + 0.03)^2", {{"k", 5, 1, 30}, {"m", 2, 1, 4}});
  wanted.scope = MinimizeScope::kGlobal;
  const GoalResult a = optimize(wanted), b = optimize(wanted);
  EXPECT_LT(a.found.value, a.start);
  EXPECT_EQ(a.found.values, b.found.values);
}

TEST_F(GoalTest, Refusals) {
  EXPECT_TRUE(contains(refusal([] { optimize(request("1/(end(x) - end(x))", {{"k", 5, 1, 8}})); }), "no value"));
  EXPECT_TRUE(contains(refusal([] { optimize(request("max(y)", {{"k", 5, 1, 8}})); }), "'y' is nothing"));
}

}  // namespace
}  // namespace kinemate
