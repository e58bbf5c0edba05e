#include "formalism/links/links.h"

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class LinksTest : public ModelTest {};

MachineLinks links_of(const Model& model) { return make_links(model, compute_kinematics(model)); }

// One link for each coordinate of a joint with axes, the body on the last; z is the axis.
TEST_F(LinksTest, JointsWithAxesAreSteps) {
  const Model model = machine(R"(name: ball
bodies: {ball: {mass: 1, center: [0, 0, 1]}}
joints: {socket: {type: spherical, sequence: xyz, from: {body: world, at: [1, 2, 3]}, to: ball, coordinates: [a, b, c]}}
)");
  const MachineLinks made = links_of(model);
  ASSERT_EQ(made.links.size(), 3u);
  EXPECT_EQ(made.links[0].body, kNone);
  EXPECT_EQ(made.links[2].body, 1u);
  EXPECT_EQ(made.links[0].near.position.y, Expr(2));
  for (const MachineLink& link : made.links) {
    ASSERT_TRUE(link.axial);
    EXPECT_EQ(link.free[0].angular, unit<Expr>(2));
  }
  EXPECT_EQ(made.links[0].near.rotation * unit<Expr>(2), unit<Expr>(0));
  EXPECT_TRUE(made.links[0].inertia.mass.is_zero());
  EXPECT_EQ(made.links[2].inertia.mass, Expr(1));
}

// A parallel axis keeps the axes of the link before; against it, the angle counts backwards.
TEST_F(LinksTest, ParallelAxesShareAxes) {
  const MachineLinks made = links_of(machine(R"(name: arms
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1, center: [1, 0, 0]}}
joints:
  first: {type: revolute, axis: x, from: world, to: a, coordinate: q1}
  second: {type: revolute, axis: x, from: {body: a, at: [0, 1, 0]}, to: b, coordinate: q2}
  third: {type: revolute, axis: -x, from: {body: b, at: [0, 1, 0]}, to: c, coordinate: q3}
)"));
  EXPECT_EQ(made.links[1].near.rotation, Matrix::identity());
  EXPECT_EQ(made.links[2].near.rotation, Matrix::identity());
  EXPECT_EQ(made.links[1].axial->angle, make_symbol("q2"));
  EXPECT_EQ(made.links[2].axial->angle, -make_symbol("q3"));
  EXPECT_EQ(made.links[2].free[0].angular.z, Expr(-1));
}

TEST_F(LinksTest, EulerParametersAreOneLink) {
  const MachineLinks made = links_of(machine(R"(name: stone
bodies: {stone: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {flight: {type: free, sequence: euler_parameters, from: world, to: stone, coordinates: [x, y, z, p0, p1, p2, p3]}}
)"));
  ASSERT_EQ(made.links.size(), 1u);
  EXPECT_TRUE(made.links[0].shifts_in_near_axes);
  EXPECT_EQ(made.links[0].free[3].angular, unit<Expr>(0));
}

// A force in axes of the body it acts on does not go through the world's.
TEST_F(LinksTest, LoadsInBodyAxesStayThere) {
  const MachineLinks made = links_of(machine(R"(name: thrust
inputs: {F: }
bodies: {b: {mass: 1, center: [1, 0, 0]}}
joints: {j: {type: revolute, axis: z, from: world, to: b, coordinate: q}}
loads: {jet: {type: force, point: {body: b, at: [2, 0, 0]}, axes: b, vector: [0, F, 0]}}
)"));
  EXPECT_EQ(made.links[0].load.force.y, make_symbol("F"));
  EXPECT_EQ(made.links[0].load.torque.z, Expr(2) * make_symbol("F"));
}

TEST_F(LinksTest, NamesWhatRecursionsCannotTake) {
  const Model shared = machine(R"(name: shared
coordinates: [q]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  one: {type: motion, from: world, to: a, coordinates: [q], position: [q, 0, 0]}
  two: {type: motion, from: world, to: b, coordinates: [q], position: [0, q, 0]}
)");
  const auto obstacle = find_obstacle(shared, compute_kinematics(shared));
  ASSERT_TRUE(obstacle);
  EXPECT_NE(obstacle->find("share the speed of q"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
