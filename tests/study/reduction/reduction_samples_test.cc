#include "study/reduction/reduction_samples.h"

#include "study/reduction_fixture.h"

namespace kinemate {
namespace {

class ReductionSamplesTest : public StudyTest {
 protected:
  static ReductionCase pendulum(const std::string& box) {
    return reduction_case(machine(R"(
bodies: {rod: {mass: 2, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
loads: {motor: {type: joint, joint: hinge, effort: 6*sin(q) + sin(2*q)/10 + u*q'}}
inputs: [u]
)"),
                          box_of({box, "u = 0 .. 3"}));
  }
  static SampledErrors sample(const ReductionCase& one, std::size_t states, std::uint64_t seed = 1) {
    const Reducible reducible = one.reducible();
    return sample_errors(reducible, reducible.reduce(largest_threshold(0.05)), states, seed);
  }
};

// M = 2, |Δτ| = |sin 2q|/10, q̈ up to (6 + 3·4)/2.
TEST_F(ReductionSamplesTest, CloseToTheLargestValues) {
  const SampledErrors sampled = sample(pendulum("q' = -4 .. 1"), 20'000);
  EXPECT_EQ(sampled.states, 20'000u);
  EXPECT_EQ(sampled.lost, 0u);
  EXPECT_EQ(sampled.mass, std::vector<double>{0});
  EXPECT_LE(sampled.forces[0], 0.1 + 1e-12);
  EXPECT_GE(sampled.forces[0], 0.0999);
  EXPECT_LE(sampled.acceleration[0], 0.05 + 1e-12);
  EXPECT_GE(sampled.acceleration[0], 0.04995);
  EXPECT_LE(sampled.scale[0], 9.05);
  EXPECT_GE(sampled.scale[0], 8.5);
}

TEST_F(ReductionSamplesTest, SameSeedSameStates) {
  const ReductionCase one = pendulum("q' = -4 .. 1");
  const SampledErrors first = sample(one, 100), again = sample(one, 100), other = sample(one, 100, 2);
  EXPECT_EQ(first.acceleration, again.acceleration);
  EXPECT_EQ(first.scale, again.scale);
  EXPECT_NE(first.scale, other.scale);
}

// A torque of p0² + p1² + p2² + p3² on a ball is 1.
TEST_F(ReductionSamplesTest, EulerParametersAreOfNormOne) {
  const ReductionCase one = reduction_case(machine(R"(
bodies: {ball: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: ball, coordinates: [p0, p1, p2, p3]}}
loads: {t: {type: torque, body: ball, vector: [p0^2 + p1^2 + p2^2 + p3^2, 0, 0], axes: body}}
)"),
                                           {});
  ReductionCase ranged = one;
  for (Expr speed : one.equations.speeds) ranged.box[speed] = {-1, 1};
  const SampledErrors sampled = sample(ranged, 100);
  EXPECT_EQ(sampled.states, 100u);
  EXPECT_NEAR(sampled.scale[0], 1, 1e-12);
  EXPECT_NEAR(sampled.scale[1], 0, 1e-12);
}

// States at which M is not positive definite, or formulas have no value, do not count.
TEST_F(ReductionSamplesTest, StatesWithoutAccelerations) {
  const ReductionCase one = reduction_case(machine(R"(
bodies: {bead: {mass: 1}}
joints: {guide: {type: prismatic, axis: x, from: world, to: bead, coordinate: x}}
loads: {push: {type: joint, joint: guide, effort: sqrt(x')}}
)"),
                                           box_of({"x' = -1 .. 1"}));
  const SampledErrors sampled = sample(one, 1000);
  EXPECT_GT(sampled.states, 400u);
  EXPECT_LT(sampled.states, 600u);
}

}  // namespace
}  // namespace kinemate
