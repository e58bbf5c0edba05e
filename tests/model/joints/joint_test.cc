// Every joint, symbolically: dual bases, first and second derivative of the pose, q̇ ↔ s, both directions.
#include "model/joints/joint.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model/joints/implicit.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

struct JointCase {
  const char* name;
  const char* joint;  // inside of its braces
  std::size_t speeds;
  bool euler_parameters = false;
};

const JointCase kCases[] = {
    {"fixed", "type: fixed", 0},
    {"revolute_x", "type: revolute, axis: x, coordinate: q", 1},
    {"revolute_minus_y", "type: revolute, axis: -y, coordinate: q", 1},
    {"revolute_general", "type: revolute, axis: [1, 2, 2], coordinate: q", 1},
    {"revolute_root", "type: revolute, axis: [1, 1, 0], coordinate: q", 1},
    {"prismatic", "type: prismatic, axis: z, coordinate: q", 1},
    {"prismatic_general", "type: prismatic, axis: [3, 0, 4], coordinate: q", 1},
    {"screw", "type: screw, axis: y, pitch: h, coordinate: q", 1},
    {"screw_general", "type: screw, axis: [2, 3, 6], pitch: h, coordinate: q", 1},
    {"cylindrical", "type: cylindrical, axis: x, coordinates: [q1, q2]", 2},
    {"universal", "type: universal, axes: [x, y], coordinates: [q1, q2]", 2},
    {"universal_oblique", "type: universal, axes: [z, [0, 3, 4]], coordinates: [q1, q2]", 2},
    {"planar", "type: planar, axis: z, coordinates: [q1, q2, q3]", 3},
    {"planar_general", "type: planar, axis: [0, 3, -4], coordinates: [q1, q2, q3]", 3},
    {"spherical_cardan", "type: spherical, sequence: xyz, coordinates: [q1, q2, q3]", 3},
    {"spherical_euler", "type: spherical, sequence: zxz, coordinates: [q1, q2, q3]", 3},
    {"spherical_axes", "type: spherical, sequence: [z, [3, 4, 0], -x], coordinates: [q1, q2, q3]", 3},
    {"spherical_parameters", "type: spherical, sequence: euler_parameters, coordinates: [p0, p1, p2, p3]", 3, true},
    {"free_angles", "type: free, sequence: zyx, coordinates: [x, y, z, q1, q2, q3]", 6},
    {"free_parameters", "type: free, sequence: euler_parameters, coordinates: [x, y, z, p0, p1, p2, p3]", 6, true},
    {"constant_velocity", "type: constant_velocity, axis: z, coordinates: [q1, q2]", 2},
    {"constant_velocity_x", "type: constant_velocity, axis: -x, coordinates: [q1, q2]", 2},
    {"constant_velocity_oblique", "type: constant_velocity, axis: [2, 3, 6], coordinates: [q1, q2]", 2},
    {"constant_velocity_driven", "type: constant_velocity, axis: z, coordinates: [q1, q2], drive: {q1: f(t)}", 1},
    {"double_cardan", "type: constant_velocity, form: double_cardan, axis: z, coordinates: [q1, q2]", 2},
    {"double_cardan_long", "type: constant_velocity, form: double_cardan, length: h, axis: -y, coordinates: [q1, q2]",
     2},
    {"double_cardan_oblique",
     "type: constant_velocity, form: double_cardan, length: 2, axis: [0, 3, 4], coordinates: [q1, q2]", 2},
    {"double_cardan_driven",
     "type: constant_velocity, form: double_cardan, length: h, axis: z, coordinates: [q1, q2], drive: {q2: f(t)}", 1},
    {"homokinetic_parameters", "type: constant_velocity, form: euler_parameters, axis: z, coordinates: [ps, pa, pb]", 2,
     true},
    {"homokinetic_parameters_oblique",
     "type: constant_velocity, form: euler_parameters, axis: [2, 3, 6], coordinates: [ps, pa, pb]", 2, true},
    {"motion_sequence",
     "type: motion, coordinates: [q1, q2], rotation: [[x, q1], [y, \"q2*q1\"]], position: [q2^2, u(t), a*q1]", 2},
    {"motion_matrix",
     "type: motion, coordinates: [q], rotation: [[cos(q), -sin(q), 0], [sin(q), cos(q), 0], [0, 0, 1]], position: "
     "[sin(q), 0, w*t]",
     1},
    {"motion_of_time", "type: motion, rotation: [[z, w*t], [x, f(t)]], position: [0, t^2, 0]", 0},
    {"driven_revolute", "type: revolute, axis: z, coordinate: q, drive: w*t^2", 0},
    {"driven_screw", "type: screw, axis: [2, 3, 6], pitch: h, coordinate: q, drive: f(t)", 0},
    {"driven_partly", "type: cylindrical, axis: x, coordinates: [q1, q2], drive: {q1: w*t}", 1},
    {"driven_first_cardan", "type: universal, axes: [x, y], coordinates: [q1, q2], drive: {q1: f(t)}", 1},
    {"driven_free", "type: free, sequence: zyx, coordinates: [x, y, z, q1, q2, q3], drive: {y: f(t), q2: w*t}", 4},
    {"driven_shift", "type: free, sequence: euler_parameters, coordinates: [x, y, z, p0, p1, p2, p3], drive: {y: f(t)}",
     5, true},
    {"driven_motion",
     "type: motion, coordinates: [q1, q2], rotation: [[x, q1], [y, q2]], position: [q2, 0, q1], drive: {q1: w*t}", 1},
    {"custom_free",
     "type: custom, coordinates: [q1, q2], position: [q1, q2, 0], rotation: [[z, q1]], "
     "free_directions: [[0, 0, 1, 1, 0, 0], [0, 0, 1, 1, cos(q1), 0]]",
     2},
    {"custom_skate",
     "type: custom, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]], speeds: [u, r], "
     "locked_directions: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, -sin(a), cos(a), 0]]",
     2},
    {"custom_rates",
     "type: custom, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]], "
     "locked_directions: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0, 1, -sin(a), cos(a), 0]], "
     "locked_rates: [0, 0, 0, f(t)]",
     2},
};

