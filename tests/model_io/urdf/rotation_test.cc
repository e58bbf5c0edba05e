// Angles as parts of pi, roll-pitch-yaw, axes.
#include "model_io/urdf/rotation.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model_io/urdf/number.h"

namespace kinemate {
namespace {

class UrdfRotationTest : public ModelTest {};

TEST_F(UrdfRotationTest, AnglesThatArePartsOfPi) {
  struct Row {
    const char* text;
    const char* kept;
    bool is_near;
    const char* rounded;
  };
  const Row table[] = {{"0", "0", false, "0"},
                       {"1.5707963267948966", "pi/2", false, "pi/2"},
                       {"1.570796326794897", "pi/2", false, "pi/2"},
                       {"-1.5707963267948958919", "-pi/2", false, "-pi/2"},
                       {"-3.141592653589793116", "-pi", false, "-pi"},
                       {"0.5235987755982988", "pi/6", false, "pi/6"},
                       {"0.2617993877991494", "pi/12", false, "pi/12"},
                       {"6.283185307179586", "2*pi", false, "2*pi"},
                       {"2.0436181652775820801e-30", "0", false, "0"},
                       {"-2.9143354396410176762e-16", "0", false, "0"},
                       {"1.57079632679", "1.57079632679", true, "pi/2"},
                       {"3.1416", "3.1416", true, "pi"},
                       {"1.5708", "1.5708", true, "pi/2"},
                       {"-0.00009", "-9e-5", true, "0"},
                       {"1.5709", "1.5709", false, "1.5709"},
                       {"3e-15", "3e-15", true, "0"},
                       {"0.3", "0.3", false, "0.3"},
                       {"1e9", "1000000000", false, "1000000000"}};
  for (const Row& row : table) {
    const Rational decimal = *read_decimal(row.text);
    const UrdfAngle kept = make_angle(decimal, NearAngles::kKeep);
    EXPECT_EQ(kept.value, parse(row.kept)) << row.text;
    EXPECT_EQ(kept.is_near, row.is_near) << row.text;
    EXPECT_EQ(make_angle(decimal, NearAngles::kRound).value, parse(row.rounded)) << row.text;
  }
}

// URDF: R = Rz(yaw) Ry(pitch) Rx(roll), written out.
TEST_F(UrdfRotationTest, RollPitchYaw) {
  const Rotation rotation = make_rotation_of_rpy(parse("0.3"), parse("-0.7"), parse("1.9"));
  ASSERT_EQ(rotation.sequence.size(), 3u);
  const double r = 0.3, p = -0.7, y = 1.9;
  using std::cos, std::sin;
  const double expected[3][3] = {
      {cos(y) * cos(p), cos(y) * sin(p) * sin(r) - sin(y) * cos(r), cos(y) * sin(p) * cos(r) + sin(y) * sin(r)},
      {sin(y) * cos(p), sin(y) * sin(p) * sin(r) + cos(y) * cos(r), sin(y) * sin(p) * cos(r) - cos(y) * sin(r)},
      {-sin(p), cos(p) * sin(r), cos(p) * cos(r)}};
  const Matrix3<double> numbers = make_number_matrix(rotation);
  const Matrix exact = rotation.to_matrix();
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(numbers(i, j), expected[i][j], 1e-15);
      EXPECT_NEAR(evaluate(exact(i, j), {}), expected[i][j], 1e-15);
    }
  }
  EXPECT_FALSE(is_of_quarter_turns(rotation));
  EXPECT_TRUE(make_rotation_of_rpy(0, 0, 0).is_identity());
  EXPECT_EQ(make_rotation_of_rpy(0, parse("pi"), 0).sequence.size(), 1u);
}

TEST_F(UrdfRotationTest, QuarterTurnsAreExact) {
  const Rotation rotation = make_rotation_of_rpy(parse("pi/2"), parse("-pi"), parse("3/2*pi"));
  EXPECT_TRUE(is_of_quarter_turns(rotation));
  const Matrix3<double> numbers = make_number_matrix(rotation);
  const Matrix exact = rotation.to_matrix();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(Expr(static_cast<int>(numbers(i, j))), exact(i, j));
  EXPECT_TRUE(is_of_quarter_turns({}));
  EXPECT_FALSE(is_of_quarter_turns(make_rotation_of_rpy(parse("pi/3"), 0, 0)));
  EXPECT_FALSE(is_of_quarter_turns(make_rotation_of_rpy(parse("2"), 0, 0)));
}

TEST_F(UrdfRotationTest, AxesHaveUnitLength) {
  EXPECT_EQ(make_unit_axis(parse_vector("0", "0", "1")), parse_vector("0", "0", "1"));
  EXPECT_EQ(make_unit_axis(parse_vector("0", "-0.2", "0")), parse_vector("0", "-1", "0"));
  EXPECT_EQ(make_unit_axis(parse_vector("3", "0", "4")), parse_vector("3/5", "0", "4/5"));
  EXPECT_EQ(make_unit_axis(parse_vector("3e300", "0", "4e300")), parse_vector("3/5", "0", "4/5"));
  EXPECT_EQ(make_unit_axis(parse_vector("0", "1e-308", "0")), parse_vector("0", "1", "0"));
  for (const char* x : {"1", "0.70710678", "-1e-30", "1e100", "-1.7e308"}) {
    const Vector axis = make_unit_axis({parse(x), parse("0.5"), parse("-2")});
    EXPECT_TRUE(is_zero(dot(axis, axis) - Expr(1))) << x;
    EXPECT_TRUE(is_equal(cross(axis, Vector{parse(x), parse("0.5"), parse("-2")}), Vector{})) << x;
    EXPECT_GT(evaluate(axis.y, {}), 0) << x;
  }
}

}  // namespace
}  // namespace kinemate
