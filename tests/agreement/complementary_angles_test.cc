// Machines in either of two sequences of angles: bodies accelerate the same, whatever loads speak of the angles.
#include "model/joints/complementary_angles.h"
#include "dense.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class ComplementaryAnglesAgreement : public ModelTest {
 protected:
  // A body with all kinds of loads that know its angles, and one that hangs on it.
  static std::string carrier(const std::string& joint, const std::string& efforts) {
    return R"(
parameters: {g: 9.81, k: 2.5}
gravity: [0, 1, -g]
bodies:
  p: {mass: 2, center: [0.1, 0.2, -0.3], inertia: {xx: 0.5, yy: 0.7, zz: 0.9, xy: 0.05}}
  r: {mass: 0.7, center: [0.2, 0, 0.1], inertia: {xx: 0.2, yy: 0.3, zz: 0.3}}
joints:
  A: {)" + joint +
           R"(, from: world, to: p}
  B: {type: revolute, axis: [0, 3/5, 4/5], from: {body: p, at: [0.4, 0, 0.2]}, to: r, coordinate: q}
loads:
  motor: {type: joint, joint: A, effort: [)" +
           efforts + R"(], states: {s: sin(b) - s}}
  well: {type: potential, energy: k*sin(a + 2*c)*cos(b) + sin(q)*cos(a)}
  drag: {type: dissipation, function: a'^2/5 + b'^2/3 + a'*c'/9 + (q' - b')^2/7}
  gust: {type: force, point: {body: r, at: [0, 0.3, 0]}, vector: [1, cos(c), a'*b'], axes: body}
  extra: {type: kinetic, energy: (a' + sin(b)*c')^2/8 + q'*b'*cos(a)/20}
)";
  }

  struct Accelerations {
    std::vector<double> bodies;  // linear and angular, in inertial axes
    std::vector<double> states;  // rates of load states
  };

  static Accelerations accelerate(const Model& model, const Values& values) {
    const Kinematics kinematics = compute_kinematics(model);
    const Equations equations = derive_by_kane(model, kinematics);
    const NumericEquations n = numbers(equations, values);
    const Eigen::VectorXd rates = dense::solve(n.mass, n.forces - n.bias);
    Accelerations result;
    for (std::size_t body = 1; body < model.bodies.size(); ++body) {
      const PointMotion motion = compute_point_motion(model, kinematics, body, model.bodies[body].center);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        double linear = evaluate(motion.bias[axis], values), angular = evaluate(motion.angular_bias[axis], values);
        for (std::size_t i = 0; i < motion.speeds.size(); ++i) {
          const auto at = std::find(equations.speeds.begin(), equations.speeds.end(), motion.speeds[i]);
          const double rate = rates[at - equations.speeds.begin()];
          linear += evaluate(motion.J_T[i][axis], values) * rate;
          angular += evaluate(motion.J_R[i][axis], values) * rate;
        }
        result.bodies.insert(result.bodies.end(), {linear, angular});
      }
    }
    for (const LoadElement& load : model.loads)
      for (const LoadState& state : load.states) result.states.push_back(evaluate(state.rate, values));
    return result;
  }

  // The same state, in the other angles.
  static Values in_complements(const ComplementaryAngles& angles, const Values& values) {
    Values others = values;
    others[angles.branch] = evaluate(angles.branch_value, values) < 0 ? -1 : 1;
    for (std::size_t i = 0; i < 3; ++i) {
      others[angles.complements[i]] = evaluate(angles.of_angles[i], values);
      double rate = 0;
      for (std::size_t k = 0; k < 3; ++k)
        rate += evaluate(angles.slopes_of_angles[i][k], values) * values.at(make_symbol(angles.angles[k].name(), 1));
      others[make_symbol(angles.complements[i].name(), 1)] = rate;
    }
    for (Expr angle : angles.angles) {
      others.erase(angle);
      others.erase(make_symbol(angle.name(), 1));
    }
    return others;
  }

  static void compare(const Model& model, std::uint64_t seed) {
    const auto found = find_complementary_angles(model, 0);
    ASSERT_TRUE(found);
    const Model other = with_complementary_angles(model, *found);
    const Kinematics kinematics = compute_kinematics(model);
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> angle(-4, 4);
    int compared = 0, other_branch = 0;
    for (int trial = 0; trial < 12; ++trial) {
      Values values = random_state(model, kinematics, random);
      for (Expr a : found->angles) values[a] = angle(random);
      const Values others = in_complements(*found, values);
      if (std::min(evaluate(found->quality, values), evaluate(found->complement_quality, others)) < 0.01) continue;
      const Accelerations one = accelerate(model, values), two = accelerate(other, others);
      for (std::size_t i = 0; i < one.bodies.size(); ++i)
        EXPECT_NEAR(one.bodies[i], two.bodies[i], 1e-11 * (1 + std::abs(one.bodies[i])));
      for (std::size_t i = 0; i < one.states.size(); ++i) EXPECT_NEAR(one.states[i], two.states[i], 1e-11);
      ++compared;
      other_branch += others.at(found->branch) < 0;
    }
    EXPECT_GE(compared, 8);
    EXPECT_GE(other_branch, 2);
    EXPECT_LE(other_branch, compared - 2);
  }
};

TEST_F(ComplementaryAnglesAgreement, FreeBody) {
  const std::string efforts = "1, s, sin(a), 2*cos(c) + s, -b'/2, 3*sin(t)";
  compare(machine(carrier("type: free, sequence: xyz, coordinates: [x, y, z, a, b, c]", efforts)), 1);
  compare(machine(carrier("type: free, sequence: zxz, coordinates: [x, y, z, a, b, c]", efforts)), 2);
}

TEST_F(ComplementaryAnglesAgreement, BallJointWithAxesOfOtherSigns) {
  const std::string efforts = "2*cos(c) + s, -b'/2, 3*sin(t)";
  compare(machine(carrier("type: spherical, sequence: [z, -y, x], coordinates: [a, b, c]", efforts)), 3);
  compare(machine(carrier("type: spherical, sequence: [-x, z, x], coordinates: [a, b, c]", efforts)), 4);
}

TEST_F(ComplementaryAnglesAgreement, DrivenShifts) {
  compare(machine(carrier("type: free, sequence: yzx, coordinates: [x, y, z, a, b, c], drive: {y: sin(2*t)}",
                          "1, sin(a), 2*cos(c) + s, -b'/2, 3*sin(t)")),
          5);
}

}  // namespace
}  // namespace kinemate
