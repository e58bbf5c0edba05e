#include "formalism/parameters/random_motions.h"

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class RandomMotionsTest : public ModelTest {};

LinkNumbers first_motion(const Model& model) {
  const Kinematics kinematics = compute_kinematics(model);
  RandomMotions motions(model, kinematics, make_links(model, kinematics));
  return motions.next();
}

TEST_F(RandomMotionsTest, TheSameInEveryRunAndOtherEachTime) {
  const Model model = machine(R"(gravity: [0, 0, -10]
bodies: {a: {mass: 1}}
joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: a, coordinates: [p0, p1, p2, p3]}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  RandomMotions motions(model, kinematics, make_links(model, kinematics));
  const LinkNumbers one = motions.next(), two = motions.next();
  EXPECT_EQ(one.motions[0].angular_velocity, first_motion(model).motions[0].angular_velocity);
  EXPECT_NE(one.motions[0].angular_velocity.x, two.motions[0].angular_velocity.x);
  const Matrix3<double>& R = one.system.links[0].transfer.fixed;  // of Euler parameters of length one
  EXPECT_NEAR(dot(R.rows[0], R.rows[0]), 1, 1e-14);
}

TEST_F(RandomMotionsTest, OpenParametersAndFunctionsHaveNumbers) {
  const LinkNumbers moved = first_motion(machine(R"(parameters: {l: }
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: revolute, axis: z, from: {body: world, at: [l, 0, 0]}, to: a, coordinate: q, drive: f(t)}
  k: {type: prismatic, axis: x, from: a, to: b, coordinate: s}
)"));
  EXPECT_NE(moved.system.links[0].transfer.arm.x, 0);
  EXPECT_NE(moved.motions[0].angular_velocity.z, 0);
}

// The root has a value near the start alone.
TEST_F(RandomMotionsTest, StatesWhereFormulasHaveValues) {
  const LinkNumbers moved = first_motion(machine(R"(bodies: {a: {mass: 1}}
joints: {j: {type: motion, from: world, to: a, coordinates: [q], position: [q, sqrt(1/100 - (q - 3)^2), 0]}}
initial: {q: 3}
)"));
  EXPECT_NEAR(moved.system.links[0].transfer.arm.x, 3, 0.1);
}

}  // namespace
}  // namespace kinemate
