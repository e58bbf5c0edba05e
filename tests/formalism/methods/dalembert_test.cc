#include "formalism/methods/dalembert.h"

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class DalembertTest : public ModelTest {};

// A bead on a wire that turns: the terms of time that (2.107) leaves out are the centrifugal ones here.
TEST_F(DalembertTest, ABeadOnATurningWire) {
  const Model model = machine(R"(
gravity: [0, 0, -g]
bodies: {bead: {mass: m}}
joints: {wire: {type: motion, from: world, to: bead, coordinates: [r], rotation: [[z, w(t)]],
                position: [r*cos(w(t)), r*sin(w(t)), r^2]}}
)");
  const Equations equations = derive_by_dalembert(model, compute_kinematics(model));
  EXPECT_TRUE(is_zero(equations.mass[0] - parse("m*(1 + 4*r^2)")));
  EXPECT_TRUE(is_zero(equations.bias[0] - parse("m*(4*r*r'^2 - r*w'(t)^2)")));
  EXPECT_TRUE(is_zero(equations.forces[0] - parse("-2*m*g*r")));
}

}  // namespace
}  // namespace kinemate
