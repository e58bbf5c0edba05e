#include "study/reduction/acceleration_bound.h"
#include "dense.h"

#include <cmath>

#include "study/reduction_fixture.h"

namespace kinemate {
namespace {

using Definite = AccelerationBound::Definite;

class AccelerationBoundTest : public StudyTest {
 protected:
  // M = diag(1 + r², 1), a weak torque and a weak force.
  static ReductionCase turntable(const std::string& r, const std::string& torque, const std::string& force) {
    return reduction_case(machine(R"(
bodies: {table: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}, bead: {mass: 1}}
joints:
  pivot: {type: revolute, axis: z, from: world, to: table, coordinate: phi}
  guide: {type: prismatic, axis: x, from: table, to: bead, coordinate: r}
loads:
  motor: {type: joint, joint: pivot, effort: ")" +
                                  torque + R"("}
  push: {type: joint, joint: guide, effort: ")" +
                                  force + R"("}
)"),
                          box_of({"phi' = -1 .. 1", "r' = -1 .. 1", "r = " + r}));
  }
  static AccelerationBound bound_of(const ReductionCase& one, double mu, Of of = Of::kRows) {
    const Reducible reducible = one.reducible(of);
    return bound_accelerations(reducible, reducible.reduce(largest_threshold(mu)));
  }
};

// 0.01/(1 + r²) is largest where r is smallest: pieces of the box find that.
TEST_F(AccelerationBoundTest, CloseToTheLargestError) {
  const ReductionCase one = turntable("1 .. 3", "sin(phi) + sin(2*phi)/100", "sin(phi)");
  const AccelerationBound bound = bound_of(one, 0.05);
  EXPECT_EQ(bound.definite, Definite::kProven);
  EXPECT_GT(bound.pieces, 10u);
  EXPECT_GE(bound.error[0], 0.005);
  EXPECT_LE(bound.error[0], 0.0051);
  EXPECT_LE(bound.error[1], 1e-12);
}

TEST_F(AccelerationBoundTest, NothingDroppedNoError) {
  const AccelerationBound bound = bound_of(turntable("1 .. 3", "sin(phi)", "sin(phi)"), 0.5);
  EXPECT_EQ(bound.definite, Definite::kProven);
  EXPECT_EQ(bound.error, (std::vector<double>{0, 0}));
}

// Without ranges for what loads depend on, M alone can be judged.
TEST_F(AccelerationBoundTest, MissingRanges) {
  const AccelerationBound bound = bound_of(turntable("1 .. 3", "w(t)*sin(phi) + w(t)*sin(2*phi)/100", "0"), 0.05);
  EXPECT_EQ(bound.definite, Definite::kProven);
  EXPECT_TRUE(std::isinf(bound.error[0]));
}

// A weak term of M: errors grow with the acceleration itself, |e| = |ΔM q̈/M̃|.
TEST_F(AccelerationBoundTest, TermsOfM) {
  // M = 3 + 2 cos(b) + 0.2 sin(b) of the first body, the second is held by its inertia
  const ReductionCase one = reduction_case(machine(R"(
bodies: {arm: {mass: 1, center: [0, 0, 0], inertia: {xx: 2, yy: 2, zz: 2}}, load: {mass: 1, center: [1, 1/10, 0], inertia: {xx: 1, yy: 1, zz: 1}}}
joints:
  pivot: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: arm, at: [1, 0, 0]}, to: load, coordinate: b}
loads: {motor: {type: joint, joint: pivot, effort: 1}}
)"),
                                           box_of({"a' = -1 .. 1", "b' = -1 .. 1"}));
  const Reducible reducible = one.reducible();
  const ReducedEquations reduced = reducible.reduce(largest_threshold(0.2));
  EXPECT_NEAR(reduced.mass_loss[0], 0.2, 1e-10);
  EXPECT_NEAR(reduced.mass_loss[1], 0.1, 1e-10);
  const AccelerationBound bound = bound_accelerations(reducible, reduced);
  EXPECT_EQ(bound.definite, Definite::kProven);
  // at b = pi/2, a' = b' = 0: M = [3 - 0.2, 1 - ...]: an error that is there must be covered
  const Values state = {{parse("a"), 0}, {parse("b"), 1.5}, {parse("a'"), 1}, {parse("b'"), 1}};
  const NumericEquations exact = numbers(one.equations, state), left = numbers(reduced.equations, state);
  const Eigen::VectorXd error =
      dense::solve(exact.mass, exact.forces - exact.bias) - dense::solve(left.mass, left.forces - left.bias);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GT(std::abs(error[static_cast<Eigen::Index>(i)]), 1e-3);
    EXPECT_LE(std::abs(error[static_cast<Eigen::Index>(i)]), bound.error[i]);
    EXPECT_LE(bound.error[i], 10);
  }
}

TEST_F(AccelerationBoundTest, LostDefinitenessIsFound) {
  const ReductionCase one = light_chain();
  const Reducible reducible = one.reducible();
  const ReducedEquations reduced = reducible.reduce(largest_threshold(0.2));
  const AccelerationBound bound = bound_accelerations(reducible, reduced);
  ASSERT_EQ(bound.definite, Definite::kLost);
  EXPECT_TRUE(std::isinf(bound.error[0]));
  Values state = bound.lost_at;
  for (const char* name : {"a", "b", "c", "a'", "b'", "c'"}) state.try_emplace(parse(name), 0);
  EXPECT_NE(numbers(reduced.equations, state).mass.llt().info(), Eigen::Success);
  EXPECT_EQ(numbers(one.equations, state).mass.llt().info(), Eigen::Success);
}

}  // namespace
}  // namespace kinemate
