// Poses and inertias of merged links against plain matrices.
#include "model_io/urdf/merge.h"

#include "model_io/random_robot.h"
#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

class UrdfMergeTest : public UrdfTest {
 protected:
  static Rotation turns(const char* roll, const char* pitch, const char* yaw) {
    Rotation rotation;
    const std::pair<std::size_t, Expr> all[] = {{2, parse(yaw)}, {1, parse(pitch)}, {0, parse(roll)}};
    for (const auto& [axis, angle] : all)
      if (!angle.is_zero()) rotation.sequence.push_back({unit<Expr>(axis), angle});
    return rotation;
  }

  static Pose<double> numbers(const LinkPose& pose) {
    Pose<double> result;
    const Matrix matrix = pose.rotation.to_matrix();
    for (std::size_t i = 0; i < 3; ++i) {
      result.position[i] = evaluate(pose.position[i], {});
      for (std::size_t j = 0; j < 3; ++j) result.rotation(i, j) = evaluate(matrix(i, j), {});
    }
    return result;
  }
};

TEST_F(UrdfMergeTest, QuarterTurnsKeepNumbersExact) {
  LinkPose pose = compose({}, parse_vector("0.1", "0", "0.3"), turns("pi/2", "0", "0"));
  pose = compose(pose, parse_vector("0", "12345678901234567890.123", "0.5"), turns("-pi/2", "0", "0"));
  EXPECT_TRUE(pose.is_exact);
  EXPECT_EQ(pose.position, parse_vector("0.1", "-0.5", "12345678901234567890.423"));
  EXPECT_TRUE(pose.rotation.is_identity());
  pose = compose(pose, Vector{}, turns("0", "pi", "pi/2"));
  EXPECT_EQ(pose.rotation.sequence.size(), 2u);
}

TEST_F(UrdfMergeTest, OtherTurnsAreFoldedOnceTheyMatter) {
  // the first rotation stays as it is written, and so does the position that it does not touch
  LinkPose pose = compose({}, parse_vector("0.1", "0.2", "0.3"), turns("0.3", "0", "0"));
  EXPECT_FALSE(pose.is_exact);
  EXPECT_EQ(pose.position, parse_vector("0.1", "0.2", "0.3"));
  EXPECT_EQ(pose.rotation.sequence[0].angle, parse("0.3"));
  pose = compose(pose, parse_vector("0", "1", "0"), turns("0.4", "0", "0"));
  ASSERT_EQ(pose.rotation.sequence.size(), 1u);
  EXPECT_EQ(pose.rotation.sequence[0].angle, parse("0.7"));
  EXPECT_EQ(pose.position.x, parse("0.1"));
  EXPECT_TRUE(pose.position.y.is_rational());
  EXPECT_NEAR(pose.position.y.real(), 0.2 + std::cos(0.3), 1e-15);
  EXPECT_NEAR(pose.position.z.real(), 0.3 + std::sin(0.3), 1e-15);
}

TEST_F(UrdfMergeTest, ManyTurnsBecomeAMatrix) {
  LinkPose pose;
  Pose<double> expected;
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> number(-900, 900);
  for (int i = 0; i < 20; ++i) {
    const double r = number(random) / 1000.0, p = number(random) / 1000.0, y = number(random) / 1000.0;
    const auto text = [](double x) { return fmt::format("{}", x); };
    pose = compose(pose, parse_vector(text(p).c_str(), text(y).c_str(), text(r).c_str()),
                   turns(text(r).c_str(), text(p).c_str(), text(y).c_str()));
    expected = compose(expected, {to_matrix(rpy_rows({r, p, y})), {p, y, r}});
    expect_near(numbers(pose), expected, 1e-14, std::to_string(i));
    expect_near(pose.number, expected, 1e-14, std::to_string(i));
    EXPECT_EQ(pose.rotation.matrix.has_value(), i >= 2) << i;
    expect_near(numbers(inverse(pose)), inverse(expected), 1e-14, std::to_string(i));
  }
}

TEST_F(UrdfMergeTest, TheInverseOfQuarterTurnsIsExact) {
  const LinkPose pose = compose({}, parse_vector("0.1", "0.2", "0.3"), turns("pi/2", "pi", "0"));
  const LinkPose back = inverse(pose);
  EXPECT_TRUE(back.is_exact);
  const LinkPose both = compose(pose, back.position, back.rotation);
  EXPECT_EQ(both.position, Vector{});
  EXPECT_TRUE(both.rotation.is_identity());
}

TEST_F(UrdfMergeTest, AnInertiaThatDoesNotTurnStaysAsItIs) {
  UrdfInertial inertial;
  inertial.mass = parse("0.12345678901234567890123");
  inertial.center = parse_vector("0.1", "0.2", "0.3");
  inertial.tensor = {1, 2, 3, parse("0.1"), parse("0.2"), parse("0.3")};
  const MergedInertia same = place_inertia(inertial, {});
  EXPECT_EQ(same.mass, inertial.mass);
  EXPECT_EQ(same.center, inertial.center);
  EXPECT_EQ(same.tensor, inertial.tensor);
  const MergedInertia alone = combine({&same, 1});
  EXPECT_EQ(alone.mass, inertial.mass);
  // a quarter turn about z: x becomes y
  const MergedInertia turned =
      place_inertia(inertial, compose({}, parse_vector("1", "0", "0"), turns("0", "0", "pi/2")));
  EXPECT_TRUE(turned.is_exact);
  EXPECT_EQ(turned.center, parse_vector("0.8", "0.1", "0.3"));
  const Symmetric3<Expr> expected{2, 1, 3, parse("-0.1"), parse("-0.3"), parse("0.2")};
  EXPECT_EQ(turned.tensor, expected);
}

TEST_F(UrdfMergeTest, ExactSums) {
  MergedInertia a, b;
  a.mass = 1;
  b.mass = 3;
  b.center = parse_vector("0.4", "0", "0");
  b.tensor.xx = parse("0.1");
  const MergedInertia parts[] = {a, b};
  const MergedInertia sum = combine(parts);
  EXPECT_EQ(sum.mass, Expr(4));
  EXPECT_EQ(sum.center, parse_vector("0.3", "0", "0"));
  const Symmetric3<Expr> expected{parse("0.1"), parse("0.12"), parse("0.12"), 0, 0, 0};  // 0.3² + 3*0.1²
  EXPECT_EQ(sum.tensor, expected);
  const MergedInertia none[] = {MergedInertia{}, MergedInertia{}};
  EXPECT_EQ(combine(none).center, Vector{});
  EXPECT_TRUE(combine({}).mass.is_zero());
}

TEST_F(UrdfMergeTest, NumbersBeyondDoublePrecisionAreRefused) {
  MergedInertia a, b;
  a.mass = b.mass = parse("1e300");
  b.center.x = parse("1e200");
  const MergedInertia parts[] = {a, b};
  EXPECT_THROW(combine(parts), Error);
}

}  // namespace
}  // namespace kinemate
