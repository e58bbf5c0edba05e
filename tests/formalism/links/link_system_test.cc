#include "formalism/links/link_system.h"

#include "formalism/fixture.h"
#include "formalism/parameters/inertia_parameters.h"

namespace kinemate {
namespace {

class LinkSystemTest : public ModelTest {};

MachineLinks chain() {
  const Model model = machine(R"(name: chain
bodies:
  a: {mass: 2, center: [1, 2, 3], inertia: {xx: 2, yy: 3, zz: 4}}
  b: {mass: 5, center: [0, 0, 1], inertia: {xx: 1, yy: 1, zz: 1}}
joints:
  one: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: x, from: {body: a, at: [0, 0, 7]}, to: b, coordinate: q2}
)");
  return make_links(model, compute_kinematics(model));
}

// What the joint about x does not feel of b, its mass, moment along x and the moment of inertia about y, sits on a
// then.
TEST_F(LinkSystemTest, RegroupingMovesWhatTheJointDoesNotFeel) {
  MachineLinks machine = chain();
  regroup_inertia(machine);
  EXPECT_TRUE(machine.links[1].inertia.mass.is_zero());
  EXPECT_TRUE(machine.links[1].inertia.moment.z.is_zero());
  EXPECT_TRUE(machine.links[1].inertia.tensor.yy.is_zero());
  EXPECT_EQ(machine.links[1].inertia.tensor.zz, Expr(6));  // about the axis: 1 + 5·1²
  EXPECT_TRUE(machine.links[0].inertia.mass.is_zero());    // and that of a is the world's matter
  EXPECT_EQ(machine.links[0].inertia.moment.x, Expr(2));
  EXPECT_TRUE(machine.links[0].inertia.moment.z.is_zero());
}

// The parameters of which some, or sums of some, are not felt, by joint.
TEST_F(LinkSystemTest, WhatJointsDoNotFeel) {
  const RigidInertia<Expr> all =
      to_inertia<Expr>({Expr(1), Expr(2), Expr(3), Expr(4), Expr(5), Expr(6), Expr(7), Expr(8), Expr(9), Expr(10)});
  const Expr o(0);
  const Symmetric3<Expr> across{Expr(6), Expr(6), o, o, o, o};
  const std::pair<const char*, RigidInertia<Expr>> cases[] = {
      {"revolute, axis: [0, 1, -1]", {Expr(1), {o, o, Expr(4)}, across}},
      {"prismatic, axis: x", {o, {}, all.tensor}},
      {"screw, axis: x, pitch: 1/3", {o, {}, across}},
      {"spherical, sequence: euler_parameters", {Expr(1), {}, {}}},
      {"free, sequence: euler_parameters", {}},
      {"fixed", all}};
  const char* const coordinates[] = {"[a]", "[a]", "[a]", "[a, b, c, d]", "[a, b, c, d, e, f, g]", "[]"};
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const Model model = machine(std::string("bodies: {b: {mass: 1}}\njoints: {j: {from: world, to: b, type: ") +
                                cases[i].first + ", coordinates: " + coordinates[i] + "}}\n");
    const MachineLinks links = make_links(model, compute_kinematics(model));
    EXPECT_EQ(unfelt_part(links.links[0], all), cases[i].second) << cases[i].first;
  }
  const Model model = machine(R"(bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: revolute, axis: x, from: world, to: a, coordinate: q}
  k: {type: revolute, axis: x, from: {body: a, at: [0, 0, 5], axes: world}, to: b, coordinate: s}
)");
  const MachineLinks links = make_links(model, compute_kinematics(model));
  ASSERT_FALSE(links.links[1].turns_with_carrier);
  EXPECT_EQ(unfelt_part(links.links[1], all), (RigidInertia<Expr>{Expr(1), {}, {}}));
  const RigidInertia<Expr> moved = on_carrier(links.links[1], all);  // a point that does not turn: its mass alone
  EXPECT_EQ(moved.mass, Expr(1));
  EXPECT_TRUE(is_zero(dot(moved.moment, moved.moment) - Expr(25)));
}

TEST_F(LinkSystemTest, StillAxesTurnTheInertiaInstead) {
  const MachineLinks machine = chain();
  const LinkAxes still[] = {LinkAxes::kTurned, LinkAxes::kStill};
  const FormulaSystem system = make_formula_system(machine, still);
  EXPECT_EQ(system.system.links[1].transfer.after.cos, Expr(1));
  EXPECT_FALSE(system.system.links[1].inertia.moment.x.is_zero() && system.system.links[1].inertia.moment.y.is_zero());
  const LinkAxes turned[] = {LinkAxes::kTurned, LinkAxes::kTurned};
  EXPECT_EQ(make_formula_system(machine, turned).system.links[1].transfer.after.cos, cos(make_symbol("q2")));
  EXPECT_EQ(choose_axes(machine, AxesRule::kStillLast), std::vector<LinkAxes>(std::begin(still), std::end(still)));
}

TEST_F(LinkSystemTest, ConstantsBecomeDoubles) {
  MachineLinks machine = chain();
  machine.links[1].near.position.z = sqrt(Expr(2)) / Expr(3);
  machine.links[1].near.position.y = cos(make_pi() / Expr(7)) - cos(make_pi() / Expr(7)) * Expr(1);
  round_constants(machine);
  EXPECT_EQ(machine.links[1].near.position.z.kind(), Kind::kReal);
  EXPECT_EQ(machine.links[0].inertia.tensor.xx.kind(), Kind::kRational);
}

}  // namespace
}  // namespace kinemate
