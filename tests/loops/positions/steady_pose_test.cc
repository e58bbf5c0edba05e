#include "loops/positions/steady_pose.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class SteadyPoseTest : public ModelTest {};

TEST_F(SteadyPoseTest, TurnsAboutOneAxisAddTheirAngles) {
  const Vector z = unit<Expr>(2);
  const SteadyPose both = compose(make_steady_turn(z, parse("p")), make_steady_turn(-z, parse("q")));
  EXPECT_EQ(to_text(both.rotation(0, 0)), "cos(p - q)");
  EXPECT_EQ(angle_about(both, z), parse("p - q"));
  EXPECT_EQ(angle_about(both, -z), -parse("p - q"));
  EXPECT_FALSE(angle_about(both, unit<Expr>(0)));
  EXPECT_FALSE(compose(both, make_steady_turn(unit<Expr>(0), parse("r"))).turn);
  EXPECT_EQ(angle_about(SteadyPose{}, unit<Expr>(1)), Expr(0));
  const SteadyPose shifted = compose(make_steady_shift(parse_vector("a", "b", "0")), both);
  EXPECT_EQ(angle_about(shifted, z), parse("p - q"));
}

// Against the poses of spatial/, and each as the inverse of its inverse, unchanged.
TEST_F(SteadyPoseTest, ComposesAndInvertsAsPosesDo) {
  const Vector axes[] = {unit<Expr>(0), unit<Expr>(2), -unit<Expr>(2), parse_vector("3/5", "0", "4/5")};
  SteadyPose pose;
  Pose<Expr> plain;
  for (const Vector& axis : axes) {
    const Vector shift = parse_vector("a", "b", "1/3");
    for (const SteadyPose& next : {make_steady_shift(shift), make_steady_turn(axis, parse("p"))}) {
      pose = compose(pose, next);
      plain = compose(plain, Pose<Expr>{next.rotation, next.position});
    }
  }
  EXPECT_TRUE(is_equal(pose.position, plain.position));
  EXPECT_TRUE(is_equal(pose.rotation, plain.rotation));
  EXPECT_TRUE(is_equal(pose.back_position, inverse(plain).position));
  const SteadyPose back = inverse(pose), again = inverse(back);
  EXPECT_EQ(again.position, pose.position);
  EXPECT_EQ(again.rotation, pose.rotation);
  const Vector point = parse_vector("x", "y", "z");
  EXPECT_TRUE(is_equal(pose.back(pose.at(point)), point));
  EXPECT_TRUE(is_equal(back.at(point), pose.back(point)));
}

TEST_F(SteadyPoseTest, PlacesOnFramesOnFrames) {
  const Model model = machine(
      "bodies: {b: {mass: 1}}\nframes:\n  outer: {body: b, at: [1, 2, 0], rotation: [[z, p]]}\n"
      "  inner: {frame: outer, at: [a, 0, 0], rotation: [[z, q]]}\n"
      "joints: {j: {type: fixed, from: world, to: {frame: inner, at: [0, 1, 0]}}}\n");
  const SteadyPose place = make_steady_place(model, model.joints[0].to);
  const Pose<Expr> expected = pose_on_body(model, model.joints[0].to);
  EXPECT_TRUE(is_equal(place.position, expected.position));
  EXPECT_TRUE(is_equal(place.rotation, expected.rotation));
  EXPECT_EQ(angle_about(place, unit<Expr>(2)), parse("p + q"));
}

}  // namespace
}  // namespace kinemate
