#include "spatial/inertia.h"

#include "spatial/dense.h"
#include "spatial/fixture.h"

namespace kinemate {
namespace {

using InertiaTest = SpatialTest;

template <class S>
struct PointMass {
  S mass;
  Vector3<S> x;  ///< from K
};

template <class D>
auto draw_points(D& draw) {
  using S = ScalarFor<D>;
  std::vector<PointMass<S>> points;
  for (int i = 0; i < 3; ++i) {
    const S mass = draw.scalar();
    points.push_back({mass * mass, draw.vector()});
  }
  return points;
}

// Σ m x xᵀ
template <class S>
Symmetric3<S> second_moments(const std::vector<PointMass<S>>& points) {
  Matrix3<S> sum;
  for (const PointMass<S>& point : points) sum = sum + outer(point.x, point.x) * point.mass;
  return make_symmetric(sum);
}

// Σ m x̃ᵀ x̃
template <class S>
Symmetric3<S> tensor_of(const std::vector<PointMass<S>>& points) {
  Matrix3<S> sum;
  for (const PointMass<S>& point : points) sum = sum + transpose(tilde(point.x)) * tilde(point.x) * point.mass;
  return make_symmetric(sum);
}

template <class S>
RigidInertia<S> inertia_of(const std::vector<PointMass<S>>& points) {
  RigidInertia<S> inertia;
  inertia.tensor = tensor_of(points);
  for (const PointMass<S>& point : points) {
    inertia.mass = inertia.mass + point.mass;
    inertia.moment += point.x * point.mass;
  }
  return inertia;
}

template <class S>
std::vector<PointMass<S>> moved(std::vector<PointMass<S>> points, const Vector3<S>& r_KP) {
  for (PointMass<S>& point : points) point.x -= r_KP;
  return points;
}

TEST_F(InertiaTest, SymmetricsAreTheirMatrices) {
  check([](auto& draw) {
    const auto a = draw.symmetric(), b = draw.symmetric();
    const auto v = draw.vector();
    const auto R = draw.matrix();
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(a.matrix()(i, j), a.matrix()(j, i));
    EXPECT_EQ(make_symmetric(a.matrix()), a);
    EXPECT_TRUE(equal((a + b).matrix(), a.matrix() + b.matrix()));
    EXPECT_TRUE(equal((a - b).matrix(), a.matrix() - b.matrix()));
    EXPECT_TRUE(equal(a * v, a.matrix() * v));
    EXPECT_TRUE(equal(rotate(a, R).matrix(), R * a.matrix() * transpose(R)));
  });
}

TEST(Symmetric, FieldsAreWhereTheirNamesSay) {
  const Symmetric3<double> a{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(a.matrix(), (Matrix3<double>{{{{1, 4, 5}, {4, 2, 6}, {5, 6, 3}}}}));
  EXPECT_EQ(Symmetric3<double>{}.matrix(), Matrix3<double>{});
}

// M = Σ m Jᵀ J with v_i = J y, J = [−x̃ E]
TEST_F(InertiaTest, MatrixIsThatOfPointMasses) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    const Matrix3<S> E = Matrix3<S>::identity();
    Matrix6<S> sum{};
    for (const PointMass<S>& point : points) {
      const Matrix3<S> J = -S(1) * tilde(point.x), Jt = transpose(J);
      sum = plus(sum, blocks(Jt * J * point.mass, Jt * point.mass, J * point.mass, E * point.mass));
    }
    EXPECT_TRUE(equal(matrix_of<S>(inertia_of(points)), sum));
    EXPECT_TRUE(equal(dense(make_articulated(inertia_of(points))), sum));
  });
}

// M = [Θ_K  m r̃_SKᵀ; m r̃_SK  mE], r_SK from S to K
TEST_F(InertiaTest, MatrixHasTheBlocksOfItsDefinition) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto mass = draw.scalar();
    const auto r_KS = draw.vector();
    const auto about_center = draw.symmetric();
    const RigidInertia<S> inertia = make_rigid_inertia(mass, r_KS, about_center);
    const Matrix3<S> coupling = tilde(-r_KS) * mass;
    EXPECT_TRUE(equal(matrix_of<S>(inertia),
                      blocks(inertia.tensor.matrix(), transpose(coupling), coupling, Matrix3<S>::identity() * mass)));
    EXPECT_TRUE(equal(inertia.tensor.matrix(), about_center.matrix() + transpose(tilde(r_KS)) * tilde(r_KS) * mass));
  });
}

TEST_F(InertiaTest, ProductsAreThoseOfTheMatrix) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto x = draw.acceleration();
    const RigidInertia<S> rigid = draw.rigid_inertia();
    EXPECT_TRUE(equal(dense(rigid * x), times(matrix_of<S>(rigid), dense(x))));
    const ArticulatedInertia<S> articulated = draw.articulated_inertia();
    EXPECT_TRUE(equal(matrix_of<S>(articulated), dense(articulated)));
    EXPECT_TRUE(equal(matrix_of<S>(articulated), transpose(matrix_of<S>(articulated))));
    EXPECT_TRUE(equal(dense(articulated * x), times(dense(articulated), dense(x))));
  });
}