class Joints : public testing::TestWithParam<JointCase> {
 protected:
  Joints() : model_(joint_machine(GetParam().joint)), relation_(make_relation(model_, model_.joints[0])) {
    if (!GetParam().euler_parameters) return;
    unit_ = unit_euler_parameters("p0", "p1", "p2", "p3");
    const Substitution three = unit_homokinetic_parameters("ps", "pa", "pb");
    unit_.symbols.insert(three.symbols.begin(), three.symbols.end());
  }

  // On unit Euler parameters.
  Expr on(Expr e) const { return substitute(e, unit_); }
  Vector on(const Vector& v) const {
    return map_vector(v, [&](Expr e) { return on(e); });
  }

  static Seeds seeds_of(const JointRelation& relation) {
    Seeds seeds{{make_symbol("t"), Expr(1)}};
    for (std::size_t i = 0; i < relation.symbols.size(); ++i) seeds.emplace(relation.symbols[i], relation.rates[i]);
    for (Expr s : relation.speeds) seeds.emplace(s, make_symbol(s.name(), s.primes() + 1));
    return seeds;
  }

  static Twist<Expr> motion_of(const JointRelation& relation) {
    Twist<Expr> y = relation.drift;
    for (std::size_t i = 0; i < relation.speeds.size(); ++i) y += relation.bases.free_motion[i] * relation.speeds[i];
    return y;
  }

