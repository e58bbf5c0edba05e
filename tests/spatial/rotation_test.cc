#include "spatial/rotation.h"

#include <numbers>

#include "expr/evaluate.h"
#include "spatial/fixture.h"

namespace kinemate {
namespace {

using RotationTest = SpatialTest;
using std::numbers::pi;

template <class S>
S determinant(const Matrix3<S>& a) {
  return dot(a.rows[0], cross(a.rows[1], a.rows[2]));
}

template <class S>
Vector3<S> rational_vector(int x, int y, int z, int divisor) {
  return {S(x) / S(divisor), S(y) / S(divisor), S(z) / S(divisor)};
}

// Sequences of axes: Cardan, roll-pitch-yaw, Euler and the other orders, longer ones, and such with general axes.
template <class S>
std::vector<std::vector<Vector3<S>>> sequences_of_axes() {
  const Vector3<S> x = unit<S>(0), y = unit<S>(1), z = unit<S>(2);
  const Vector3<S> u = rational_vector<S>(3, 0, 4, 5), v = rational_vector<S>(2, -3, 6, 7);
  return {{},        {x},       {y},        {z},       {u},       {x, y},     {x, y, z},    {x, z, y},
          {y, x, z}, {y, z, x}, {z, x, y},  {z, y, x}, {z, x, z}, {x, y, x},  {y, z, y},    {z, y, z},
          {u, v},    {v, x, u}, {-z, u, y}, {u, u},    {x, x},    {x, -x, y}, {z, x, z, y}, {x, y, z, x, y}};
}

Matrix3<Expr> parse_matrix(const std::array<const char*, 9>& entries) {
  Matrix3<Expr> a;
  for (std::size_t i = 0; i < 9; ++i) a(i / 3, i % 3) = parse(entries[i]);
  return a;
}

Matrix3<double> evaluate_matrix(const Matrix3<Expr>& a, const Values& values) {
  Matrix3<double> numbers;
  for (std::size_t i = 0; i < 9; ++i) numbers(i / 3, i % 3) = evaluate(a(i / 3, i % 3), values);
  return numbers;
}

Sequence<Expr> cardan_symbols() {
  return {{unit<Expr>(0), parse("alpha")}, {unit<Expr>(1), parse("beta")}, {unit<Expr>(2), parse("gamma")}};
}

// source B (2.16)
TEST_F(RotationTest, CardanMatrix) {
  const Matrix3<Expr> T_IK =
      parse_matrix({"cos(beta)*cos(gamma)", "-cos(beta)*sin(gamma)", "sin(beta)",  //
                    "cos(alpha)*sin(gamma) + sin(alpha)*sin(beta)*cos(gamma)",
                    "cos(alpha)*cos(gamma) - sin(alpha)*sin(beta)*sin(gamma)",
                    "-sin(alpha)*cos(beta)",  //
                    "sin(alpha)*sin(gamma) - cos(alpha)*sin(beta)*cos(gamma)",
                    "sin(alpha)*cos(gamma) + cos(alpha)*sin(beta)*sin(gamma)", "cos(alpha)*cos(beta)"});
  EXPECT_TRUE(equal(rotation_of(cardan_symbols()), T_IK));
  Numbers draw;
  for (int i = 0; i < 50; ++i) {
    const double a = 4 * draw.scalar(), b = 4 * draw.scalar(), c = 4 * draw.scalar();
    EXPECT_TRUE(equal(rotation_of(Sequence<double>{{{1, 0, 0}, a}, {{0, 1, 0}, b}, {{0, 0, 1}, c}}),
                      evaluate_matrix(T_IK, {{parse("alpha"), a}, {parse("beta"), b}, {parse("gamma"), c}}), 1e-15));
  }
}

// source B (2.24)
TEST_F(RotationTest, CardanAxes) {
  const Matrix3<Expr> columns = parse_matrix({"1", "0", "sin(beta)",                       //
                                              "0", "cos(alpha)", "-sin(alpha)*cos(beta)",  //
                                              "0", "sin(alpha)", "cos(alpha)*cos(beta)"});
  const std::vector<Vector3<Expr>> axes = axes_of(cardan_symbols());
  ASSERT_EQ(axes.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(equal(axes[i], columns.column(i)));
}

// the elementary matrices as they are written, not a general form that is equal to them
TEST_F(RotationTest, CoordinateAxesGiveElementaryMatrices) {
  const Expr c = cos(x_), s = sin(x_);
  EXPECT_EQ(make_rotation(ElementaryRotation<Expr>{unit<Expr>(0), x_}),
            (Matrix3<Expr>{{{{1, 0, 0}, {0, c, -s}, {0, s, c}}}}));
  EXPECT_EQ(make_rotation(ElementaryRotation<Expr>{unit<Expr>(1), x_}),
            (Matrix3<Expr>{{{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}}}));
  EXPECT_EQ(make_rotation(ElementaryRotation<Expr>{unit<Expr>(2), x_}),
            (Matrix3<Expr>{{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}}));
  EXPECT_EQ(rotation_of(Sequence<Expr>{}), Matrix3<Expr>::identity());
}

// E + sin φ ũ + (1 − cos φ) ũũ
TEST_F(RotationTest, AxisAndAngle) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    using std::cos, std::sin;
    const S angle = draw.scalar();
    for (const Vector3<S>& u : {rational_vector<S>(3, 0, 4, 5), rational_vector<S>(2, -3, 6, 7), -unit<S>(1),
                                unit<S>(0), unit<S>(1), unit<S>(2), draw.unit_vector()}) {
      const Matrix3<S> R = make_rotation(ElementaryRotation<S>{u, angle}), t = tilde(u);
      EXPECT_TRUE(equal(R, Matrix3<S>::identity() + t * sin(angle) + t * t * (S(1) - cos(angle))));
      EXPECT_TRUE(equal(R * u, u));
      EXPECT_TRUE(equal(vect(R), u * sin(angle)));
      EXPECT_TRUE(equal(trace(R), S(1) + S(2) * cos(angle)));
      EXPECT_TRUE(equal(make_rotation(ElementaryRotation<S>{-u, angle}), transpose(R)));
    }
  });
}

