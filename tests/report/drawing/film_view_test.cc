#include "report/drawing/film_view.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace kinemate {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const Matrix3d kNothing = Matrix3d::Zero();
const Vector3d kDown(0, 0, -9.81);

Matrix3d extents(double x, double y, double z) { return Vector3d(x * x, y * y, z * z).asDiagonal(); }

void expect_view(const FilmView& view, const Vector3d& right, const Vector3d& up) {
  EXPECT_TRUE(view.planar);
  EXPECT_LT((view.right - right).norm(), 1e-12) << view.right.transpose();
  EXPECT_LT((view.up - up).norm(), 1e-12) << view.up.transpose();
}

TEST(FilmView, PlanesAreSeenAtRightAnglesWithGravityDown) {
  expect_view(choose_film_view(extents(1, 0, 2), kNothing, kDown), {1, 0, 0}, {0, 0, 1});
  expect_view(choose_film_view(extents(0, 3, 2), kNothing, kDown), {0, 1, 0}, {0, 0, 1});
  expect_view(choose_film_view(extents(1, 2, 0), kNothing, {0, -9.81, 0}), {1, 0, 0}, {0, 1, 0});
  expect_view(choose_film_view(extents(1, 2, 0), kNothing, {0, 9.81, 0}), {1, 0, 0}, {0, -1, 0});
}

TEST(FilmView, LevelPlanesHaveYUpwards) {
  expect_view(choose_film_view(extents(1, 2, 0), kNothing, kDown), {1, 0, 0}, {0, 1, 0});
  expect_view(choose_film_view(extents(1, 2, 0), kNothing, Vector3d::Zero()), {1, 0, 0}, {0, 1, 0});
}

TEST(FilmView, WithoutGravityZIsUp) {
  expect_view(choose_film_view(extents(0, 1, 2), kNothing, Vector3d::Zero()), {0, 1, 0}, {0, 0, 1});
}

TEST(FilmView, SlantedPlanesAreSeenAtRightAnglesToo) {
  const Vector3d across = Vector3d(-0.6, -0.8, 0), up(0, 0, 1);
  const FilmView view =
      choose_film_view(across * across.transpose() + 4 * up * up.transpose(), extents(1, 1, 1), kDown);
  expect_view(view, -across, up);
}

TEST(FilmView, MotionAlongALineIsSeenFromTheSide) {
  expect_view(choose_film_view(extents(1, 0, 0), kNothing, kDown), {1, 0, 0}, {0, 0, 1});
  expect_view(choose_film_view(extents(0, 1, 0), kNothing, kDown), {0, 1, 0}, {0, 0, 1});
  expect_view(choose_film_view(extents(0, 0, 1), kNothing, kDown), {1, 0, 0}, {0, 0, 1});
  expect_view(choose_film_view(kNothing, kNothing, kDown), {1, 0, 0}, {0, 0, 1});
}

TEST(FilmView, TheMachineSaysItsPlaneWhereTheMotionDoesNot) {
  expect_view(choose_film_view(extents(0, 0, 1), extents(0, 5, 0), kDown), {0, 1, 0}, {0, 0, 1});
  expect_view(choose_film_view(kNothing, extents(1, 5, 0), kDown), {1, 0, 0}, {0, 1, 0});
  EXPECT_FALSE(choose_film_view(extents(0, 0, 1), extents(3, 5, 0), kDown).planar);
}

TEST(FilmView, SpaceIsSeenFromTheSideAndAbove) {
  for (const Vector3d& gravity : {kDown, Vector3d(0, -9.81, 0), Vector3d(9.81, 0, 0), Vector3d(0, 0, 0)}) {
    const FilmView view = choose_film_view(extents(1, 2, 3), kNothing, gravity);
    EXPECT_FALSE(view.planar);
    EXPECT_NEAR(view.right.norm(), 1, 1e-12);
    EXPECT_NEAR(view.up.norm(), 1, 1e-12);
    EXPECT_NEAR(view.right.dot(view.up), 0, 1e-12);
    const Vector3d vertical = gravity.norm() > 0 ? Vector3d(-gravity / 9.81) : Vector3d(0, 0, 1);
    EXPECT_NEAR(view.right.dot(vertical), 0, 1e-12);
    EXPECT_GT(view.up.dot(vertical), 0.8);
    EXPECT_GT(view.right.cross(view.up).dot(vertical), 0.2) << "who looks stands above";
    for (Eigen::Index i = 0; i < 3; ++i) EXPECT_GT(std::hypot(view.right[i], view.up[i]), 0.3) << "no axis is hidden";
  }
}

// A thousandth of the extent is not seen, a hundredth is.
TEST(FilmView, SmallMotionOutOfThePlaneDoesNotCount) {
  EXPECT_TRUE(choose_film_view(extents(1, 5e-4, 1), kNothing, kDown).planar);
  EXPECT_FALSE(choose_film_view(extents(1, 1e-2, 1), kNothing, kDown).planar);
}

TEST(FilmView, DirectionsHaveNames) {
  EXPECT_EQ(name_direction({1, 0, 0}).text, "x");
  EXPECT_FALSE(name_direction({1, 0, 0}).reversed);
  EXPECT_EQ(name_direction({0, 0, -1}).text, "z");
  EXPECT_TRUE(name_direction({0, 0, -1}).reversed);
  EXPECT_EQ(name_direction({0.6, -1e-5, -0.8}).text, "(0.6, 0, -0.8)");
}

}  // namespace
}  // namespace kinemate