  void expect_dual(const DualBases& bases) const {
    ASSERT_EQ(bases.free_motion.size() + bases.locked_motion.size(), 6u);
    ASSERT_EQ(bases.free_load.size(), bases.free_motion.size());
    ASSERT_EQ(bases.locked_load.size(), bases.locked_motion.size());
    std::vector<Twist<Expr>> motions = bases.free_motion;
    motions.insert(motions.end(), bases.locked_motion.begin(), bases.locked_motion.end());
    std::vector<Load<Expr>> loads = bases.free_load;
    loads.insert(loads.end(), bases.locked_load.begin(), bases.locked_load.end());
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j)
        EXPECT_TRUE(is_zero(on(power(loads[i], motions[j])) - Expr(i == j ? 1 : 0))) << "entry " << i << ", " << j;
  }

  // The pose differentiated once and twice against Φ s + ξ and Φ ṡ + γ.
  void expect_derivatives(const JointRelation& relation) const {
    const Seeds seeds = seeds_of(relation);
    const Matrix rate = along(seeds, relation.pose.rotation);
    const Vector omega = vect(rate * transpose(relation.pose.rotation));
    const Twist<Expr> y = motion_of(relation);
    EXPECT_TRUE(is_equal(on(omega), on(y.angular)));
    EXPECT_TRUE(is_equal(on(relation.twist.value_or(y).angular), on(y.angular)));
    EXPECT_TRUE(is_equal(on(along(seeds, relation.pose.position)), on(y.linear)));
    Acceleration<Expr> x = relation.bias;
    for (std::size_t i = 0; i < relation.speeds.size(); ++i) {
      const Twist<Expr> column = relation.bases.free_motion[i] * seeds.at(relation.speeds[i]);
      x = x + Acceleration<Expr>{column.angular, column.linear};
    }
    EXPECT_TRUE(is_equal(on(along(seeds, omega)), on(x.angular)));
    EXPECT_TRUE(is_equal(on(along(seeds, along(seeds, relation.pose.position))), on(x.linear)));
  }

  Pool pool_;
  PoolScope scope_{pool_};
  Model model_;
  JointRelation relation_;
  Substitution unit_;
};

TEST_P(Joints, HaveTheirSpeeds) {
  EXPECT_EQ(relation_.speeds.size(), GetParam().speeds);
  EXPECT_EQ(relation_.speeds, joint_speeds(model_, model_.joints[0]));
}

TEST_P(Joints, HaveDualBases) { expect_dual(relation_.bases); }

TEST_P(Joints, MoveAsTheirPoseDoes) { expect_derivatives(relation_); }

TEST_P(Joints, AreTheSameFromTheOtherSide) {
  const JointRelation other = reverse(relation_);
  expect_dual(other.bases);
  expect_derivatives(other);
  const Pose<Expr> there_and_back = compose(relation_.pose, other.pose);
  EXPECT_TRUE(is_equal(on(there_and_back.position), {}));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(is_equal(on(there_and_back.rotation.rows[i]), unit<Expr>(i)));
}

TEST_P(Joints, GiveSpeedsOfRatesAndBack) {
  Substitution rates = unit_;
  ASSERT_EQ(relation_.rates.size(), relation_.symbols.size());
  ASSERT_EQ(relation_.inverse_rates.size(), relation_.speeds.size());
  for (std::size_t i = 0; i < relation_.symbols.size(); ++i)
    rates.symbols.emplace(make_symbol(relation_.symbols[i].name(), 1), on(relation_.rates[i]));
  for (std::size_t i = 0; i < relation_.speeds.size(); ++i)
    EXPECT_TRUE(is_zero(substitute(relation_.inverse_rates[i], rates) - relation_.speeds[i]));
}

TEST_P(Joints, ImplicitFormHoldsOnTheExplicitMap) {
  for (const ImplicitEquation& equation : make_implicit(model_, model_.joints[0], relation_.pose)) {
    // atan2 of a screw: within half a turn
    const Expr residual = substitute(on(equation.residual), {{{make_symbol("q"), parse("atan(q)")}}, {}});
    EXPECT_TRUE(is_zero(residual));
    for (const Twist<Expr>& free : relation_.bases.free_motion)
      EXPECT_TRUE(is_zero(on(power(equation.direction, free))));
  }
}

