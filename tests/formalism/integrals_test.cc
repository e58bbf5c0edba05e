#include "formalism/integrals.h"
#include "dense.h"

#include <fmt/format.h>

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

// Whatever pushes along x at any time, however briefly, leaves no momentum; and what holds x or makes work no energy.
TEST_F(IntegralsTest, SeldomForcesAreForces) {
  const auto with = [](const std::string& rest) {
    return integrals_of(
        machine("functions: [fu]\ninputs: [u]\nbodies: {b: {mass: m}}\n"
                "joints: {rail: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n" +
                rest));
  };
  for (const char* effort :
       {"if(t > 5 and t < 51/10, 100, 0)", "100*step(5, t, 51/10)", "max(0, 1 - 1000*abs(t - 5))", "fu(t)", "u",
        "if(x' > 10^6, -d*x', 0)", "100*exp(-((t - 5)/(2/100))^2)", "F0*(sign(t - 5) + 1)*(1 - sign(t - 51/10))"}) {
    const Integrals integrals =
        with(fmt::format("loads: {{F: {{type: joint, joint: rail, effort: \"{}\"}}}}\n", effort));
    EXPECT_EQ(integrals.cyclic.size(), 1u) << effort;
    EXPECT_TRUE(integrals.integrals.empty()) << effort;
  }
  for (const char* effort :
       {"-k*x", "if(x > 10^6, -k*(x - 10^6), 0)", "if(x > 7, 100, 0)", "-d*x'*if(x > 10^6, 1, 0)"}) {
    const Integrals integrals =
        with(fmt::format("loads: {{F: {{type: joint, joint: rail, effort: \"{}\"}}}}\n", effort));
    EXPECT_TRUE(integrals.cyclic.empty()) << effort;
    EXPECT_TRUE(integrals.integrals.empty()) << effort;
  }
  // the energy: springs whose foot jumps, a drive that begins late, a stop that moves
  for (const char* rest :
       {"loads: {s: {type: torsion, joint: rail, stiffness: k, angle: \"if(t > 5, 1, 0)\"}}\n",
        "loads: {s: {type: spring, between: [world, b], stiffness: k, length: \"1 + step(5, t, 51/10)\"}}\n",
        "gravity: [-g*step(t - 100000), 0, 0]\n", "base: {position: [0, \"max(0, t - 10^6)\", 0]}\n",
        "when: {s: {condition: \"x - sin(t)\", direction: falling, contact: 1/2}}\n"})
    for (const FirstIntegral& one : with(rest).integrals) EXPECT_EQ(one.kind, FirstIntegral::Kind::kMomentum) << rest;
  EXPECT_EQ(with("").integrals.size(), 2u);
  EXPECT_EQ(with("when: {s: {condition: x + 1, direction: falling, contact: 1/2}}\n").integrals.size(),
            1u);  // the stop takes the momentum
  EXPECT_EQ(with("when: {s: {condition: x + 1, direction: falling, contact: 1/2}}\n").cyclic.size(), 0u);
}

// A spring as an effort holds the coordinate as any spring does; what pushes elsewhere may depend on it too.
TEST_F(IntegralsTest, CyclicIsAbsentFromForcesToo) {
  const Integrals spring = integrals_of(machine(R"(
bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: J}}}
joints: {r: {type: revolute, axis: z, from: world, to: b, coordinate: phi}}
loads: {F: {type: joint, joint: r, effort: "-k*phi - d*phi'"}}
)"));
  EXPECT_TRUE(spring.cyclic.empty());
  EXPECT_TRUE(spring.integrals.empty());
  const Integrals other = integrals_of(machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  l: {type: prismatic, axis: y, from: world, to: b, coordinate: y}
loads: {F: {type: joint, joint: l, effort: "k*x"}}
)"));
  EXPECT_EQ(other.cyclic, (std::vector<Expr>{parse("y")}));
  ASSERT_EQ(other.integrals.size(), 1u);  // nothing pushes along x all the same
  EXPECT_EQ(other.integrals[0].coordinate, parse("x"));
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
