#include "study/linear/equilibrium.h"

#include <gtest/gtest.h>

#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class EquilibriumTest : public StudyTest {
 protected:
  static MachinePoint find(const Model& model, const std::vector<std::string>& at) {
    const VariedMachine machine(model, {}, keep_quiet);
    return find_equilibrium(machine, rest_at(machine, model, at));
  }
};

TEST_F(EquilibriumTest, OfTheGuidedMass) {
  const Model model = example("disc_guided_mass");
  const MachinePoint point = find(model, {"R = 1", "phi = 0.3"});
  EXPECT_NEAR(point.q[0], 0, 1e-12);
  EXPECT_NEAR(point.q[1], (200 * 0.15 - 0.1 * 0.5 * 100) / (200 - 0.5 * 100), 1e-12);
}

TEST_F(EquilibriumTest, WithInputsAndLoadStates) {
  // the spring's force is a state that follows c*x slowly; the push is an input
  const Model model = machine(R"(
name: lag
inputs: [F]
bodies: {b: {mass: 2}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads:
  f: {type: joint, joint: j, effort: F - n, states: {n: (5*x - n)/0.3}}
)");
  const VariedMachine varied(model, {}, keep_quiet);
  const MachinePoint point = find_equilibrium(varied, rest_at(varied, model, {"F = 20"}));
  EXPECT_NEAR(point.q[0], 4, 1e-12);
  EXPECT_NEAR(point.z[0], 20, 1e-12);
}

TEST_F(EquilibriumTest, EulerParametersKeepTheirNorm) {
  const MachinePoint point = find(machine(R"(
name: ball
gravity: [0, 0, -9.81]
bodies: {bob: {mass: 2, center: [0.3, 0, -0.4], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}}
joints: {ball: {type: spherical, sequence: euler_parameters, from: world, to: bob, coordinates: [p0, p1, p2, p3]}}
)"),
                                  {});
  EXPECT_NEAR(point.q.norm(), 1, 1e-12);
  // the centre hangs below the pivot: turned by atan(0.3/0.4) about -y... the sign follows
  EXPECT_NEAR(2 * std::acos(point.q[0]), std::atan2(0.3, 0.4), 1e-9);
  EXPECT_NEAR(std::abs(point.q[2]), std::sin(std::atan2(0.3, 0.4) / 2), 1e-9);
}

TEST_F(EquilibriumTest, NoneIsSaidWithTheNearestPoint) {
  const std::string slope = R"(
name: slope
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: EFFORT}}
)";
  const auto refused = [&](const std::string& effort) {
    std::string text = slope;
    text.replace(text.find("EFFORT"), 6, "\"" + effort + "\"");
    return refusal([&] { find(machine(text), {}); });
  };
  const std::string constant = refused("3");
  EXPECT_TRUE(contains(constant, "no equilibrium was found. Nearest: x = 0; what remains there: the force on x' 3"));
  EXPECT_TRUE(contains(constant, "nothing balances the force on x'"));
  EXPECT_TRUE(contains(refused("(x - 2)^2 + 1"), "Nearest: x = 2; what remains there: the force on x' 1"));
  EXPECT_TRUE(contains(refused("sqrt(x - 1) + 1"), "not defined"));
}

// A drive or a constraint that holds the time carries gravity along: what is left without terms of time is no force.
TEST_F(EquilibriumTest, NoneWhereTheMachineIsCarriedAlong) {
  const std::string two = R"(
name: two
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1, center: [0, 0, -1], inertia: {xx: 0.1, yy: 0.1, zz: 0.01}}
  b: {mass: 1, center: [0, 0, -1], inertia: {xx: 0.1, yy: 0.1, zz: 0.01}}
joints:
  j1: {type: revolute, axis: y, from: world, to: a, coordinate: q1DRIVE}
  j2: {type: revolute, axis: y, from: {body: a, at: [0, 0, -1]}, to: b, coordinate: q2}
CONSTRAINT
)";
  const auto refused = [&](const std::string& drive, const std::string& constraint) {
    std::string text = two;
    text.replace(text.find("DRIVE"), 5, drive);
    text.replace(text.find("CONSTRAINT"), 10, constraint);
    return refusal([&] { find(machine(text), {}); });
  };
  const std::string carried = "carried along as time goes on";
  EXPECT_TRUE(contains(refused(", drive: 0.3*sin(2*t)^2", ""), carried));
  EXPECT_TRUE(contains(refused("", "constraints: {g: {type: holonomic, equation: q1 + 0.2*sin(q2) = 0.3*sin(2*t)^2}}"),
                       carried));
  EXPECT_TRUE(contains(refused("", "constraints: {g: {type: holonomic, equation: q1 + 0.2*q2^5 + q2 = 0.3*sin(2*t)}}"),
                       carried));
}

// A force that divides by the time leaves springs and weights what they are.
TEST_F(EquilibriumTest, ForcesOfTimeAreNotMixedWithOthers) {
  const MachinePoint point = find(machine(R"yaml(
name: pushed
gravity: [0, 0, -9.81]
bodies: {a: {mass: 2}}
joints: {j: {type: prismatic, axis: z, from: world, to: a, coordinate: z}}
loads:
  s: {type: torsion, joint: j, stiffness: 40}
  f: {type: joint, joint: j, effort: sin(t)/(2 + cos(t))}
  p: {type: joint, joint: j, effort: "if(t > 5 and t < 5.1, 100, 0)"}
)yaml"),
                                  {});
  EXPECT_NEAR(point.q[0], -2 * 9.81 / 40, 1e-12);
}

TEST_F(EquilibriumTest, ASteadyMotionMayNotMatter) {
  const Model model = machine(kConicalPendulum);
  const MachinePoint point = find(model, {"phi' = 5", "theta = 1"});
  EXPECT_NEAR(std::cos(point.q[1]), 9.81 / (0.7 * 25), 1e-10);
  EXPECT_TRUE(
      contains(refusal([&] { find(model, {"theta' = 1"}); }), "does not stay in this motion: theta changes at 1"));
}

TEST_F(EquilibriumTest, PointsAreJudged) {
  const Model model = machine(kTwoArms);
  const VariedMachine varied(model, {}, keep_quiet);
  EXPECT_TRUE(is_equilibrium(varied, rest_at(varied, model, {"u = pi"})));
  EXPECT_FALSE(is_equilibrium(varied, rest_at(varied, model, {"u = 3.1415"})));
}

}  // namespace
}  // namespace kinemate
