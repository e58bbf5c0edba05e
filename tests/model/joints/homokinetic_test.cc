// The three forms of the homokinetic joint against each other, and their ends against each other.
#include "model/joints/homokinetic.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

std::string homokinetic(const std::string& fields) { return "type: constant_velocity, " + fields; }

class HomokineticTest : public ModelTest {
 protected:
  static JointRelation relation_of(const Model& model) { return make_relation(model, model.joints[0]); }

  // Its end in axes of that end, against the relation itself turned there.
  static void expect_motion_of_ends(const std::string& fields, const Substitution& unit = {}) {
    const Model model = joint_machine(homokinetic(fields));
    const JointRelation there = relation_of(model), back = reverse(there);
    for (const MovingEnd end : {MovingEnd::kTo, MovingEnd::kFrom}) {
      const JointRelation* const relation = end == MovingEnd::kTo ? &there : &back;
      const HomokineticMotion motion = make_homokinetic_motion(model.joints[0], *relation, end);
      auto same = [&](const Vector& v, const Vector& in_near) {
        const Vector turned = transposed_times(relation->pose.rotation, in_near);
        return is_equal(map_vector(v, [&](Expr e) { return substitute(e, unit); }),
                        map_vector(turned, [&](Expr e) { return substitute(e, unit); }));
      };
      Twist<Expr> y;
      for (std::size_t i = 0; i < 2; ++i) {
        const Twist<Expr>& column = relation->bases.free_motion[i];
        EXPECT_TRUE(same(motion.free[i].angular, column.angular)) << fields << " " << i;
        EXPECT_TRUE(same(motion.free[i].linear, column.linear)) << fields << " " << i;
        y += column * relation->speeds[i];
      }
      EXPECT_TRUE(same(motion.twist.angular, y.angular)) << fields;
      EXPECT_TRUE(same(motion.twist.linear, y.linear)) << fields;
      EXPECT_TRUE(same(motion.bias.angular, relation->bias.angular)) << fields;
      EXPECT_TRUE(same(motion.bias.linear, relation->bias.linear)) << fields;
    }
  }
};

TEST_F(HomokineticTest, RevolutesAreThreeTurns) {
  for (const char* axis : {"z", "-x", "[0, 3, 4]"}) {
    const Model model = joint_machine(homokinetic("coordinates: [q1, q2], axis: ") + axis);
    const auto [a, b] = perpendicular(model.joints[0].axes[0]);
    const std::vector<ElementaryRotation<Expr>> turns{{a, parse("q1")}, {b, parse("q2")}, {a, parse("q1")}};
    EXPECT_TRUE(is_equal(relation_of(model).pose.rotation, make_rotation<Expr>(turns))) << axis;
  }
}

TEST_F(HomokineticTest, DoubleCardanIsTwoCardanJointsMirrored) {
  for (const char* axis : {"z", "-x", "[0, 3, 4]"}) {
    const Model model =
        joint_machine(homokinetic("form: double_cardan, length: l, coordinates: [q1, q2], axis: ") + axis);
    const Vector n = model.joints[0].axes[0];
    const auto [a, b] = perpendicular(n);
    const std::vector<ElementaryRotation<Expr>> near{{a, parse("q1")}, {b, parse("q2")}};
    const std::vector<ElementaryRotation<Expr>> far{{b, parse("q2")}, {a, parse("q1")}};
    const Matrix half = make_rotation<Expr>(near);
    const Pose<Expr> pose = relation_of(model).pose;
    EXPECT_TRUE(is_equal(pose.rotation, half * make_rotation<Expr>(far))) << axis;
    EXPECT_TRUE(is_equal(pose.position, half * (n * parse("l")))) << axis;
  }
}

TEST_F(HomokineticTest, EulerParametersAreThoseOfTheAngles) {
  // p of R(a, θ) R(b, φ) R(a, θ): cos(φ/2) cos θ along with a: cos(φ/2) sin θ, b: sin(φ/2), and nothing along n
  const Model angles = joint_machine(homokinetic("axis: -y, coordinates: [q1, q2]"));
  const Model model = joint_machine(homokinetic("form: euler_parameters, axis: -y, coordinates: [ps, pa, pb]"));
  const Substitution put_in{{{parse("ps"), parse("cos(q1)*cos(q2/2)")},
                             {parse("pa"), parse("sin(q1)*cos(q2/2)")},
                             {parse("pb"), parse("sin(q2/2)")}},
                            {}};
  const Matrix of_parameters = relation_of(model).pose.rotation, of_angles = relation_of(angles).pose.rotation;
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(
        is_equal(map_vector(of_parameters.rows[i], [&](Expr e) { return substitute(e, put_in); }), of_angles.rows[i]));
}