TEST_F(RotationTest, MatricesAreRotations) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    for (const std::vector<Vector3<S>>& axes : sequences_of_axes<S>()) {
      Sequence<S> sequence;
      Matrix3<S> product = Matrix3<S>::identity();
      for (const Vector3<S>& axis : axes) {
        sequence.push_back({axis, draw.scalar()});
        product = product * make_rotation(sequence.back());
      }
      const Matrix3<S> R = rotation_of(sequence);
      EXPECT_TRUE(equal(R, product));
      EXPECT_TRUE(equal(R * transpose(R), Matrix3<S>::identity()));
      EXPECT_TRUE(equal(determinant(R), S(1)));
    }
    const Matrix3<S> R = make_rotation(ElementaryRotation<S>{draw.unit_vector(), draw.scalar()});
    EXPECT_TRUE(equal(R * transpose(R), Matrix3<S>::identity()));
    EXPECT_TRUE(equal(determinant(R), S(1)));
  });
}

// ω̃ = Ṙ Rᵀ with ω = Σ axis_i · angle_i'
TEST_F(RotationTest, AxesTimesRatesAreTheAngularVelocity) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    for (const std::vector<Vector3<S>>& axes : sequences_of_axes<S>()) {
      std::vector<Path<S>> angles;
      for (std::size_t i = 0; i < axes.size(); ++i) angles.push_back(draw.path());
      const auto sequence_at = [&](const S& t) {
        Sequence<S> sequence;
        for (std::size_t i = 0; i < axes.size(); ++i) sequence.push_back({axes[i], angles[i].at(t)});
        return sequence;
      };
      const Matrix3<S> R = rotation_of(sequence_at(S(0)));
      const Matrix3<S> R_dot = draw.derivative([&](const S& t) { return rotation_of(sequence_at(t)); });
      const std::vector<Vector3<S>> columns = axes_of(sequence_at(S(0)));
      ASSERT_EQ(columns.size(), axes.size());
      Vector3<S> omega;
      for (std::size_t i = 0; i < axes.size(); ++i) omega += columns[i] * angles[i].rate;
      EXPECT_TRUE(equal(omega, vect(R_dot * transpose(R)), kDifferences)) << axes.size() << " axes";
      EXPECT_TRUE(equal(tilde(omega) * R, R_dot, kDifferences)) << axes.size() << " axes";
    }
  });
}

// the same with the derivative by time of the formulas room
TEST_F(RotationTest, CardanAngularVelocityByTime) {
  Matrix3<Expr> R_dot = rotation_of(cardan_symbols());
  const Matrix3<Expr> R = R_dot;
  for (Expr* entry : entries_of<Expr>(R_dot)) *entry = differentiate_time(*entry, {"alpha", "beta", "gamma"});
  const std::vector<Vector3<Expr>> axes = axes_of(cardan_symbols());
  EXPECT_TRUE(equal(axes[0] * parse("alpha'") + axes[1] * parse("beta'") + axes[2] * parse("gamma'"),
                    vect(R_dot * transpose(R))));
}

