#include "sim/choose_method.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

using M = IntegrationMethod;

// A mass on a spring with a damper: y'' = -stiffness y - damping y'.
TestSystem damped(double stiffness, double damping, bool exact) {
  return {{.dimension = 2, .has_jacobian = exact},
          [=](double, Span y, OutSpan rate) {
            rate[0] = y[1];
            rate[1] = -stiffness * y[0] - damping * y[1];
            return true;
          },
          {},
          [=](double, Span, OutSpan j) {
            j[0] = 0;
            j[1] = -stiffness;
            j[2] = 1;
            j[3] = -damping;
            return true;
          }};
}

TEST(ChooseMethod, StrongDampersAreStiff) {
  const std::vector<double> start = {1, 0};
  for (const bool exact : {true, false}) {
    TestSystem stiff = damped(1, 1e5, exact), soft = damped(1, 0.1, exact), oscillating = damped(1e10, 1, exact);
    const MethodChoice choice = choose_method(stiff, {}, 0, start, 10);
    EXPECT_EQ(choice.method, M::kCvode);
    EXPECT_NE(choice.reason.find("stiff"), std::string::npos);
    EXPECT_NE(choice.reason.find("1e-05 s"), std::string::npos) << choice.reason;
    EXPECT_EQ(choose_method(soft, {}, 0, start, 10).method, M::kDop853);
    EXPECT_EQ(choose_method(oscillating, {}, 0, start, 10).method, M::kDop853);
    // a short time is walked through in any way
    EXPECT_EQ(choose_method(stiff, {}, 0, start, 1e-3).method, M::kDop853);
  }
}

// What oscillates as fast as the rest dies out has to be followed: no method takes longer steps.
TEST(ChooseMethod, FastOscillationsBesideStrongDampersAreNotStiff) {
  TestSystem system({.dimension = 3}, [](double, Span y, OutSpan rate) {
    rate[0] = 1e5 * y[1];
    rate[1] = -1e5 * y[0];
    rate[2] = -1e5 * y[2];
    return true;
  });
  EXPECT_EQ(choose_method(system, {}, 0, std::vector{1.0, 0.0, 1.0}, 10).method, M::kDop853);
}

TEST(ChooseMethod, OptionsMatter) {
  KeplerOrbit orbit;
  EXPECT_EQ(choose_method(orbit, {.fixed_step = 0.1}, 0, KeplerOrbit::start(), 1).method, M::kRk4);
  EXPECT_EQ(choose_method(orbit, {.rtol = 1e-12}, 0, KeplerOrbit::start(), 1).method, M::kDop853);
  const auto many = [](double, Span y, OutSpan rate) {
    for (std::size_t i = 0; i < y.size(); ++i) rate[i] = -y[i];
    return true;
  };
  TestSystem smooth({.dimension = 20}, many), jumping({.dimension = 20, .events = {{"jump"}}}, many);
  const std::vector<double> start(20, 1.0);
  EXPECT_EQ(choose_method(smooth, {.rtol = 1e-12}, 0, start, 1).method, M::kAdams);
  EXPECT_EQ(choose_method(smooth, {.rtol = 1e-6}, 0, start, 1).method, M::kDop853);
  EXPECT_EQ(choose_method(jumping, {.rtol = 1e-12}, 0, start, 1).method, M::kDop853);
}

TEST(ChooseMethod, NoJacobianIsNoReasonToFail) {
  TestSystem system({.dimension = 1}, [](double, Span y, OutSpan rate) {
    rate[0] = std::sqrt(y[0]);
    return true;
  });
  EXPECT_EQ(choose_method(system, {}, 0, std::vector{0.0}, 1).method, M::kDop853);
}

}  // namespace
}  // namespace kinemate
