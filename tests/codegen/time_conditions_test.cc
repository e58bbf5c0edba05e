#include "codegen/time_conditions.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"
#include "codegen/timed_mass.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

std::vector<double> conditions_at(const TimeConditions& found, double t) {
  return run_plainly(found.program, {t, 0.01});
}

TEST(TimeConditions, WhatTheTimeSwitches) {
  const auto found = find_time_conditions(timed_mass(Push::kIf));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->program.inputs.size(), 2u);  // t, p
  for (const auto& [before, after] : {std::pair(0.4999, 0.5001), std::pair(0.5099, 0.5101)}) {
    const std::vector<double> left = conditions_at(*found, before), right = conditions_at(*found, after);
    EXPECT_FALSE(std::equal(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(found->jumping), right.begin()));
  }
  EXPECT_EQ(conditions_at(*found, 0.1), conditions_at(*found, 0.4));
}

// A window is two relations, so that none is missed however narrow it is.
TEST(TimeConditions, BothEndsOfAWindow) {
  const auto found = find_time_conditions(timed_mass(Push::kStep));
  ASSERT_TRUE(found);
  EXPECT_NE(conditions_at(*found, 0.4), conditions_at(*found, 0.6));
}

TEST(TimeConditions, PulsesAreSmooth) {
  const auto found = find_time_conditions(timed_mass(Push::kPulse));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->jumping, 0u);
  EXPECT_EQ(conditions_at(*found, 0.5), std::vector<double>{100});
}

TEST(TimeConditions, NoneOfTheStateAndNoneOfSines) {
  EXPECT_FALSE(find_time_conditions(pendulum_programs()[0]));
  Program like = timed_mass(Push::kIf);
  for (const bool state : {true, false}) {
    Builder builder(like);
    const Value t = builder.input(0), q = builder.input(1), v = builder.input(2);
    const Value force = state ? builder.call(Function::kLess, std::array{t, q})
                              : builder.multiply(t, builder.sine(builder.multiply(t, builder.constant(20))));
    EXPECT_FALSE(find_time_conditions(builder.finish(like.outputs, {v, force}))) << state;
  }
  EXPECT_EQ(with_time_conditions(pendulum_programs(), true).programs.size(), pendulum_programs().size());
  const Program mass = timed_mass(Push::kTriangle);
  EXPECT_EQ(with_time_conditions({&mass, 1}, true).programs.size(), 2u);
  EXPECT_EQ(with_time_conditions({&mass, 1}, false).programs.size(), 1u);
}

}  // namespace
}  // namespace kinemate
