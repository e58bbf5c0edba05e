#include "formalism/methods/align_axes.h"

#include "formalism/fixture.h"
#include "formalism/links/link_system.h"

namespace kinemate {
namespace {

class AlignAxesTest : public ModelTest {};

MachineLinks links_of(const char* text) {
  const Model model = machine(text);
  MachineLinks links = make_links(model, compute_kinematics(model));
  round_constants(links);
  align_axes(links);
  return links;
}

// That the equations stay is shown in recursive_test.cc.
TEST_F(AlignAxesTest, RotationsOfAnArmBecomeTurnsAboutX) {
  const MachineLinks arm = links_of(R"(name: arm
bodies:
  a: {mass: 2, center: [1, 2, 3], inertia: {xx: 2, yy: 3, zz: 4}}
  b: {mass: 5, center: [0, 0, 1], inertia: {xx: 1, yy: 1, zz: 1}}
  c: {mass: 5, center: [1, 0, 1], inertia: {xx: 1, yy: 1, zz: 1}}
joints:
  one: {type: revolute, axis: [1, 2, 3], from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: [2, -1, 1], from: {body: a, at: [1, 2, 7]}, to: b, coordinate: q2}
  three: {type: prismatic, axis: [1, 1, 0], from: {body: b, at: [3, 2, 1]}, to: c, coordinate: q3}
)");
  for (std::size_t i : {1u, 2u}) {
    const MachineLink& link = arm.links[i];
    ASSERT_TRUE(link.tilt);
    EXPECT_TRUE(link.tilt->before.is_zero());
    EXPECT_EQ(link.near.rotation, tilt_matrix(link.tilt->turn));
    EXPECT_TRUE(link.near.position.y.is_zero());
  }
  // the cosine between the axes of the first two
  EXPECT_NEAR(evaluate(arm.links[1].tilt->turn.cos, {}), 3 / std::sqrt(14.0 * 6), 1e-15);
  EXPECT_TRUE(arm.links[2].axial->angle.is_zero());
}

TEST_F(AlignAxesTest, ParallelAxesShareTheirAxes) {
  const MachineLinks arm = links_of(R"(name: arm
bodies: {a: {mass: 1}, b: {mass: 1, center: [1, 0, 0]}}
joints:
  one: {type: revolute, axis: [1, 2, 3], from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: [1, 2, 3], from: {body: a, at: [1, 2, 7]}, to: b, coordinate: q2}
)");
  EXPECT_EQ(arm.links[1].near.rotation, Matrix::identity());
}

// Their common normal may be anywhere: origins stay near the bodies.
TEST_F(AlignAxesTest, AxesThatAreAlmostParallelKeepTheirOrigins) {
  const MachineLinks arm = links_of(R"(name: arm
bodies: {a: {mass: 1}, b: {mass: 1, center: [1, 0, 0]}}
joints:
  one: {type: revolute, axis: [1, 2, 3], from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: [1, 2, 3.000001], from: {body: a, at: [1, 2, 7]}, to: b, coordinate: q2}
)");
  const Vector3<double> way{evaluate(arm.links[1].near.position.x, {}), evaluate(arm.links[1].near.position.y, {}),
                            evaluate(arm.links[1].near.position.z, {})};
  EXPECT_NEAR(dot(way, way), 1 + 4 + 49, 1e-9);
}

TEST_F(AlignAxesTest, ExactAxesStayAsTheyAre) {
  const char* text = R"(name: arm
bodies: {a: {mass: 1}, b: {mass: 1, center: [1, 0, 0]}}
joints:
  one: {type: revolute, axis: x, from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: y, from: {body: a, at: [1, 2, 7]}, to: b, coordinate: q2}
)";
  const MachineLinks arm = links_of(text);
  const Model model = machine(text);
  const MachineLinks before = make_links(model, compute_kinematics(model));
  EXPECT_EQ(arm.links[1].near, before.links[1].near);
  EXPECT_EQ(arm.links[1].inertia, before.links[1].inertia);
}

TEST_F(AlignAxesTest, WhatAFixedLinkCarriesIsCarriedByTheLinkBefore) {
  const MachineLinks arm = links_of(R"(name: arm
bodies: {a: {mass: 1}, flange: {mass: 1}, b: {mass: 1, center: [1, 0, 0]}}
joints:
  one: {type: revolute, axis: x, from: world, to: a, coordinate: q1}
  weld: {type: fixed, from: {body: a, at: [1, 0, 0], rotation: [[z, 0.3], [y, 1]]}, to: flange}
  two: {type: revolute, axis: y, from: {body: flange, at: [1, 2, 7]}, to: b, coordinate: q2}
)");
  EXPECT_EQ(arm.links.back().carrier, 0u);
  EXPECT_TRUE(arm.links.back().tilt);
}

}  // namespace
}  // namespace kinemate
