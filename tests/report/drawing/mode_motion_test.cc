#include "report/drawing/mode_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/check.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

using Eigen::Vector3d;
using Shape = std::vector<std::complex<double>>;

class ModeMotionTest : public ModelTest {
 protected:
  ModeMotion move(const std::string& text, const std::vector<double>& reference, const Shape& shape, double time = 0) {
    const Model model = machine(text);
    skeleton_ = make_skeleton(model);
    ModeStage stage(model, skeleton_, reference, time);
    reference_ = stage.reference();
    return stage.move(shape);
  }

  double largest_motion(const std::vector<Vector3d>& pose) const {
    double largest = 0;
    for (std::size_t p = 0; p < pose.size(); ++p) largest = std::max(largest, (pose[p] - reference_[p]).norm());
    return largest;
  }

  Vector3d tip(const std::vector<Vector3d>& pose) const { return pose[skeleton_.tips[0].point]; }

  Skeleton skeleton_;
  std::vector<Vector3d> reference_;
};

// Two rods of length 2 and 3 that hang.
constexpr const char* kTwoHangingRods = R"(bodies: {a: {mass: 1}, b: {mass: 1, center: [0, 0, -3]}}
joints:
  one: {type: revolute, axis: y, from: world, to: a, coordinate: q}
  two: {type: revolute, axis: y, from: {body: a, at: [0, 0, -2]}, to: b, coordinate: p}
)";

TEST_F(ModeMotionTest, ExtremesAreAboutASeventhOfTheMachine) {
  const ModeMotion motion = move(kTwoHangingRods, {0, 0}, {1, 0.2});
  ASSERT_EQ(motion.phases.size(), 4u);
  EXPECT_TRUE(motion.seen);
  EXPECT_NEAR(largest_motion(motion.phases[0]), 0.15 * 5, 0.01);
  EXPECT_NEAR(largest_motion(motion.phases[3]), 0.15 * 5, 0.01);
  EXPECT_NEAR(largest_motion(motion.phases[1]), 0.15 * 5 / 2, 0.01);  // cos(60°)
  EXPECT_NEAR(tip(motion.phases[0]).x(), -tip(motion.phases[3]).x(), 1e-9);
  EXPECT_NEAR(tip(motion.phases[1]).x(), -tip(motion.phases[2]).x(), 1e-9);
}

TEST_F(ModeMotionTest, TheSizeOfAShapeDoesNotMatter) {
  const ModeMotion one = move(kTwoHangingRods, {0.3, 0}, {1, -0.2});
  const ModeMotion million = move(kTwoHangingRods, {0.3, 0}, {1e6, -0.2e6});
  EXPECT_NEAR((tip(one.phases[0]) - tip(million.phases[0])).norm(), 0, 1e-9);
}

// The last rod turns to and fro by far more than the machine moves.
TEST_F(ModeMotionTest, NoAngleChangesByMoreThanHalfARadian) {
  const ModeMotion motion = move(kTwoHangingRods, {0, 0}, {1, -1.75});
  const Vector3d knee = motion.phases[0][skeleton_.lines[0].to];
  const Vector3d rod = tip(motion.phases[0]) - knee;
  const double q = std::atan2(knee.x(), -knee.z()), p = std::atan2(rod.x(), -rod.z()) - q;
  EXPECT_NEAR(std::abs(p), 0.5, 1e-9);
  EXPECT_NEAR(p / q, -1.75, 1e-9);
  EXPECT_LT(largest_motion(motion.phases[0]), 0.15 * 5);
}

// Parts that are a quarter of a period apart: the first phase is where most of them is far out.
TEST_F(ModeMotionTest, TheFirstPhaseIsAnExtremeWhateverThePhaseOfTheShape) {
  const ModeMotion plain = move(kTwoHangingRods, {0, 0}, {1, {0.3, 0.4}});
  const ModeMotion turned =
      move(kTwoHangingRods, {0, 0}, {std::polar(1.0, 1.1), std::polar(0.5, 1.1 + std::atan2(4, 3))});
  EXPECT_NEAR((tip(plain.phases[0]) - tip(turned.phases[0])).norm(), 0, 1e-6);
  EXPECT_NEAR((tip(plain.phases[1]) - tip(turned.phases[1])).norm(), 0, 1e-6);
  const auto sum = [&](const std::vector<Vector3d>& pose) {
    double squares = 0;
    for (std::size_t p = 0; p < pose.size(); ++p) squares += (pose[p] - reference_[p]).squaredNorm();
    return squares;
  };
  for (std::size_t k : {1u, 2u}) EXPECT_LT(sum(plain.phases[k]), 0.5 * sum(plain.phases[0]));
}

