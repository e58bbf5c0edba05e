#include "study/linear/moving_parts.h"

#include <gtest/gtest.h>

#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class MovingPartsTest : public StudyTest {};

TEST_F(MovingPartsTest, WhatIsMovedByTime) {
  const Model model = machine(R"(
name: moved
gravity: [0, 0, -9.81]
base: {position: [0, 0, sin(t)]}
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  lift: {type: motion, from: world, to: a, position: [0, 0, fu(t)]}
  slide: {type: prismatic, axis: x, from: a, to: b, coordinate: x, drive: t^2}
  still: {type: prismatic, axis: x, from: b, to: c, coordinate: y}
loads: {f: {type: joint, joint: still, effort: sin(t)}}
constraints: {k: {type: holonomic, equation: y - sin(t)}}
)");
  EXPECT_EQ(moving_parts(model),
            (std::vector<std::string>{"the base", "joint lift", "constraint k", "the drive of x"}));
}

}  // namespace
}  // namespace kinemate
