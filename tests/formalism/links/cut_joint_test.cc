#include "formalism/links/cut_joint.h"

#include "formalism/loop_fixture.h"
#include "spatial/turn.h"

namespace kinemate {
namespace {

class CutJointTest : public ModelTest {
 protected:
  // Two bodies that a joint joins, beside those that carry them.
  static Model joined_by(const std::string& joint) {
    return machine(R"(bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  one: {type: fixed, from: world, to: a}
  two: {type: fixed, from: world, to: b}
  cut: {cut: true, from: {body: a, at: [0.1, 0.2, 0.3]}, to: b, )" +
                   joint + "}\n");
  }

  // A frame that moves anyhow with time.
  static CutFrame moving_frame(double shift) {
    const Expr t = time_symbol(), c = make_real(shift);
    CutFrame frame;
    frame.pose.rotation =
        turn_matrix<Expr>({cos(sin(t) + c), sin(sin(t) + c)}) * tilt_matrix<Expr>({cos(c * t), sin(c * t)});
    frame.pose.position = {cos(t + c), c * t * t, sin(c * t)};
    auto rate = [&](Expr formula) { return differentiate(formula, t); };
    auto rates = [&](const Vector& v) { return Vector{rate(v.x), rate(v.y), rate(v.z)}; };
    const Matrix& R = frame.pose.rotation;
    Matrix turning;  // Ṙ Rᵀ = ω̃
    for (std::size_t i = 0; i < 3; ++i) turning.rows[i] = rates(R.rows[i]);
    turning = turning * transpose(R);
    const Vector omega{turning(2, 1), turning(0, 2), turning(1, 0)}, velocity = rates(frame.pose.position);
    frame.twist = {transposed_times(R, omega), transposed_times(R, velocity)};
    frame.acceleration = {transposed_times(R, rates(omega)), transposed_times(R, rates(velocity))};
    return frame;
  }
};

// Of residuals along any motion, whether or not they are zero.
TEST_F(CutJointTest, ConditionsAreSecondDerivatives) {
  for (const char* text : {"type: revolute, axis: z, coordinate: q", "type: prismatic, axis: x, coordinate: q",
                           "type: spherical, sequence: xyz, coordinates: [q1, q2, q3]",
                           "type: universal, axes: [x, y], coordinates: [q1, q2]", "type: fixed"}) {
    SCOPED_TRACE(text);
    const Model model = joined_by(text);
    const Joint& joint = model.joints[2];
    const CutFrame from = moving_frame(0.7), to = moving_frame(0.4);
    const CutMotion motion = compare_frames(from, to);
    const std::vector<CutCondition> conditions =
        make_cut_conditions(model, joint, motion, compute_cut_rate(from, to, motion));
    const std::vector<ImplicitEquation> residuals = make_implicit(model, joint, motion.pose);
    ASSERT_EQ(conditions.size(), residuals.size());
    const Values now{{time_symbol(), 0.3}};
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      const Expr rate = differentiate(residuals[i].residual, time_symbol());
      EXPECT_NEAR(evaluate(power(conditions[i].direction, motion.twist), now), evaluate(rate, now), 1e-12);
      EXPECT_NEAR(evaluate(conditions[i].acceleration, now), evaluate(differentiate(rate, time_symbol()), now), 1e-12);
    }
  }
}

// Equal and opposite, about one point and in one basis.
TEST_F(CutJointTest, LoadsBalance) {
  const CutFrame from = moving_frame(0.7), to = moving_frame(0.4);
  const CutMotion motion = compare_frames(from, to);
  const CutLoads loads = make_cut_loads(motion, {{Expr(1), Expr(2), Expr(3)}, {Expr(4), Expr(5), Expr(6)}});
  const Load<Expr> sum = loads.on_from + move_to(motion.pose.rotation * loads.on_to, motion.pose.position);
  const Values now{{time_symbol(), 0.3}};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(evaluate(sum.torque[k], now), 0, 1e-12);
    EXPECT_NEAR(evaluate(sum.force[k], now), 0, 1e-12);
  }
  EXPECT_NEAR(evaluate(loads.on_from.force.x, now), -4, 1e-12);
}

}  // namespace
}  // namespace kinemate