TEST_F(HomokineticTest, EndsMoveAsTheRelationSays) {
  expect_motion_of_ends("axis: z, coordinates: [q1, q2]");
  expect_motion_of_ends("axis: [0, 3, 4], coordinates: [q1, q2]");
  expect_motion_of_ends("axis: z, form: double_cardan, length: l, coordinates: [q1, q2]");
  expect_motion_of_ends("axis: -x, form: double_cardan, length: 2, coordinates: [q1, q2]");
  expect_motion_of_ends("axis: y, form: euler_parameters, coordinates: [ps, pa, pb]",
                        unit_homokinetic_parameters("ps", "pa", "pb"));
}

TEST_F(HomokineticTest, RatesOfEulerParametersKeepAnyNorm) {
  const Model model = joint_machine(homokinetic("form: euler_parameters, axis: z, coordinates: [ps, pa, pb]"));
  const JointRelation relation = relation_of(model);
  Expr change(0);
  for (std::size_t i = 0; i < 3; ++i) change += relation.symbols[i] * relation.rates[i];
  EXPECT_TRUE(is_zero(change));
  // a growing norm alone is no speed
  const Substitution growing{{{parse("ps'"), parse("ps")}, {parse("pa'"), parse("pa")}, {parse("pb'"), parse("pb")}},
                             {}};
  for (Expr s : relation.inverse_rates) EXPECT_TRUE(is_zero(substitute(s, growing)));
}

TEST_F(HomokineticTest, EulerParametersAreRegularWhereTheShaftTurnsBack) {
  // at a bend of π the angles have d = 0, the parameters a basis of unit vectors; twice differentiated in numbers
  const Model angles = joint_machine(homokinetic("axis: z, coordinates: [q1, q2]"));
  const Vector d = relation_of(angles).bases.free_motion[0].angular;
  const Values back{{parse("q1"), 0.4}, {parse("q2"), M_PI}};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(evaluate(d[i], back), 0, 1e-15);

  const Model model = joint_machine(homokinetic("form: euler_parameters, axis: z, coordinates: [ps, pa, pb]"));
  const JointRelation relation = relation_of(model);
  const double s[] = {0.7, -1.3};
  auto values_at = [&](const Vector3<double>& p) {
    Values values{{relation.speeds[0], s[0]}, {relation.speeds[1], s[1]}};
    for (std::size_t i = 0; i < 3; ++i) values[relation.symbols[i]] = p[i];
    return values;
  };
  // the exact motion for constant speeds goes round: by small steps of the midpoint rule
  auto moved = [&](Vector3<double> p, double time) {
    for (int i = 0; i < 100; ++i) {
      const Vector3<double> middle = p + homokinetic_rates(p, s[0], s[1]) * (time / 200);
      p = p + homokinetic_rates(middle, s[0], s[1]) * (time / 100);
    }
    return p;
  };
  const Vector3<double> start{0, std::cos(0.3), std::sin(0.3)};
  auto rotation_at = [&](double time) {
    const Values values = values_at(moved(start, time));
    Matrix3<double> R;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) R(i, j) = evaluate(relation.pose.rotation(i, j), values);
    return R;
  };
  const double h = 1e-4;
  const Matrix3<double> before = rotation_at(-h), here = rotation_at(0), after = rotation_at(h);
  const Matrix3<double> rate = (after - before) * (1 / (2 * h)), second = (after + before - here * 2.0) * (1 / (h * h));
  const Vector3<double> omega = vect(rate * transpose(here));
  const Vector3<double> alpha = vect(second * transpose(here) + rate * transpose(rate));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(evaluate(relation.twist->angular[i], values_at(start)), omega[i], 1e-7);
    EXPECT_NEAR(evaluate(relation.bias.angular[i], values_at(start)), alpha[i], 1e-6);
    double column = 0;
    for (std::size_t k = 0; k < 2; ++k)
      column += evaluate(relation.bases.free_motion[k].angular[i], values_at(start)) * s[k];
    EXPECT_NEAR(column, omega[i], 1e-7);
  }
}

}  // namespace
}  // namespace kinemate
