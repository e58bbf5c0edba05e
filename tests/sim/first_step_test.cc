#include "sim/first_step.h"

#include <cmath>

#include "sim/problems.h"

namespace kinemate {
namespace {

double first_step_of(double rate_constant, double longest = 100) {
  const std::vector<double> y = {1}, ydot = {-rate_constant}, atol = {1e-6};
  std::vector<double> scratch(2);
  return choose_first_step({.longest = longest, .order = 4, .y = y, .ydot = ydot, .atol = atol, .rtol = 1e-6}, scratch,
                           [&](double, const double* at, double* rate) {
                             rate[0] = -rate_constant * at[0];
                             return true;
                           });
}

TEST(FirstStep, FollowsTheTimeScale) {
  const double slow = first_step_of(1);
  EXPECT_GT(slow, 1e-3);
  EXPECT_LT(slow, 0.1);
  EXPECT_LT(first_step_of(1e4), 1e-2 * slow);
  EXPECT_EQ(first_step_of(1, 1e-5), 1e-5);
}

TEST(FirstStep, NeverZeroWhereNothingMovesOrNothingIsFinite) {
  EXPECT_GT(first_step_of(0), 0);
  EXPECT_GT(first_step_of(1e300), 0);
  EXPECT_GT(first_step_of(1e308), 0);
  const std::vector<double> y = {1}, ydot = {1}, atol = {1e-6};
  std::vector<double> scratch(2);
  EXPECT_GT(choose_first_step({.longest = 1, .order = 4, .y = y, .ydot = ydot, .atol = atol, .rtol = 1e-6}, scratch,
                              [](double, const double*, double* rate) {
                                rate[0] = NAN;
                                return false;
                              }),
            0);
}

}  // namespace
}  // namespace kinemate
