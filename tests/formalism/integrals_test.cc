#include "formalism/integrals.h"
#include "dense.h"

#include <Eigen/Cholesky>

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class IntegralsTest : public ModelTest {
 protected:
  static Integrals integrals_of(const Model& model) {
    const Kinematics kinematics = compute_kinematics(model);
    return find_integrals(model, kinematics, derive_by_kane(model, kinematics), compute_energies(model, kinematics));
  }
};

// A heavy top: precession and spin are cyclic, the energy is constant.
TEST_F(IntegralsTest, HeavyTop) {
  const Integrals integrals = integrals_of(machine(R"(
gravity: [0, 0, -g]
bodies: {top: {mass: m, center: [0, 0, c], inertia: {xx: A, yy: A, zz: C}}}
joints: {tip: {type: spherical, sequence: zxz, from: world, to: top, coordinates: [a, b, c1]}}
)"));
  ASSERT_EQ(integrals.cyclic.size(), 2u);
  EXPECT_EQ(integrals.cyclic[0], parse("a"));
  EXPECT_EQ(integrals.cyclic[1], parse("c1"));
  ASSERT_EQ(integrals.integrals.size(), 3u);
  EXPECT_TRUE(is_zero(integrals.integrals[1].formula - parse("C*(c1' + a'*cos(b))")));
  EXPECT_EQ(integrals.integrals[2].kind, FirstIntegral::Kind::kEnergy);
}

// A bead on a wire that turns steadily: not the energy is constant, but Jacobi's integral.
TEST_F(IntegralsTest, BeadOnATurningWire) {
  const Integrals integrals = integrals_of(machine(R"(
bodies: {bead: {mass: m}}
joints: {wire: {type: motion, from: world, to: bead, coordinates: [r], rotation: [[z, W*t]],
                position: [r*cos(W*t), r*sin(W*t), 0]}}
)"));
  EXPECT_TRUE(integrals.cyclic.empty());
  ASSERT_EQ(integrals.integrals.size(), 1u);
  EXPECT_EQ(integrals.integrals[0].kind, FirstIntegral::Kind::kJacobi);
  EXPECT_TRUE(is_zero(integrals.integrals[0].formula - parse("m*(r'^2 - W^2*r^2)/2")));
}

// Friction in one hinge: the cart is cyclic and keeps its momentum, but energy is lost; a pushed cart keeps nothing.
TEST_F(IntegralsTest, LoadsThatDoWork) {
  const char* const cart = R"(
gravity: [0, 0, -g]
inputs: [F]
bodies: {cart: {mass: M}, bob: {mass: m, center: [0, 0, -l]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: bob, coordinate: phi}
loads:
)";
  const Integrals free = integrals_of(machine(std::string(cart) + "  f: {type: torsion, joint: hinge, damping: d}\n"));
  ASSERT_EQ(free.cyclic.size(), 1u);
  ASSERT_EQ(free.integrals.size(), 1u);
  EXPECT_TRUE(is_zero(free.integrals[0].formula - parse("(M + m)*x' - m*l*cos(phi)*phi'")));
  const Integrals pushed = integrals_of(machine(std::string(cart) + "  f: {type: joint, joint: rail, effort: F}\n"));
  EXPECT_EQ(pushed.cyclic.size(), 1u);
  EXPECT_TRUE(pushed.integrals.empty());
}

// What is said to be constant is: d/dt of every integral along the motion is zero, on random machines.
TEST_F(IntegralsTest, AreConstant) {
  std::mt19937_64 random(3);
  int found = 0;
  for (int round = 0; round < random_cases(60); ++round) {
    Model model = random_massive_machine(random, 3);
    if (round % 2 == 0) {  // more symmetric ones
      model.loads.clear();
      model.gravity = {};
      model.base.reset();
    }
    const Kinematics kinematics = compute_kinematics(model);
    const Equations equations = derive_by_kane(model, kinematics);
    if (equations.speeds.empty()) continue;
    const Integrals integrals = find_integrals(model, kinematics, equations, compute_energies(model, kinematics));
    const Values values = random_state(model, kinematics, random);
    const NumericEquations e = numbers(equations, values);
    const Eigen::VectorXd a = dense::solve(e.mass, e.forces - e.bias);
    for (const FirstIntegral& integral : integrals.integrals) {
      Values moving = values;
      const Expr rate = differentiate_time(kinematics, integral.formula);
      for (std::size_t i = 0; i < equations.speeds.size(); ++i)
        moving[make_symbol(equations.speeds[i].name(), equations.speeds[i].primes() + 1)] =
            a[static_cast<Eigen::Index>(i)];
      EXPECT_NEAR(evaluate(rate, moving), 0, 1e-9 * std::max(1.0, largest(a))) << round;
      ++found;
    }
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace kinemate
