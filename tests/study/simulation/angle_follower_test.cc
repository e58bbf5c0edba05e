#include "study/simulation/angle_follower.h"

#include <gtest/gtest.h>

#include <cmath>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

// The ground is the shortest bar: both cranks turn round and round.
constexpr const char* kDoubleCrank = R"(
name: double crank
parameters: {a: 1.0, b: 1.1, c: 1.2, d: 0.4}
bodies:
  crank: {mass: 1, center: [a/2, 0, 0], inertia: {zz: 0.1, yy: 0.1}}
  coupler: {mass: 0.1}
  follower: {mass: 1, center: [c/2, 0, 0], inertia: {zz: 0.1, yy: 0.1}}
joints:
  A0: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  A: {type: revolute, axis: z, from: {body: crank, at: [a, 0, 0]}, to: coupler, coordinate: alpha}
  B: {type: revolute, axis: z, from: {body: coupler, at: [b, 0, 0]}, to: {body: follower, at: [c, 0, 0]}, coordinate: beta}
  B0: {type: revolute, axis: z, from: {body: world, at: [d, 0, 0]}, to: follower, coordinate: psi}
initial: {phi: 1.2, alpha: -1, psi: 0.5, "phi'": 3}
independent: [phi]
)";

class AngleFollowerTest : public StudyTest {};

// However few rows there are, the follower has turned as often as the crank.
TEST_F(AngleFollowerTest, TurnsAreCountedBetweenRows) {
  SimulationRequest request = until(20, 1e-10);
  request.every = 20;
  const auto few = run_machine(machine(kDoubleCrank), request);
  request.every = 0.01;
  const auto many = run_machine(machine(kDoubleCrank), request);
  EXPECT_GT(few.at_end("phi"), 20);
  EXPECT_NEAR(few.at_end("psi"), many.at_end("psi"), 1e-6);
  EXPECT_LT(std::abs(few.at_end("psi") - few.at_end("phi")), 3.2);
}

TEST_F(AngleFollowerTest, TreesHaveNone) {
  ProgramSource none;
  EXPECT_TRUE(make_followed_angles(none, {}, {}).names.empty());
}

}  // namespace
}  // namespace kinemate
