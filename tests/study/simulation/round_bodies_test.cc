#include "study/simulation/round_bodies.h"

#include "model/specialise.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class RoundBodiesTest : public StudyTest {
 protected:
  std::vector<RoundBody> of(const std::string& text) {
    const Model model = specialise(machine(text), {{}, std::vector<std::string>{}});
    const Tree tree = compute_kinematics(model).tree;
    return find_round_bodies(model, tree, find_body_places(model, tree), {});
  }
};

// Radii in the ratio of the speeds, together as long as the axles are apart.
TEST_F(RoundBodiesTest, GearsMesh) {
  const std::vector<RoundBody> round = of(R"(
bodies: {pinion: {mass: 2, inertia: {xx: 3, yy: 3, zz: 5}}, wheel: {mass: 8, inertia: {xx: 4, yy: 4, zz: 7}}}
joints:
  a: {type: revolute, axis: z, from: world, to: pinion, coordinate: p}
  b: {type: revolute, axis: z, from: {body: world, at: [0.3, 0.4, 2]}, to: wheel, coordinate: q}
constraints: {mesh: {type: holonomic, equation: 3*p + 12*q}}
)");
  ASSERT_EQ(round.size(), 2u);
  EXPECT_EQ(round[0].body, 1u);
  EXPECT_NEAR(round[0].radius, 0.1, 1e-15);
  EXPECT_NEAR(round[1].radius, 0.4, 1e-15);
  EXPECT_EQ(round[1].axis.z, 1);
}

TEST_F(RoundBodiesTest, ARotorIsTheDiscWithItsInertia) {
  const std::string text = R"(
bodies: {rotor: {mass: 2, center: [0.01, 0, 0.2], inertia: {xx: 0.02, yy: 0.02, zz: 0.04}}}
joints: {shaft: {type: revolute, axis: z, from: world, to: rotor, coordinate: q}}
)";
  const std::vector<RoundBody> round = of(text);
  ASSERT_EQ(round.size(), 1u);
  EXPECT_NEAR(round[0].radius, 0.2, 1e-15);
  EXPECT_NEAR(round[0].centre.z, 0.2, 1e-15);
  EXPECT_NEAR(round[0].centre.x, 0, 1e-15) << "on the axis; the centre of mass is beside it";
  std::string pendulum = text;
  pendulum.replace(pendulum.find("0.01"), 4, "0.50");
  EXPECT_TRUE(of(pendulum).empty());
}

TEST_F(RoundBodiesTest, WhatRollsHasItsRadius) {
  const std::vector<RoundBody> round = of(R"(
bodies: {ball: {mass: 2, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {j: {type: free, sequence: xyz, from: world, to: ball, coordinates: [x, y, z, a, b, c]}}
constraints: {roll: {type: rolling_sphere, point: ball, radius: 0.7}}
)");
  ASSERT_EQ(round.size(), 1u);
  EXPECT_EQ(round[0].radius, 0.7);
  EXPECT_EQ(round[0].axis, Vector3<double>{}) << "a ball has none";
}

}  // namespace
}  // namespace kinemate
