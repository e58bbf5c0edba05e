#include "spatial/turn.h"

#include <cmath>

#include "spatial/fixture.h"

namespace kinemate {
namespace {

const Turn<double> kTurn{std::cos(0.7), std::sin(0.7)};

const Symmetric3<double> kAngular{1, 2, 3, 0.1, 0.2, 0.3};
const ArticulatedInertia<double> kArticulated{
    kAngular, {{{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}}}, {4, 3, 2, -0.1, 0.5, 0.6}};
const RigidInertia<double> kRigid{2, {1, 2, 3}, kAngular};
const Vector3<double> kVector{0.3, -1, 2};

template <class Found>
void expect_near(const Matrix3<double>& expected, const Found& found) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(expected(i, j), found(i, j), 1e-15);
}

void expect_rotated(const Matrix3<double>& R, const ArticulatedInertia<double>& found,
                    const RigidInertia<double>& rigid, const Vector3<double>& turned, const Vector3<double>& back) {
  const ArticulatedInertia<double> expected = rotate(kArticulated, R);
  expect_near(expected.angular.matrix(), found.angular.matrix());
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(expected.coupling(i, j), found.coupling(i, j), 1e-14);
  expect_near(expected.linear.matrix(), found.linear.matrix());
  const RigidInertia<double> whole = rotate(kRigid, R);
  expect_near(whole.tensor.matrix(), rigid.tensor.matrix());
  const Vector3<double> w = R * kVector, u = transposed_times(R, kVector);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(whole.moment[i], rigid.moment[i], 1e-15);
    EXPECT_NEAR(w[i], turned[i], 1e-15);
    EXPECT_NEAR(u[i], back[i], 1e-15);
  }
}

TEST(Turn, AboutZIsTheRotation) {
  expect_rotated(turn_matrix(kTurn), rotate(kArticulated, kTurn), rotate(kRigid, kTurn), kTurn * kVector,
                 transposed_times(kTurn, kVector));
}

TEST(Turn, AboutXIsTheRotation) {
  expect_rotated(tilt_matrix(kTurn), tilt(kArticulated, kTurn), tilt(kRigid, kTurn), tilt(kTurn, kVector),
                 transposed_tilt(kTurn, kVector));
}

}  // namespace
}  // namespace kinemate