// ½ Σ m v²
TEST_F(InertiaTest, KineticEnergyIsThatOfPointMasses) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    const auto y = draw.twist();
    S twice(0);
    for (const PointMass<S>& point : points) {
      const Vector3<S> v = y.linear + cross(y.angular, point.x);
      twice = twice + point.mass * dot(v, v);
    }
    EXPECT_TRUE(equal(kinetic_energy(inertia_of(points), y), twice / S(2)));
  });
}

// M x + h = Σ [x × m a; m a] with a = a_K + α × x + ω × (ω × x)
TEST_F(InertiaTest, LoadsAreThoseOfPointMasses) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    const auto x_K = draw.acceleration();
    const auto omega = draw.vector();
    Load<S> sum;
    for (const PointMass<S>& point : points) {
      const Vector3<S> a = x_K.linear + cross(x_K.angular, point.x) + cross(omega, cross(omega, point.x));
      sum += {cross(point.x, a * point.mass), a * point.mass};
    }
    const RigidInertia<S> inertia = inertia_of(points);
    EXPECT_TRUE(equal(inertia * x_K + velocity_load(inertia, omega), sum));
  });
}

// Newton and Euler about a fixed origin O: d/dt of the momentum M y about O is the load M x + h about O, for a body of
// any ten numbers that turns and travels at once. At t = 0 the basis of the body is that of O.
TEST_F(InertiaTest, LoadsAreTheDerivativeOfMomentum) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const RigidInertia<S> in_body = draw.rigid_inertia();
    const Path<S> place[3] = {draw.path(), draw.path(), draw.path()};
    const Vector3<S> rates = draw.vector(), curvatures = draw.vector();
    const auto sequence_at = [&](const S& t) {
      Sequence<S> sequence;
      for (std::size_t i = 0; i < 3; ++i)
        sequence.push_back({unit<S>(i), Path<S>{S(0), rates[i], curvatures[i]}.at(t)});
      return sequence;
    };
    const auto twist_at = [&](const S& t) {
      const auto axes = axes_of(sequence_at(t));
      Twist<S> y;
      for (std::size_t i = 0; i < 3; ++i) {
        y.angular += axes[i] * (rates[i] + curvatures[i] * t);
        y.linear[i] = place[i].rate + place[i].curvature * t;
      }
      return y;
    };
    const auto momentum_at = [&](const S& t) {
      const Twist<S> y = twist_at(t);
      const RigidInertia<S> inertia = rotate(in_body, rotation_of(sequence_at(t)));
      return move_to(inertia * Acceleration<S>{y.angular, y.linear},
                     Vector3<S>{place[0].at(t), place[1].at(t), place[2].at(t)});
    };
    const Twist<S> y = twist_at(S(0)), x = draw.derivative(twist_at);
    const Load<S> load = in_body * Acceleration<S>{x.angular, x.linear} + velocity_load(in_body, y.angular);
    const Vector3<S> r_OK{place[0].start, place[1].start, place[2].start};
    EXPECT_TRUE(equal(move_to(load, r_OK), draw.derivative(momentum_at), kDifferences));
  });
}

TEST_F(InertiaTest, SteinerIsThatOfPointMasses) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    const RigidInertia<S> about_K = inertia_of(points);
    const Vector3<S> r_KS = about_K.moment * (S(1) / about_K.mass);
    const Symmetric3<S> about_center = tensor_of(moved(points, r_KS));
    EXPECT_TRUE(equal(steiner(about_center, about_K.mass, r_KS), about_K.tensor));
    EXPECT_TRUE(equal(make_rigid_inertia(about_K.mass, r_KS, about_center), about_K));
    EXPECT_TRUE(equal(move(about_K, r_KS).tensor, about_center));
    EXPECT_TRUE(equal(move(about_K, r_KS).moment, Vector3<S>{}));
  });
}

TEST_F(InertiaTest, MoveIsThatOfPointMasses) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    const auto r_KP = draw.vector(), r_PQ = draw.vector();
    EXPECT_TRUE(equal(move(inertia_of(points), r_KP), inertia_of(moved(points, r_KP))));
    const RigidInertia<S> any = draw.rigid_inertia();
    EXPECT_TRUE(equal(move(move(any, r_KP), -r_KP), any));
    EXPECT_TRUE(equal(move(move(any, r_KP), r_PQ), move(any, r_KP + r_PQ)));
    // the matrix about K is G_PKᵀ M_P G_PK
    const Matrix6<S> G_PK = dense_G(r_KP);
    EXPECT_TRUE(equal(matrix_of<S>(any), times(transpose(G_PK), times(matrix_of<S>(move(any, r_KP)), G_PK))));
    // and the energy of one motion is the same about both points
    const auto y_K = draw.twist();
    EXPECT_TRUE(equal(kinetic_energy(move(any, r_KP), move(y_K, r_KP)), kinetic_energy(any, y_K)));
  });
}