TEST_F(ModeMotionTest, PathsAreClosed) {
  const ModeMotion motion = move(kTwoHangingRods, {0, 0}, {1, {0, 0.5}});
  ASSERT_EQ(motion.paths.size(), 1u);
  EXPECT_EQ(motion.paths[0].front(), motion.paths[0].back());
  EXPECT_NEAR((motion.paths[0][0] - tip(motion.phases[0])).norm(), 0, 1e-12);
}

constexpr const char* kFreeBody = R"(bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints:
  j: {type: free, sequence: euler_parameters, from: world, to: b, coordinates: [x, y, z, e0, e1, e2, e3]}
)";

// Arms of a body stay as long as they are, and turn by half a radian at most.
TEST_F(ModeMotionTest, EulerParametersStayOfNormOne) {
  const ModeMotion motion = move(kFreeBody, {0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 1, 0});
  double turn = 0;
  for (const Skeleton::Stroke& line : skeleton_.lines) {
    const Vector3d before = reference_[line.to] - reference_[line.from];
    const Vector3d after = motion.phases[0][line.to] - motion.phases[0][line.from];
    EXPECT_NEAR(after.norm(), before.norm(), 1e-12);
    turn = std::max(turn, std::acos(std::min(1.0, before.normalized().dot(after.normalized()))));
  }
  EXPECT_GT(turn, 0.2);
  EXPECT_LE(turn, 0.5);
}

TEST_F(ModeMotionTest, ShiftsHaveNoLimitButTheSize) {
  const ModeMotion motion = move(kFreeBody, {7, 0, 0, 1, 0, 0, 0}, {1e-3, 0, 0, 0, 0, 0, 0});
  Vector3d low = reference_[0], high = reference_[0];
  for (const Vector3d& point : reference_) low = low.cwiseMin(point), high = high.cwiseMax(point);
  EXPECT_NEAR(largest_motion(motion.phases[0]), 0.15 * (high - low).norm(), 1e-9);
}

TEST_F(ModeMotionTest, DrivenCoordinatesAreWhereTheyAreAtTheTime) {
  const ModeMotion motion = move(R"(parameters: {v: 2}
bodies: {a: {mass: 1}, b: {mass: 1, center: [0, 0, -3]}}
joints:
  one: {type: prismatic, axis: x, from: world, to: a, coordinate: s, drive: {s: v*t}}
  two: {type: revolute, axis: y, from: a, to: b, coordinate: p}
)",
                                 {0}, {1}, 5);
  EXPECT_NEAR(tip(motion.phases[0]).x() + tip(motion.phases[3]).x(), 20, 1e-9);
}

// A rod that turns about itself.
TEST_F(ModeMotionTest, WhatIsNotSeenIsSaid) {
  constexpr const char* kDrill = R"(bodies: {b: {mass: 1, center: [0, 0, -3]}}
joints: {j: {type: revolute, axis: z, from: world, to: b, coordinate: q}}
)";
  EXPECT_FALSE(move(kDrill, {0}, {1}).seen);
  EXPECT_FALSE(move(kTwoHangingRods, {0, 0}, {0, 0}).seen);
  const ModeMotion still = move(kDrill, {0}, {1});
  EXPECT_EQ(largest_motion(still.phases[0]), 0);
}

TEST_F(ModeMotionTest, ShapesBelongToTheMachine) {
  EXPECT_THROW(move(kTwoHangingRods, {0, 0}, {1}), CheckFailure);
  EXPECT_THROW(move(kTwoHangingRods, {0}, {1, 1}), CheckFailure);
  EXPECT_THROW(move(kTwoHangingRods, {0, 0, 0}, {1, 1}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
