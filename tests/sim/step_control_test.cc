#include "sim/step_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"

namespace kinemate {
namespace {

TEST(StepControl, PlansHitTheLimitOrShareTheWay) {
  const PlannedStep free = plan_step(1, 0.25, 10), shared = plan_step(1, 0.25, 1.4), last = plan_step(1, 0.25, 1.2);
  EXPECT_EQ(free.end, 1.25);
  EXPECT_FALSE(free.hits);
  EXPECT_NEAR(shared.end, 1.2, 1e-15);
  EXPECT_FALSE(shared.hits);
  EXPECT_EQ(last.end, 1.2);
  EXPECT_TRUE(last.hits);
  const PlannedStep almost = plan_step(0, 0.25, 0.252), back = plan_step(1, 0.25, -3);
  EXPECT_TRUE(almost.hits);  // no crumb is left
  EXPECT_EQ(back.h, -0.25);
  EXPECT_EQ(back.end, 0.75);
}

// The formulas of the codes, with functions of libm.
TEST(StepControl, FactorsAreThoseOfTheCodes) {
  for (const Tableau* tableau : {&dopri5_tableau(), &dop853_tableau()}) {
    const StepRule rule = make_step_rule(*tableau);
    const double exponent = tableau == &dop853_tableau() ? 1.0 / 8 : 0.2 - 0.75 * 0.04;
    const double beta = tableau == &dop853_tableau() ? 0 : 0.04;
    for (const double error : {1e-12, 1e-3, 0.3, 0.99, 1.01, 30.0, 1e9}) {
      for (const double last : {1e-4, 0.7}) {
        for (const bool again : {false, true}) {
          const StepVerdict verdict = judge_step(rule, error * error, std::log2(last), again);
          const bool accepted = error <= 1;
          const double free = 0.9 * std::pow(error, -exponent) * (accepted ? std::pow(last, beta) : 1);
          const double largest = accepted && !again ? tableau->largest_factor : 1;
          EXPECT_EQ(verdict.accepted, accepted);
          EXPECT_NEAR(verdict.factor, std::clamp(free, tableau->least_factor, largest), 1e-5);
          EXPECT_NEAR(verdict.error_log, std::log2(std::max(error, 1e-4)), 1e-5);
        }
      }
    }
  }
}

TEST(StepControl, WhatHasNoValueIsTriedAgainMuchShorter) {
  const StepRule rule = make_step_rule(dop853_tableau());
  for (const double square : {double{NAN}, double{-NAN}, double{INFINITY}}) {
    const StepVerdict verdict = judge_step(rule, square, kFirstErrorLog, false);
    EXPECT_FALSE(verdict.accepted);
    EXPECT_EQ(verdict.factor, 0.25);
  }
}

TEST(StepControl, NoErrorLetsTheNextStepGrowMost) {
  const StepRule rule = make_step_rule(dop853_tableau());
  EXPECT_EQ(error_square(rule, 0, 0), 0);
  EXPECT_EQ(judge_step(rule, 0, kFirstErrorLog, false).factor, 6);
}

TEST(StepControl, OfTwoEstimatesTheSharperIsWeighed) {
  EXPECT_DOUBLE_EQ(error_square(make_step_rule(dopri5_tableau()), 0.36, 100), 0.36);
  const double error = 0.36 / std::sqrt(0.36 + 0.01 * 100);  // DOP853
  EXPECT_DOUBLE_EQ(error_square(make_step_rule(dop853_tableau()), 0.36, 100), error * error);
}

TEST(StepControl, StepsVanishInTheRoundingOfTheTime) {
  EXPECT_TRUE(step_vanishes(1000, 1e-13));
  EXPECT_FALSE(step_vanishes(1000, 1e-12));
  EXPECT_FALSE(step_vanishes(0, 1e-300));
  EXPECT_TRUE(step_vanishes(0, 1e-310));
}

}  // namespace
}  // namespace kinemate
