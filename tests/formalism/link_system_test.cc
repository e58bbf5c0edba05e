#include "formalism/link_system.h"

#include "formalism/fixture.h"

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
