#include "study/linear/modes.h"

#include <gtest/gtest.h>

#include <numbers>

#include "study/linear/fixture.h"

namespace kinemate {
namespace {

using std::numbers::pi;

class ModesTest : public StudyTest {
 protected:
  static void expect_frequency(const Linearisation& linear, double omega) {
    ASSERT_TRUE(linear.modes);
    double nearest = 1e300;
    for (const Mode& mode : linear.modes->modes)
      nearest = std::min(nearest, std::abs(mode.pole.value - std::complex<double>(0, omega)));
    EXPECT_LT(nearest, 1e-9 * omega);
  }
};

// √(g (1 + 3 cos²θ)/(L cos θ)), about the steady motion φ' = √(g/(L cos θ)).
TEST_F(ModesTest, ConicalPendulum) {
  const Model model = machine(kConicalPendulum);
  for (const double theta : {0.1, 0.5, 1.0, 1.4}) {
    const double c = std::cos(theta), rate = std::sqrt(9.81 / (0.7 * c));
    const Linearisation linear = linearise_at(
        model, {"theta = " + std::to_string(theta), "phi' = sqrt(g/(L*cos(" + std::to_string(theta) + ")))"});
    ASSERT_NEAR(linear.numbers->reference.s[0], rate, 1e-12);
    expect_frequency(linear, std::sqrt(9.81 * (1 + 3 * c * c) / (0.7 * c)));
    EXPECT_EQ(linear.modes->idle, std::vector<Eigen::Index>{0});
    EXPECT_NE(linear.modes->stability.verdict, StabilityVerdict::kUnstable);
  }
}

// Below √(g/R) the bead rests at the bottom, above at cos θ = g/(Ω² R), where it swings with Ω sin θ.
TEST_F(ModesTest, BeadOnAHoop) {
  const Linearisation linear = linearise_at(machine(kBeadOnHoop), {});
  const double theta = std::acos(9.81 / (36 * 0.5));
  EXPECT_NEAR(linear.numbers->reference.q[0], theta, 1e-10);
  EXPECT_FALSE(linear.numbers->timed);
  expect_frequency(linear, 6 * std::sin(theta));
  EXPECT_EQ(linear.modes->stability.verdict, StabilityVerdict::kStable);

  const Linearisation below = linearise_at(machine(kBeadOnHoop), {"theta = 0"});
  EXPECT_EQ(below.modes->stability.verdict, StabilityVerdict::kUnstable);
  EXPECT_EQ(below.modes->stability.reason, StabilityReason::kDivergence);
  EXPECT_NEAR(below.modes->modes[below.modes->stability.pole].pole.value.real(), std::sqrt(36 - 9.81 / 0.5), 1e-9);
}

// A top that spins upright is stable for I3² ω² > 4 I1 m g l, by Cardan angles and by Euler parameters.
TEST_F(ModesTest, SleepingTop) {
  const double limit = std::sqrt(4 * 0.005 * 0.4 * 9.81 * 0.1) / 0.002;
  std::string turning = kTop;
  turning.replace(turning.find("sequence: xyz"), 13, "sequence: euler_parameters");
  turning.replace(turning.find("[a, b, c]"), 9, "[p0, p1, p2, p3], speeds: [wx, wy, wz]");
  for (const double share : {0.98, 1.02}) {
    SCOPED_TRACE(share);
    const std::string spin = std::to_string(share * limit);
    const Linearisation cardan = linearise_at(machine(kTop), {"c' = " + spin});
    const Linearisation euler = linearise_at(machine(turning), {"wz = " + spin});
    for (const Linearisation* one : {&cardan, &euler}) {
      EXPECT_EQ(one->modes->stability.verdict, share < 1 ? StabilityVerdict::kUnstable : StabilityVerdict::kMarginal);
      if (share < 1) {
        EXPECT_EQ(one->modes->stability.reason, StabilityReason::kFlutter);
      }
    }
    // I1 λ² − i I3 ω λ... of a + i b: precession and nutation, seen from the world; by turns, from the spinning top
    const double I1 = 0.005, spin_moment = 0.002 * std::stod(spin), mgl = 0.4 * 9.81 * 0.1;
    const std::complex<double> root = std::sqrt(std::complex<double>(4 * I1 * mgl - spin_moment * spin_moment));
    const std::complex<double> expected = (std::complex<double>(0, spin_moment) + root) / (2 * I1);
    double nearest = 1e300, nearest_turned = 1e300;
    for (const Mode& mode : cardan.modes->modes) nearest = std::min(nearest, std::abs(mode.pole.value - expected));
    for (const Mode& mode : euler.modes->modes)
      for (const std::complex<double>& pole : {mode.pole.value, std::conj(mode.pole.value)})
        nearest_turned =
            std::min(nearest_turned, std::abs(pole - (expected - std::complex<double>(0, std::stod(spin)))));
    EXPECT_LT(nearest, 1e-6);
    EXPECT_LT(nearest_turned, 1e-6);
  }
}

// n pendulums that stand on a cart have n growing poles, and hanging ones none.
TEST_F(ModesTest, CartPendulums) {
  const Model model = example("cart_pendulums");
  const Linearisation upright = linearise_at(model, {"phi1 = pi", "phi2 = 0"});
  EXPECT_EQ(upright.modes->stability.unstable_count, 2);
  EXPECT_EQ(upright.modes->stability.reason, StabilityReason::kDivergence);
  EXPECT_EQ(linearise_at(model, {"phi1 = pi", "phi2 = pi"}).modes->stability.unstable_count, 1);
  EXPECT_EQ(linearise_at(model, {"phi1 = 0", "phi2 = 0"}).modes->stability.unstable_count, 0);
  EXPECT_EQ(upright.modes->idle, std::vector<Eigen::Index>{0});

  // one rod by hand: (J + m c²) φ'' + m c x'' = m g c φ, (M + m) x'' + m c φ'' = 0
  const Linearisation one = linearise_at(machine(R"(
name: one
gravity: [0, 0, -9.81]
bodies: {cart: {mass: 2}, rod: {mass: 0.3, center: [0, 0, 0.2], inertia: {xx: 0.004, yy: 0.004, zz: 0}}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: rod, coordinate: phi}
)"),
                                         {});
  const double inertia = 0.004 + 0.3 * 0.04 - 0.3 * 0.3 * 0.04 / 2.3;
  double nearest = 1e300;
  for (const Mode& mode : one.modes->modes)
    nearest = std::min(nearest, std::abs(mode.pole.value - std::sqrt(0.3 * 9.81 * 0.2 / inertia)));
  EXPECT_LT(nearest, 1e-9);
}

// Relative and absolute angles, Cardan angles and Euler parameters: the same poles.
TEST_F(ModesTest, PolesDoNotDependOnCoordinates) {
  const std::string head = R"(
name: chain
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 1.2, center: [0, 0.1, -0.3], inertia: {xx: 0.1, yy: 0.12, zz: 0.05, xy: 0.01}}
  lower: {mass: 0.7, center: [0.2, 0, -0.4], inertia: {xx: 0.05, yy: 0.07, zz: 0.02}}
joints:
)";
  const std::string spring = R"(
loads:
  spring: {type: spring, between: [{body: lower, at: [0, 0, -1]}, {body: world, at: [1, 1, -3]}], stiffness: 20, length: 1}
  drag: {type: vector_damper, between: [{body: lower, at: [0, 0, -1]}, {body: world, at: [0, 0, 0]}], damping: 0.6}
)";
  const std::string at = "{body: upper, at: [0, 0, -1]}", at_world = "{body: upper, at: [0, 0, -1], axes: world}";
  const std::string joints[] = {
      "  a: {type: spherical, sequence: xyz, from: world, to: upper, coordinates: [a1, a2, a3]}\n"
      "  b: {type: revolute, axis: y, from: " +
          at + ", to: lower, coordinate: b}\n",
      "  a: {type: spherical, sequence: euler_parameters, from: world, to: upper, coordinates: [p0, p1, p2, p3]}\n"
      "  b: {type: revolute, axis: y, from: " +
          at + ", to: lower, coordinate: b}\n",
      "  a: {type: spherical, sequence: zyx, from: world, to: upper, coordinates: [a1, a2, a3]}\n"
      "  b: {type: motion, from: " +
          at + ", to: lower, coordinates: [b], rotation: [[y, b + b^3/7]]}\n"};
  std::vector<std::vector<std::complex<double>>> poles;
  for (const std::string& text : joints) poles.push_back(poles_of(linearise_at(machine(head + text + spring), {})));
  ASSERT_GE(poles[0].size(), 4u);
  for (std::size_t k = 1; k < poles.size(); ++k) {
    ASSERT_EQ(poles[k].size(), poles[0].size());
    for (std::size_t i = 0; i < poles[0].size(); ++i) EXPECT_LT(std::abs(poles[k][i] - poles[0][i]), 1e-8) << k;
  }
  const Model relative = machine(
      head +
      "  a: {type: revolute, axis: x, from: world, to: upper, coordinate: a}\n  b: {type: revolute, axis: x, from: " +
      at + ", to: lower, coordinate: b}\n" + spring);
  const Model absolute = machine(
      head + "  a: {type: revolute, axis: x, from: world, to: upper, coordinate: a}\n  b: {type: motion, from: " +
      at_world + ", to: lower, coordinates: [b], rotation: [[x, b]]}\n" + spring);
  const auto one = poles_of(linearise_at(relative, {})), other = poles_of(linearise_at(absolute, {}));
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_LT(std::abs(one[i] - other[i]), 1e-9);
}