TEST_P(Joints, ImplicitDirectionsAreDerivativesOfTheResidual) {
  // the pose moved by ε along any twist y
  const Expr epsilon = make_symbol("epsilon");
  const Twist<Expr> y{parse_vector("y1", "y2", "y3"), parse_vector("y4", "y5", "y6")};
  const Pose<Expr> moved{(Matrix::identity() + tilde(y.angular) * epsilon) * relation_.pose.rotation,
                         relation_.pose.position + y.linear * epsilon};
  for (const ImplicitEquation& equation : make_implicit(model_, model_.joints[0], moved)) {
    const Substitution on_map{{{epsilon, Expr(0)}}, {}};
    const Expr slope = substitute(differentiate(equation.residual, epsilon), on_map);
    const Expr expected = substitute(power(equation.direction, y), on_map);
    const Substitution within{{{make_symbol("q"), parse("atan(q)")}}, {}};
    EXPECT_TRUE(is_zero(on(substitute(slope - expected, within))));
  }
}

TEST_P(Joints, ImplicitDirectionsAreIndependentAndAsManyAsThePoseLocks) {
  std::vector<Expr> entries;
  const auto equations = make_implicit(model_, model_.joints[0], relation_.pose);
  for (const ImplicitEquation& e : equations) {
    const Load<Expr>& w = e.direction;
    for (Expr entry : {w.torque.x, w.torque.y, w.torque.z, w.force.x, w.force.y, w.force.z})
      entries.push_back(on(entry));
  }
  std::mt19937_64 random(7);
  const std::vector<double> values = evaluate(entries, random_values(entries, random));
  Eigen::MatrixXd W(static_cast<Eigen::Index>(equations.size()), 6);
  for (std::size_t i = 0; i < values.size(); ++i)
    W(static_cast<Eigen::Index>(i / 6), static_cast<Eigen::Index>(i % 6)) = values[i];
  const std::size_t pose_freedoms =
      GetParam().euler_parameters ? relation_.symbols.size() - 1 : relation_.symbols.size();
  EXPECT_EQ(equations.size(), 6 - pose_freedoms);
  EXPECT_EQ(static_cast<std::size_t>(compute_rank(W).rank), equations.size());
}

TEST_P(Joints, ImplicitRatesAreTheMotionForced) {
  // Wᵀ(Φ s + ξ) = ζ
  for (const ImplicitEquation& equation : make_implicit(model_, model_.joints[0], relation_.pose))
    EXPECT_TRUE(is_zero(on(power(equation.direction, motion_of(relation_)) - equation.rate)));
}

INSTANTIATE_TEST_SUITE_P(, Joints, testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

class JointTest : public ModelTest {};

TEST_F(JointTest, NamesSpeedsThatAreNoRates) {
  const Model model = machine(
      "bodies: {b: {mass: 1}}\njoints:\n  hip-left: {type: spherical, sequence: euler_parameters, "
      "from: world, to: b, coordinates: [p0, p1, p2, p3]}\n");
  EXPECT_EQ(named_speeds(model.joints[0]), (std::vector<std::string>{"wx_hip_left", "wy_hip_left", "wz_hip_left"}));
}

TEST_F(JointTest, RefusesDirectionsThatThePoseCannotFollow) {
  Model model = joint_machine("type: custom, coordinates: [q], position: [q, 0, 0]");
  model.joints[0].free_directions = {{{}, {Expr(1), Expr(1), Expr(0)}}};
  EXPECT_NE(message_of([&] { make_relation(model, model.joints[0]); }).find("direction that its pose does not have"),
            std::string::npos);
}

}  // namespace
}  // namespace kinemate
