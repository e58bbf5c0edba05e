#include "formalism/equations.h"

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class EquationsTest : public ModelTest {};

TEST_F(EquationsTest, TheTriangleIsReadFromBothSides) {
  EXPECT_EQ(Equations::place(0, 0), 0u);
  EXPECT_EQ(Equations::place(2, 1), 4u);
  EXPECT_EQ(Equations::place(1, 2), 4u);
  EXPECT_EQ(Equations::place(3, 3), 9u);
}

TEST_F(EquationsTest, WeightsAndLoadsOfAPendulum) {
  const Model model = machine(R"(
parameters: {g: , m: , l: , k: , d: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
loads:
  spring: {type: torsion, joint: hinge, stiffness: k, damping: d}
)");
  const Kinematics kinematics = compute_kinematics(model);
  Equations equations = make_equations(kinematics.speeds);
  add_applied_forces(model, kinematics, equations);
  ASSERT_EQ(equations.forces.size(), 1u);
  EXPECT_TRUE(is_zero(equations.forces[0] - parse("-m*g*l*sin(q) - k*q - d*q'")));
  EXPECT_TRUE(is_zero(equations.conservative[0] - parse("-m*g*l*sin(q) - k*q")));
}

}  // namespace
}  // namespace kinemate