TEST_F(ModesTest, AFreeBodyIsIndifferent) {
  const Linearisation linear = linearise_at(machine(R"(
name: free
bodies: {b: {mass: 2, inertia: {xx: 1, yy: 2, zz: 2.5}}}
joints: {f: {type: free, sequence: euler_parameters, from: world, to: b, coordinates: [x, y, z, p0, p1, p2, p3]}}
)"),
                                            {});
  EXPECT_EQ(linear.modes->idle.size(), 6u);
  EXPECT_EQ(linear.modes->stability.verdict, StabilityVerdict::kMarginal);
}

TEST_F(ModesTest, ShapesAndDamping) {
  // two equal masses between three equal springs: in step and against each other
  const Linearisation linear = linearise_at(machine(R"(
name: masses
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  ja: {type: prismatic, axis: x, from: world, to: a, coordinate: x1}
  jb: {type: prismatic, axis: x, from: world, to: b, coordinate: x2}
loads:
  s1: {type: torsion, joint: ja, stiffness: 100, damping: 0.4}
  s2: {type: torsion, joint: jb, stiffness: 100, damping: 0.4}
  s12: {type: potential, energy: 100*(x2 - x1)^2/2}
)"),
                                            {});
  ASSERT_EQ(linear.modes->modes.size(), 2u);
  const Mode &slow = linear.modes->modes[0], &fast = linear.modes->modes[1];
  EXPECT_NEAR(std::abs(slow.pole.value), 10, 1e-9);
  EXPECT_NEAR(slow.damping, 0.4 / 2 / 10, 1e-12);
  EXPECT_NEAR(slow.frequency, std::sqrt(100 - 0.04) / (2 * pi), 1e-12);
  EXPECT_LT((slow.shape - Eigen::Vector2cd(1, 1)).norm(), 1e-10);
  EXPECT_LT((fast.shape - Eigen::Vector2cd(1, -1)).norm(), 1e-10);
  EXPECT_EQ(linear.modes->stability.verdict, StabilityVerdict::kAsymptoticallyStable);
}

TEST_F(ModesTest, OnlyForcesWithAnEnergyProveStability) {
  const auto judge = [](const std::string& load) {
    return linearise_at(machine("name: m\nbodies: {b: {mass: 1}}\n"
                                "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n"
                                "loads: {f: {" +
                                load + "}}\n"),
                        {})
        .modes->stability.verdict;
  };
  EXPECT_EQ(judge("type: torsion, joint: j, stiffness: 4"), StabilityVerdict::kStable);
  EXPECT_EQ(judge("type: joint, joint: j, effort: -4*x + x'^3"), StabilityVerdict::kMarginal);  // grows, slowly
}

}  // namespace
}  // namespace kinemate