TEST_F(RotationTest, EulerParametersOfAxisAndAngle) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    EXPECT_EQ(make_rotation(EulerParameters<S>{}), Matrix3<S>::identity());
    const S angle = draw.scalar();
    for (const Vector3<S>& u :
         {unit<S>(0), unit<S>(1), unit<S>(2), rational_vector<S>(3, 0, 4, 5), draw.unit_vector()}) {
      const ElementaryRotation<S> rotation{u, angle};
      const EulerParameters<S> p = make_euler_parameters(rotation);
      EXPECT_TRUE(equal(p.s * p.s + dot(p.v, p.v), S(1)));
      EXPECT_TRUE(equal(make_rotation(p), make_rotation(rotation)));
      EXPECT_TRUE(equal(make_rotation(conjugate(p)), transpose(make_rotation(rotation))));
    }
  });
}

TEST_F(RotationTest, ProductsOfEulerParametersAreProductsOfMatrices) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const EulerParameters<S> p = draw.euler_parameters(), q = draw.euler_parameters(), r = draw.euler_parameters();
    EXPECT_TRUE(equal(make_rotation(p * q), make_rotation(p) * make_rotation(q)));
    EXPECT_TRUE(equal((p * q) * r, p * (q * r)));
    EXPECT_TRUE(equal(p * conjugate(p), EulerParameters<S>{}));
    EXPECT_EQ(p * EulerParameters<S>{}, p);
    EXPECT_EQ(EulerParameters<S>{} * p, p);
    const Sequence<S> sequence{
        {unit<S>(0), draw.scalar()}, {rational_vector<S>(3, 0, 4, 5), draw.scalar()}, {unit<S>(2), draw.scalar()}};
    EulerParameters<S> product;
    for (const ElementaryRotation<S>& rotation : sequence) product = product * make_euler_parameters(rotation);
    EXPECT_TRUE(equal(make_rotation(product), rotation_of(sequence)));
  });
}

TEST_F(RotationTest, RatesOfEulerParametersAreTheAngularVelocityInTheTurnedFrame) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const Path<S> a = draw.path(), b = draw.path(), c = draw.path();
    const auto p_at = [&](const S& t) { return draw.euler_parameters_at(a.at(t), b.at(t), c.at(t)); };
    const EulerParameters<S> p = p_at(S(0)), p_dot = draw.derivative(p_at);
    const Matrix3<S> R = make_rotation(p);
    const Matrix3<S> R_dot = draw.derivative([&](const S& t) { return make_rotation(p_at(t)); });
    const Vector3<S> omega_turned = vect(transpose(R) * R_dot);
    EXPECT_TRUE(equal(angular_velocity(p, p_dot), omega_turned, kDifferences));
    EXPECT_TRUE(equal(euler_parameter_rates(p, omega_turned), p_dot, kDifferences));
  });
}

TEST_F(RotationTest, RatesAndAngularVelocityUndoEachOther) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const Vector3<S> omega = draw.vector();
    const EulerParameters<S> unit_p = draw.euler_parameters();
    EXPECT_TRUE(equal(angular_velocity(unit_p, euler_parameter_rates(unit_p, omega)), omega));
    // the norm is kept, also where it is not one
    const EulerParameters<S> p{draw.scalar(), draw.vector()}, rates = euler_parameter_rates(p, omega);
    EXPECT_TRUE(equal(p.s * rates.s + dot(p.v, rates.v), S(0)));
  });
}

TEST_F(RotationTest, SmallRotationsAreTheFirstOrderOfEverySequence) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    for (const std::vector<Vector3<S>>& axes : sequences_of_axes<S>()) {
      std::vector<S> angles;
      Vector3<S> total;
      for (const Vector3<S>& axis : axes) {
        angles.push_back(draw.scalar());
        total += axis * angles.back();
      }
      const Matrix3<S> first_order = draw.derivative([&](const S& t) {
        Sequence<S> sequence;
        for (std::size_t i = 0; i < axes.size(); ++i) sequence.push_back({axes[i], angles[i] * t});
        return rotation_of(sequence);
      });
      EXPECT_TRUE(equal(make_small_rotation(total), Matrix3<S>::identity() + first_order, kDifferences));
    }
  });
}

// From p to q or to −q, whichever is nearer.
double distance_up_to_sign(const Vector3<double>& p, const Vector3<double>& q) {
  return std::sqrt(std::min(dot(p - q, p - q), dot(p + q, p + q)));
}

TEST_F(RotationTest, EulerParametersOfMatrices) {
  Numbers draw;
  for (int i = 0; i < 2000; ++i) {
    EulerParameters<double> p = EulerParameters<double>{draw.scalar(), draw.vector()};
    const double scale = 1 / std::sqrt(p.s * p.s + dot(p.v, p.v));
    p = {std::abs(p.s) * scale, p.v * scale};
    EXPECT_TRUE(equal(make_euler_parameters(make_rotation(p)), p, 2e-15));
  }
  for (int i = 0; i < 200; ++i) {
    const Matrix3<double> R = rotation_of(Sequence<double>{{unit<double>(0), 7 * draw.scalar()},
                                                           {unit<double>(1), 7 * draw.scalar()},
                                                           {unit<double>(2), 7 * draw.scalar()}});
    const EulerParameters<double> p = make_euler_parameters(R);
    EXPECT_GE(p.s, 0);
    EXPECT_TRUE(equal(make_rotation(p), R, 3e-15));
  }
}

