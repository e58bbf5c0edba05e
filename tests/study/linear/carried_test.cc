#include "study/linear/carried.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "study/linear/equilibrium.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class CarriedTest : public StudyTest {
 protected:
  static constexpr const char* kFound = "nothing was refused";
  // The angle at which it stays and the stiffness there; or what is said.
  struct Found {
    double angle = 0, stiffness = 0;
    std::string refused;
  };
  static Found find(const std::string& text) {
    Found found;
    found.refused = refusal([&] {
      const Model model = machine(text);
      const VariedMachine varied(model, {}, keep_quiet);
      const MachinePoint point = find_equilibrium(varied, rest_at(varied, model, {}));
      const auto& q = varied.coordinates();
      const auto phi = std::find(q.begin(), q.end(), parse("phi")) - q.begin();
      ASSERT_LT(phi, std::ssize(q));
      const EquilibriumEquations equations(varied, point);
      found.angle = point.q[phi];
      found.stiffness = equations.jacobian(equations.unknowns())(0, phi);
    });
    return found;
  }
  // A pendulum with a spring on a foot that moves along an axis.
  static std::string lifted(const std::string& axis, const std::string& lift, const std::string& more) {
    return fmt::format(R"(
name: lifted
gravity: [0, 0, -9.81]
bodies: {{foot: {{mass: 1}}, bob: {{mass: 2, center: [0.1, 0, -1]}}}}
joints:
  lift: {{{}, from: {{body: world, rotation: [[y, {}]]}}, to: foot}}
  hinge: {{type: revolute, axis: y, from: foot, to: bob, coordinate: phi}}
loads: {{s: {{type: torsion, joint: hinge, stiffness: 30, angle: 1}}}}
{}
)",
                       lift, axis, more);
  }
};

// The same motion as a drive, as a pose and as a constraint: the same equilibrium with gravity in it, or none.
TEST_F(CarriedTest, RheonomicMotionHoweverItIsDescribed) {
  std::mt19937_64 random(5);
  const auto number = [&] { return fmt::format("{:.3f}", std::uniform_real_distribution<double>(0.1, 2)(random)); };
  for (int round = 0; round < random_cases(12); ++round) {
    const std::string a = number(), w = number(), turn = number();
    const std::string motions[][2] = {{"A*sin(W*t)", "z - A*sin(W*t)"},
                                      {"A*t", "2*z - 2*A*t"},
                                      {"A*cos(W*t)^2", "z/A - cos(W*t)^2"},
                                      {"A/(2 + cos(W*t))", "z*(2 + cos(W*t)) - A"},
                                      {"sqrt(A + 3 + sin(W*t))", "z - sqrt(A + 3 + sin(W*t))"},
                                      {"A*exp(-W*t)", "z - A*exp(-W*t)"}};
    const auto& chosen = motions[static_cast<std::size_t>(round) % std::size(motions)];
    const std::string parameters = fmt::format("parameters: {{A: {}, W: {}}}\n", a, w);
    const Found driven =
        find(lifted(turn, fmt::format("type: prismatic, axis: z, coordinate: z, drive: {}", chosen[0]), parameters));
    const Found posed = find(lifted(turn, fmt::format("type: motion, position: [0, 0, {}]", chosen[0]), parameters));
    const Found bound =
        find(lifted(turn, "type: prismatic, axis: z, coordinate: z",
                    parameters + fmt::format("constraints: {{c: {{type: holonomic, equation: {}}}}}", chosen[1])));
    EXPECT_EQ(driven.refused, kFound) << chosen[0];
    EXPECT_EQ(posed.refused, kFound) << chosen[0];
    EXPECT_EQ(bound.refused, kFound) << chosen[0];
    const double lever = std::sin(driven.angle + std::stod(turn)) - 0.1 * std::cos(driven.angle + std::stod(turn));
    EXPECT_NEAR(30 * (driven.angle - 1) + 2 * 9.81 * lever, 0, 1e-8) << chosen[0];
    EXPECT_NEAR(posed.angle, driven.angle, 1e-10) << chosen[0];
    EXPECT_NEAR(bound.angle, driven.angle, 1e-10) << chosen[0];
    EXPECT_NEAR(posed.stiffness, driven.stiffness, 1e-8) << chosen[0];
    EXPECT_NEAR(bound.stiffness, driven.stiffness, 1e-8) << chosen[0];
  }
}

// A foot that turns as time goes on: no balance of gravity, in each description.
TEST_F(CarriedTest, TurnedSupports) {
  const auto tilted = [](const std::string& tilt, const std::string& more) {
    return find(fmt::format(R"(
name: tilted
gravity: [0, 0, -9.81]
bodies: {{arm: {{mass: 1}}, bob: {{mass: 2, center: [0, 0, -1]}}}}
joints:
  tilt: {{{}, from: world, to: arm}}
  hinge: {{type: revolute, axis: y, from: arm, to: bob, coordinate: phi}}
loads: {{s: {{type: torsion, joint: hinge, stiffness: 30, angle: 1}}}}
{}
)",
                            tilt, more))
        .refused;
  };
  for (const std::string turn : {"0.1*sin(3*t)", "1/(2 + cos(t))", "0.3*exp(-t)"}) {
    const std::string carried = "carried along as time goes on by ";
    EXPECT_TRUE(
        contains(tilted("type: revolute, axis: x, coordinate: th, drive: " + turn, ""), carried + "the drive of th"))
        << turn;
    EXPECT_TRUE(contains(tilted("type: motion, rotation: [[x, " + turn + "]]", ""), carried + "joint tilt")) << turn;
    EXPECT_TRUE(contains(tilted("type: revolute, axis: x, coordinate: th",
                                "constraints: {c: {type: holonomic, equation: th - " + turn + "}}"),
                         carried + "constraint c"))
        << turn;
  }
}

// Where ratios of positions change with time, gravity and springs are no terms of time: there is no equilibrium.
TEST_F(CarriedTest, RatiosThatChange) {
  const auto refused = [](const std::string& joints, const std::string& rest) {
    return refusal([&] {
      const Model model = machine("name: two\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1}, b: {mass: 1}}\n" + joints +
                                  "loads: {s: {type: torsion, coordinate: z1, stiffness: 40}}\n" + rest);
      const VariedMachine varied(model, {}, keep_quiet);
      find_equilibrium(varied, rest_at(varied, model, {}));
    });
  };
  const std::string two = R"(joints:
  j1: {type: prismatic, axis: z, from: world, to: a, coordinate: z1}
  j2: {type: prismatic, axis: z, from: a, to: b, coordinate: z2}
)";
  for (const char* equation : {"z2*(2 + cos(3*t)) - z1", "z2 - z1*(2 + cos(3*t))", "z2 - z1/(2 + cos(3*t))",
                               "z2*cos(t) - z1*sin(t)", "z2 - z1*exp(-t) - 1"})
    EXPECT_TRUE(contains(refused(two, fmt::format("constraints: {{c: {{type: holonomic, equation: {}}}}}\n", equation)),
                         "carried along as time goes on by constraint c"))
        << equation;
  EXPECT_TRUE(contains(refused(R"(coordinates: [z1]
joints:
  j1: {type: motion, from: world, to: a, coordinates: [z1], position: [0, 0, z1]}
  j2: {type: motion, from: world, to: b, coordinates: [z1], position: [0, 0, z1 + z1/(2 + cos(3*t))]}
)",
                               ""),
                       "carried along as time goes on by joint j2"));
}

}  // namespace
}  // namespace kinemate
