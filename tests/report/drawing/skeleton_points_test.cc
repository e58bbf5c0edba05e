#include "report/drawing/skeleton_points.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

using Eigen::Vector3d;

class SkeletonPointsTest : public ModelTest {};

TEST_F(SkeletonPointsTest, SumsSayWhereThingsGo) {
  const std::vector<double> numbers = {1, 0, 0, 3, 0, 0};
  const std::vector<Vector3d> points = skeleton_points(numbers);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1], Vector3d(3, 0, 0));
  EXPECT_DOUBLE_EQ(spread_of(points)(0, 0), 2);
  EXPECT_DOUBLE_EQ(spread_of(points).norm(), 2);
  const Eigen::Matrix3d motion = motion_between(points, {{1, 2, 0}, {3, 0, -1}});
  EXPECT_DOUBLE_EQ(motion(1, 1), 4);
  EXPECT_DOUBLE_EQ(motion(2, 2), 1);
  EXPECT_DOUBLE_EQ(motion(0, 0), 0);
  EXPECT_THROW(motion_between(points, {}), CheckFailure);
}

TEST_F(SkeletonPointsTest, ViewsAreAlongTheirDirections) {
  const FilmView view{{0, 1, 0}, {0, 0, -1}, true};
  const std::vector<PicturePoint> seen = seen_from(view, {Vector3d(7, 2, 3)});
  EXPECT_EQ(seen[0].x, 2);
  EXPECT_EQ(seen[0].y, -3);
}

TEST_F(SkeletonPointsTest, GravityMayDependOnTime) {
  const Model model = machine(
      "parameters: {g: 9}\ngravity: [t, 0, -g]\nbodies: {b: {mass: 1}}\n"
      "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n");
  EXPECT_EQ(gravity_at(model, 2), Vector3d(2, 0, -9));
}

}  // namespace
}  // namespace kinemate
