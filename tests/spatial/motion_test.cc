#include "spatial/motion.h"

#include "spatial/dense.h"
#include "spatial/fixture.h"

namespace kinemate {
namespace {

using MotionTest = SpatialTest;

TEST_F(MotionTest, MoveIsG) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto r_KP = draw.vector(), omega = draw.vector();
    const auto y_K = draw.twist();
    const auto x_K = draw.acceleration();
    const auto l_P = draw.load();
    const Matrix6<S> G_PK = dense_G(r_KP);
    const Matrix3<S> E = Matrix3<S>::identity();
    EXPECT_TRUE(equal(G_PK, blocks(E, Matrix3<S>{}, tilde(-r_KP), E)));
    EXPECT_TRUE(equal(dense(move(y_K, r_KP)), times(G_PK, dense(y_K))));
    EXPECT_TRUE(equal(dense(move_to(l_P, r_KP)), times(transpose(G_PK), dense(l_P))));
    EXPECT_TRUE(equal(dense(move(x_K, Vector3<S>{}, r_KP)), times(G_PK, dense(x_K))));
    const auto centripetal = r_KP * -dot(omega, omega) + omega * dot(omega, r_KP);
    EXPECT_TRUE(equal(move(x_K, omega, r_KP), move(x_K, Vector3<S>{}, r_KP) + Acceleration<S>{{}, centripetal}));
  });
}

TEST_F(MotionTest, MovesAddUp) {
  check([](auto& draw) {
    const auto r_CB = draw.vector(), r_BA = draw.vector(), omega = draw.vector();
    const auto y = draw.twist();
    const auto x = draw.acceleration();
    const auto l = draw.load();
    EXPECT_TRUE(equal(times(dense_G(r_BA), dense_G(r_CB)), dense_G(r_CB + r_BA)));
    EXPECT_TRUE(equal(move(move(y, r_CB), r_BA), move(y, r_CB + r_BA)));
    EXPECT_TRUE(equal(move(move(x, omega, r_CB), omega, r_BA), move(x, omega, r_CB + r_BA)));
    EXPECT_TRUE(equal(move_to(move_to(l, r_BA), r_CB), move_to(l, r_CB + r_BA)));
    EXPECT_TRUE(equal(move(move(y, r_CB), -r_CB), y));
  });
}

TEST_F(MotionTest, PowerDependsOnNoPointAndNoBasis) {
  check([](auto& draw) {
    const auto y_K = draw.twist();
    const auto l_P = draw.load();
    const auto r_KP = draw.vector();
    const auto R = draw.rotation();
    auto sum = dot(l_P.force, y_K.linear);
    for (std::size_t i = 0; i < 3; ++i) sum = sum + l_P.torque[i] * y_K.angular[i];
    EXPECT_TRUE(equal(power(l_P, y_K), sum));
    EXPECT_TRUE(equal(power(l_P, move(y_K, r_KP)), power(move_to(l_P, r_KP), y_K)));
    EXPECT_TRUE(equal(power(R * l_P, R * y_K), power(l_P, y_K)));
  });
}

TEST_F(MotionTest, RotationTakesMovesAlong) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto y = draw.twist();
    const auto x = draw.acceleration();
    const auto l = draw.load();
    const auto r = draw.vector(), omega = draw.vector();
    const auto R = draw.rotation();
    const Matrix6<S> both = blocks(R, Matrix3<S>{}, Matrix3<S>{}, R);
    EXPECT_TRUE(equal(dense(R * y), times(both, dense(y))));
    EXPECT_TRUE(equal(dense(R * x), times(both, dense(x))));
    EXPECT_TRUE(equal(dense(R * l), times(both, dense(l))));
    EXPECT_TRUE(equal(R * move(y, r), move(R * y, R * r)));
    EXPECT_TRUE(equal(R * move(x, omega, r), move(R * x, R * omega, R * r)));
    EXPECT_TRUE(equal(R * move_to(l, r), move_to(R * l, R * r)));
  });
}

TEST_F(MotionTest, PairsAddAndScaleByParts) {
  check([](auto& draw) {
    const auto y = draw.twist(), z = draw.twist();
    const auto a = draw.acceleration(), b = draw.acceleration();
    const auto l = draw.load(), k = draw.load();
    const auto s = draw.scalar();
    auto y_sum = y;
    y_sum += z;
    auto l_sum = l;
    l_sum += k;
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_TRUE(equal(dense(y + z)[i], dense(y)[i] + dense(z)[i]));
      EXPECT_TRUE(equal(dense(y_sum)[i], dense(y)[i] + dense(z)[i]));
      EXPECT_TRUE(equal(dense(y - z)[i], dense(y)[i] - dense(z)[i]));
      EXPECT_TRUE(equal(dense(y * s)[i], dense(y)[i] * s));
      EXPECT_TRUE(equal(dense(a + b)[i], dense(a)[i] + dense(b)[i]));
      EXPECT_TRUE(equal(dense(l + k)[i], dense(l)[i] + dense(k)[i]));
      EXPECT_TRUE(equal(dense(l_sum)[i], dense(l)[i] + dense(k)[i]));
      EXPECT_TRUE(equal(dense(l - k)[i], dense(l)[i] - dense(k)[i]));
      EXPECT_TRUE(equal(dense(l * s)[i], dense(l)[i] * s));
    }
  });
}

// The point ξ of a body that turns by three angles while its reference point K runs along a curve: velocity and
// acceleration are the derivatives of r_K + R ξ.
TEST_F(MotionTest, PointsOfABodyMoveAsTheirPositionsDo) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const Path<S> angle[3] = {draw.path(), draw.path(), draw.path()};
    const Path<S> place[3] = {draw.path(), draw.path(), draw.path()};
    const auto xi = draw.vector();
    const auto sequence_at = [&](const S& t) {
      return Sequence<S>{{unit<S>(2), angle[0].at(t)}, {unit<S>(0), angle[1].at(t)}, {unit<S>(2), angle[2].at(t)}};
    };
    const auto position_at = [&](const S& t) {
      return Vector3<S>{place[0].at(t), place[1].at(t), place[2].at(t)} + rotation_of(sequence_at(t)) * xi;
    };
    const auto omega_at = [&](const S& t) {
      const auto axes = axes_of(sequence_at(t));
      Vector3<S> omega;
      for (std::size_t i = 0; i < 3; ++i) omega += axes[i] * (angle[i].rate + angle[i].curvature * t);
      return omega;
    };
    const Vector3<S> omega = omega_at(S(0)), alpha = draw.derivative(omega_at);
    const Vector3<S> r = rotation_of(sequence_at(S(0))) * xi;
    const Twist<S> y_K{omega, {place[0].rate, place[1].rate, place[2].rate}};
    const Acceleration<S> x_K{alpha, {place[0].curvature, place[1].curvature, place[2].curvature}};
    EXPECT_TRUE(equal(move(y_K, r).linear, draw.derivative(position_at), kDifferences));
    EXPECT_TRUE(equal(move(x_K, omega, r).linear, draw.second_derivative(position_at), kDifferences));
    EXPECT_TRUE(equal(move(y_K, r).angular, omega));
    EXPECT_TRUE(equal(move(x_K, omega, r).angular, alpha));
  });
}

}  // namespace
}  // namespace kinemate