TEST_F(InertiaTest, RotateIsThatOfPointMasses) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    const auto R = draw.rotation();
    auto turned = points;
    for (PointMass<S>& point : turned) point.x = R * point.x;
    EXPECT_TRUE(equal(rotate(inertia_of(points), R), inertia_of(turned)));
    const auto y = draw.twist();
    EXPECT_TRUE(equal(kinetic_energy(rotate(inertia_of(points), R), R * y), kinetic_energy(inertia_of(points), y)));
  });
}

TEST_F(InertiaTest, BodiesAdd) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto one = draw_points(draw), other = draw_points(draw);
    auto both = one;
    both.insert(both.end(), other.begin(), other.end());
    EXPECT_TRUE(equal(inertia_of(one) + inertia_of(other), inertia_of(both)));
    const ArticulatedInertia<S> a = draw.articulated_inertia(), b = draw.articulated_inertia();
    EXPECT_TRUE(equal(dense(a + b), plus(dense(a), dense(b))));
  });
}

TEST_F(InertiaTest, BinetsTensorIsTheSecondMoments) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto points = draw_points(draw);
    EXPECT_TRUE(equal(to_binet(tensor_of(points)), second_moments(points)));
    EXPECT_TRUE(equal(from_binet(second_moments(points)), tensor_of(points)));
    const Symmetric3<S> any = draw.symmetric();
    EXPECT_TRUE(equal(from_binet(to_binet(any)), any));
    EXPECT_TRUE(equal(to_binet(from_binet(any)), any));
    // source A (13)
    const Matrix3<S> E = Matrix3<S>::identity(), a = any.matrix();
    EXPECT_TRUE(equal(to_binet(any).matrix(), E * (trace(a) / S(2)) - a));
    EXPECT_TRUE(equal(from_binet(any).matrix(), E * trace(a) - a));
  });
}

TEST_F(InertiaTest, ArticulatedMovesAsTheDenseMatrix) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const ArticulatedInertia<S> about_P = draw.articulated_inertia();
    const auto r_KP = draw.vector();
    const Matrix6<S> G_PK = dense_G(r_KP);
    const ArticulatedInertia<S> about_K = move_to(about_P, r_KP);
    EXPECT_TRUE(equal(dense(about_K), times(transpose(G_PK), times(dense(about_P), G_PK))));
    EXPECT_TRUE(equal(move_to(about_K, -r_KP), about_P));
    const RigidInertia<S> rigid = draw.rigid_inertia();
    EXPECT_TRUE(equal(move_to(make_articulated(move(rigid, r_KP)), r_KP), make_articulated(rigid)));
    // the load about K of an acceleration about K, by way of P
    const auto x_K = draw.acceleration();
    EXPECT_TRUE(equal(about_K * x_K, move_to(about_P * move(x_K, Vector3<S>{}, r_KP), r_KP)));
  });
}

TEST_F(InertiaTest, ArticulatedRotatesAsTheDenseMatrix) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const ArticulatedInertia<S> any = draw.articulated_inertia();
    const Matrix3<S> R = draw.matrix();
    const Matrix6<S> both = blocks(R, Matrix3<S>{}, Matrix3<S>{}, R);
    EXPECT_TRUE(equal(dense(rotate(any, R)), times(both, times(dense(any), transpose(both)))));
    const RigidInertia<S> rigid = draw.rigid_inertia();
    const Matrix3<S> proper = draw.rotation();
    EXPECT_TRUE(equal(rotate(make_articulated(rigid), proper), make_articulated(rotate(rigid, proper))));
  });
}

// a bar of 12 kg and 1 m along x, about its middle and about its end
TEST(Inertia, KnownNumbers) {
  const RigidInertia<double> bar = make_rigid_inertia(12.0, Vector3<double>{}, Symmetric3<double>{0, 1, 1, 0, 0, 0});
  EXPECT_EQ(move(bar, Vector3<double>{0.5, 0, 0}),
            (RigidInertia<double>{12, {-6, 0, 0}, Symmetric3<double>{0, 4, 4, 0, 0, 0}}));
  EXPECT_EQ(to_binet(bar.tensor), (Symmetric3<double>{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(kinetic_energy(bar, Twist<double>{{0, 0, 2}, {3, 0, 0}}), 2 + 54);
  EXPECT_EQ(velocity_load(move(bar, Vector3<double>{0.5, 0, 0}), Vector3<double>{0, 0, 2}).force,
            (Vector3<double>{24, 0, 0}));
}

}  // namespace
}  // namespace kinemate
