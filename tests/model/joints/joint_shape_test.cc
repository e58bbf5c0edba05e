// What single joints are known for; what holds for all of them stands in joint_test.cc.
#include "model/joints/joint_shape.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model/joints/implicit.h"
#include "model/joints/joint.h"
#include "numeric/newton.h"

namespace kinemate {
namespace {

class JointShapeTest : public ModelTest {};

TEST_F(JointShapeTest, CardanTransmitsByTheCosineOfTheShaftAngle) {
  // shafts along z and, bent by theta about x, along z of Rx(theta); forks: tan β = tan α/cos θ or tan α·cos θ
  const Expr alpha = make_symbol("alpha"), theta = make_symbol("theta");
  const Matrix input = make_rotation(ElementaryRotation<Expr>{unit<Expr>(2), alpha});
  const Matrix bend = make_rotation(ElementaryRotation<Expr>{unit<Expr>(0), theta});
  auto residual = [&](const char* axes, const char* beta) {
    const Model model = joint_machine(std::string("type: universal, coordinates: [q1, q2], axes: ") + axes);
    const Matrix output = bend * make_rotation(ElementaryRotation<Expr>{unit<Expr>(2), parse(beta)});
    return make_implicit(model, model.joints[0], {transpose(input) * output, {}})[0].residual;
  };
  EXPECT_TRUE(is_zero(residual("[y, x]", "atan(tan(alpha)/cos(theta))")));
  EXPECT_TRUE(is_zero(residual("[x, y]", "atan(tan(alpha)*cos(theta))")));
  EXPECT_FALSE(is_zero(residual("[x, y]", "alpha")));
}

TEST_F(JointShapeTest, ConstantVelocityJointTransmitsOneToOneAtConstantBend) {
  // Both shafts run in bearings, bent by β against each other. For every input angle the joint's two angles follow from
  // the direction of the output shaft; the output has then turned by the input angle (checked over a whole turn).
  const Model model = joint_machine("type: constant_velocity, axis: z, coordinates: [q1, q2]");
  const JointRelation relation = make_relation(model, model.joints[0]);
  const Matrix& R = relation.pose.rotation;
  auto number = [&](Expr e, const Eigen::VectorXd& q) {
    return evaluate(e, {{make_symbol("q1"), q[0]}, {make_symbol("q2"), q[1]}});
  };
  const double beta = 0.6;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(2);
  for (int step = 0; step <= 24; ++step) {
    const double turned = step * 2 * M_PI / 24;
    const Matrix3<double> input = make_rotation(ElementaryRotation<double>{unit<double>(2), turned});
    const Matrix3<double> bend = make_rotation(ElementaryRotation<double>{unit<double>(0), beta});
    const Vector3<double> shaft = transposed_times(input, bend.column(2));  // seen from the input shaft
    const auto residual = [&](const Eigen::VectorXd& x) {
      Eigen::VectorXd r(2);
      r << number(R(0, 2), x) - shaft.x, number(R(1, 2), x) - shaft.y;
      return r;
    };
    const auto slopes = [&](const Eigen::VectorXd& x) {
      Eigen::MatrixXd J(2, 2);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          J(i, j) = number(
              differentiate(R(static_cast<std::size_t>(i), 2), relation.symbols[static_cast<std::size_t>(j)]), x);
      return J;
    };
    const NewtonResult solved = solve_newton(residual, DenseJacobian(slopes), q);
    ASSERT_TRUE(solved.converged()) << solved.reason;
    q = solved.x;
    Matrix3<double> relative;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) relative(i, j) = number(R(i, j), q);
    // the output shaft's own rotation about its axis
    const Matrix3<double> output = transpose(bend) * input * relative;
    EXPECT_NEAR(std::cos(turned), output(0, 0), 1e-9);
    EXPECT_NEAR(std::sin(turned), output(1, 0), 1e-9);
  }
}

TEST_F(JointShapeTest, ConstantVelocityJointMovesInTheHomokineticPlane) {
  // source E (4.18): the relative angular velocity is perpendicular to the sum of the shafts
  const Model model = joint_machine("type: constant_velocity, axis: z, coordinates: [q1, q2]");
  const JointRelation relation = make_relation(model, model.joints[0]);
  const Vector shafts = unit<Expr>(2) + relation.pose.rotation.column(2);
  for (const Twist<Expr>& free : relation.bases.free_motion) EXPECT_TRUE(is_zero(dot(free.angular, shafts)));
}

TEST_F(JointShapeTest, PerpendicularTriads) {
  for (const char* axis : {"x", "y", "z", "-x", "-z", "[1, 2, 2]", "[0, 1, 1]", "[1, 0, 1]", "[0, 3, -4]", "[a, 0, 0]",
                           "[0, a, b]", "[a, b, c]"}) {
    const Model model = joint_machine(std::string("type: revolute, coordinate: q, axis: ") + axis);
    const Vector n = model.joints[0].axes[0];
    const auto [a, b] = perpendicular(n);
    EXPECT_TRUE(is_zero(dot(a, a) - Expr(1))) << axis;
    EXPECT_TRUE(is_zero(dot(a, n))) << axis;
    EXPECT_TRUE(is_equal(cross(a, b), n)) << axis;
  }
}

TEST_F(JointShapeTest, EulerParametersAndAnglesGiveTheSameMotion) {
  // parameters of the angles put in: same rotation, same twist
  const Model by_angles = joint_machine("type: spherical, sequence: zxz, coordinates: [q1, q2, q3]");
  const Model by_parameters =
      joint_machine("type: spherical, sequence: euler_parameters, coordinates: [p0, p1, p2, p3]");
  const JointRelation angles = make_relation(by_angles, by_angles.joints[0]);
  const JointRelation parameters = make_relation(by_parameters, by_parameters.joints[0]);
  EulerParameters<Expr> p;
  for (std::size_t i = 0; i < 3; ++i)
    p = p * make_euler_parameters(ElementaryRotation<Expr>{by_angles.joints[0].axes[i], angles.symbols[i]});
  const Expr of_angles[] = {p.s, p.v.x, p.v.y, p.v.z};
  Substitution put_in;
  const Seeds seeds{{angles.symbols[0], angles.speeds[0]},
                    {angles.symbols[1], angles.speeds[1]},
                    {angles.symbols[2], angles.speeds[2]}};
  const std::vector<Expr> rates = differentiate(of_angles, seeds);
  for (std::size_t i = 0; i < 4; ++i) {
    put_in.symbols.emplace(parameters.symbols[i], of_angles[i]);
    put_in.symbols.emplace(make_symbol(parameters.symbols[i].name(), 1), rates[i]);
  }
  Vector turning_parameters, turning_angles;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_TRUE(is_zero(substitute(parameters.pose.rotation(i, j), put_in) - angles.pose.rotation(i, j)));
    const Expr speed = substitute(parameters.inverse_rates[i], put_in);
    turning_parameters +=
        map_vector(parameters.bases.free_motion[i].angular, [&](Expr e) { return substitute(e, put_in); }) * speed;
    turning_angles += angles.bases.free_motion[i].angular * angles.speeds[i];
  }
  EXPECT_TRUE(is_equal(turning_parameters, turning_angles));
}

}  // namespace
}  // namespace kinemate
