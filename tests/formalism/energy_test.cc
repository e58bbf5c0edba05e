#include "formalism/energy.h"

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class EnergyTest : public ModelTest {};

TEST_F(EnergyTest, APendulumWithSpringAndDamper) {
  const Model model = machine(R"(
parameters: {g: , m: , l: , k: , d: , J: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l], inertia: {yy: J, xx: J}}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
loads:
  spring: {type: torsion, joint: hinge, stiffness: k, damping: d}
)");
  const Energies energies = compute_energies(model, compute_kinematics(model));
  EXPECT_TRUE(is_zero(energies.kinetic - parse("(m*l^2 + J)*q'^2/2")));
  EXPECT_TRUE(is_zero(energies.potential - parse("-m*g*l*cos(q) + k*q^2/2")));
  EXPECT_TRUE(is_zero(energies.dissipation - parse("d*q'^2/2")));
}

}  // namespace
}  // namespace kinemate
