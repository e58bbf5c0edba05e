#include "recursion/engine/leaf_links.h"

#include <gtest/gtest.h>

#include "recursion/engine_fixture.h"

namespace kinemate {
namespace {

Vector3<double> read(const double* v) { return {v[0], v[1], v[2]}; }

void expect_near(const Vector3<double>& a, const Vector3<double>& b) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-14);
}

// About the carrier's origin, in its axes.
RigidInertia<double> at_carrier(const RigidInertia<double>& inertia, const Pose<double>& pose) {
  const Pose<double> back = inverse(pose);
  return rotate(move(inertia, back.position), pose.rotation);
}

TEST(EngineLeafLinks, TurnWithTheirAngle) {
  MachineMaker maker(5);
  for (const double angle : {0.0, 0.3, -1.2, 2.5}) {
    const Pose<double> pose{maker.rotation(), {0.3, -0.2, 0.5}};
    const RigidInertia<double> inertia{0, {0.2, -0.1, 0}, {0.1, 0, 0.7, 0.03, -0.02, 0.05}};
    const LeafLink leaf = make_leaf_turn(pose, inertia);
    const double cos = std::cos(angle), sin = std::sin(angle);
    const Matrix3<double> turn = make_rotation(ElementaryRotation<double>{{0, 0, 1}, angle});
    const RigidInertia<double> moved = at_carrier(inertia, {pose.rotation * turn, pose.position});
    expect_near(read(leaf.moment[0]) * cos + read(leaf.moment[1]) * sin, moved.moment);
    const Symmetric3<double> j = to_binet(moved.tensor);
    const double expected[] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
    const double factors[] = {1, cos, sin, std::cos(2 * angle), std::sin(2 * angle)};
    for (std::size_t i = 0; i < 6; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < 5; ++k) sum += leaf.binet[k][i] * factors[k];
      EXPECT_NEAR(sum, expected[i], 1e-14);
    }
    const Acceleration<double> column{read(leaf.axis), read(leaf.other)};
    expect_near(column.linear, cross(pose.position, column.angular));
    const Load<double> u = moved * column;
    expect_near(read(leaf.torque[0]) + read(leaf.torque[1]) * cos + read(leaf.torque[2]) * sin, u.torque);
    expect_near(read(leaf.moment[1]) * cos - read(leaf.moment[0]) * sin, u.force);
    EXPECT_NEAR(leaf.inverse_d * (dot(column.angular, u.torque) + dot(column.linear, u.force)), 1, 1e-14);
    expect_near(cross(read(leaf.foot), column.angular), column.linear);
    EXPECT_NEAR(dot(read(leaf.foot), column.angular), 0, 1e-15);
  }
}

TEST(EngineLeafLinks, SlideWithAConstantColumn) {
  MachineMaker maker(6);
  const Pose<double> pose{maker.rotation(), {0.3, -0.2, 0.5}};
  const Vector3<double> center{0.1, 0.2, -0.4};
  const LeafLink leaf = make_leaf_slide(pose, make_rigid_inertia<double>(1.7, center, {}));
  for (const double shift : {0.0, 0.6}) {
    const Vector3<double> e = read(leaf.axis), at = pose.position + pose.rotation * center + e * shift;
    expect_near(read(leaf.center) + e * shift, at);
    const Load<double> u = make_rigid_inertia<double>(leaf.mass, at, {}) * Acceleration<double>{{}, e};
    expect_near(u.torque * leaf.inverse_d, read(leaf.other));
    expect_near(u.force * leaf.inverse_d, e);
  }
}

}  // namespace
}  // namespace kinemate