std::vector<Vector3<double>> axes_to_extract() {
  std::vector<Vector3<double>> axes;
  for (std::size_t i = 0; i < 3; ++i) {
    axes.push_back(unit<double>(i));
    axes.push_back(-unit<double>(i));
  }
  for (const Vector3<double>& v :
       {Vector3<double>{3, 0, 4}, {-3, 4, 0}, {1, 1, 1}, {1, -1, 1}, {-1, -2, -3}, {1e-9, 1, 0}, {1, 1e-5, 1e-12}})
    axes.push_back(v * (1 / std::sqrt(dot(v, v))));
  return axes;
}

TEST_F(RotationTest, ExtractionAtAndNearHalfATurn) {
  for (const Vector3<double>& u : axes_to_extract())
    for (const double gap : {0.0, 1e-300, 1e-16, 1e-12, 1e-8, 1e-4, 1e-2, 0.1}) {
      const Matrix3<double> R = make_rotation(ElementaryRotation<double>{u, pi - gap});
      const EulerParameters<double> p = make_euler_parameters(R);
      EXPECT_GE(p.s, 0);
      EXPECT_NEAR(p.s, std::sin(gap / 2), 1e-15);
      EXPECT_LT(distance_up_to_sign(p.v, u * std::cos(gap / 2)), 3e-15) << gap;
      EXPECT_TRUE(equal(make_rotation(p), R, 3e-15));
      const ElementaryRotation<double> found = make_axis_angle(R);
      EXPECT_NEAR(found.angle, pi - gap, 2e-15);
      EXPECT_LT(distance_up_to_sign(found.axis, u), 3e-15);
      EXPECT_TRUE(equal(make_rotation(found), R, 3e-15));
    }
}

// a matrix of signs, with no sine of a rounded π in it
TEST(Rotation, ExactHalfTurns) {
  for (std::size_t i = 0; i < 3; ++i) {
    Vector3<double> diagonal{-1, -1, -1};
    diagonal[i] = 1;
    const Matrix3<double> R = Matrix3<double>::diagonal(diagonal);
    EXPECT_EQ(make_euler_parameters(R), (EulerParameters<double>{0, unit<double>(i)}));
    EXPECT_EQ(make_axis_angle(R).axis, unit<double>(i));
    EXPECT_DOUBLE_EQ(make_axis_angle(R).angle, pi);
  }
}

TEST_F(RotationTest, AxisAndAngleOfMatrices) {
  Numbers draw;
  for (int i = 0; i < 1000; ++i) {
    const Vector3<double> u = draw.unit_vector_at(4 * draw.scalar(), 2 * draw.scalar());
    const double angle = 0.01 + 3.12 * std::abs(draw.scalar());
    const ElementaryRotation<double> found = make_axis_angle(make_rotation(ElementaryRotation<double>{u, angle}));
    EXPECT_TRUE(equal(found.axis, u, 1e-13));
    EXPECT_NEAR(found.angle, angle, 1e-14);
    // beyond half a turn it is the shorter way round
    const ElementaryRotation<double> other =
        make_axis_angle(make_rotation(ElementaryRotation<double>{u, 2 * pi - angle}));
    EXPECT_TRUE(equal(other.axis, -u, 1e-13));
    EXPECT_NEAR(other.angle, angle, 1e-14);
  }
}

TEST_F(RotationTest, ExtractionOfNoAndOfTinyRotations) {
  EXPECT_EQ(make_euler_parameters(Matrix3<double>::identity()), (EulerParameters<double>{1, {0, 0, 0}}));
  const ElementaryRotation<double> none = make_axis_angle(Matrix3<double>::identity());
  EXPECT_EQ(none.axis, unit<double>(0));
  EXPECT_EQ(none.angle, 0);
  for (const Vector3<double>& u : axes_to_extract())
    for (const double angle : {1e-200, 1e-160, 1e-100, 1e-16, 1e-9, 1e-5, 1e-2}) {
      const ElementaryRotation<double> found = make_axis_angle(make_rotation(ElementaryRotation<double>{u, angle}));
      EXPECT_NEAR(found.angle / angle, 1, 1e-14) << angle;
      EXPECT_TRUE(equal(found.axis, u, 1e-14)) << angle;
    }
}

}  // namespace
}  // namespace kinemate
