#include "loops/positions/plain_numbers.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class PlainNumbersTest : public ModelTest {};

TEST_F(PlainNumbersTest, WhatCancelsIsGone) {
  const struct {
    const char* given;
    const char* expected;
  } cases[] = {{"a*cos(eps) + 1/3", "a*cos(eps) + 1/3"},
               {"a*sqrt(3)/2", "a*sqrt(3)/2"},
               {"(a*cos(0.3) + 1)*cos(0.3) + a*sin(0.3)^2 - cos(0.3)", "a"},
               {"sin(0.2)*cos(0.1)*a - (sin(0.3) + sin(0.1))/2*a", "0"},
               {"0.3*(cos(2)^2 + sin(2)^2)", "0.3"}};
  for (const auto& [given, expected] : cases)
    EXPECT_EQ(with_plain_numbers(parse(given), 1), parse(expected)) << to_text(with_plain_numbers(parse(given), 1));
  const Expr rest = with_plain_numbers(parse("a*sin(1)"), 1);
  EXPECT_NEAR(evaluate(rest, {{parse("a"), 2}}), 2 * std::sin(1), 1e-15);
}

// A body's frame that is turned anyhow leaves a plain pose between its joints.
TEST_F(PlainNumbersTest, PosesBetweenPlacesOfOneBody) {
  const Rotation frame{{{unit<Expr>(0), parse("0.3")}, {unit<Expr>(1), parse("1.1")}, {unit<Expr>(2), parse("2")}}, {}};
  const SteadyPose skew = make_steady_pose(parse_vector("0.1", "0.2", "0.3"), frame);
  const SteadyPose there =
      compose(make_steady_shift(parse_vector("l", "0", "1/2")), make_steady_turn(unit<Expr>(2), parse("1/2")));
  const SteadyPose pose = with_plain_numbers(compose(inverse(skew), compose(skew, there)), 1);
  EXPECT_EQ(pose.position, parse_vector("l", "0", "1/2"));
  ASSERT_TRUE(pose.turn);
  EXPECT_EQ(pose.turn->axis, unit<Expr>(2));
  EXPECT_NEAR(pose.turn->angle.real(), 0.5, 1e-15);
}

}  // namespace
}  // namespace kinemate
