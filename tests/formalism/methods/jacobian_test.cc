#include "formalism/methods/jacobian.h"

#include "base/error.h"
#include "formalism/fixture.h"

namespace kinemate {
namespace {

class JacobianTest : public ModelTest {};

// A pendulum whose pivot rises as z(t).
TEST_F(JacobianTest, APendulumOnARisingPivot) {
  const Model model = machine(R"(
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l], inertia: {xx: J, yy: J}}}
joints: {hinge: {type: motion, from: world, to: rod, coordinates: [q], rotation: [[y, q]], position: [0, 0, z(t)]}}
)");
  const Equations equations = derive_by_jacobian(model, compute_kinematics(model));
  EXPECT_TRUE(is_zero(equations.mass[0] - parse("m*l^2 + J")));
  EXPECT_TRUE(is_zero(equations.bias[0] - parse("m*l*sin(q)*z''(t)")));
  EXPECT_TRUE(is_zero(equations.forces[0] - parse("-m*g*l*sin(q)")));
}

TEST_F(JacobianTest, DirectionsThatAreFewerThanCoordinatesAreRefused) {
  const Model model = machine(R"(
bodies: {knife: {mass: 2}}
joints:
  blade: {type: custom, from: world, to: knife, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]],
          speeds: [v, w], free_directions: [[0, 0, 0, cos(a), sin(a), 0], [0, 0, 1, 0, 0, 0]]}
)");
  EXPECT_THROW(derive_by_jacobian(model, compute_kinematics(model)), Error);
}

}  // namespace
}  // namespace kinemate
