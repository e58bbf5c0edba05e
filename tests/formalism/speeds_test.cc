#include "formalism/speeds.h"
#include "dense.h"

#include <Eigen/Cholesky>

#include "base/error.h"
#include "formalism/energy.h"
#include "formalism/fixture.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class SpeedsTest : public ModelTest {
 protected:
  static std::string refusal(const Model& model, std::vector<std::string> definitions) {
    return message_of([&] { choose_speeds(model, compute_kinematics(model), definitions); });
  }
};

// A top in Cardan angles with the components of its angular velocity as speeds: Euler's equations come out.
TEST_F(SpeedsTest, EulersEquations) {
  const Model model = machine(R"(
bodies: {top: {mass: 1, inertia: {xx: A, yy: B, zz: C}}}
joints: {ball: {type: spherical, sequence: xyz, from: world, to: top, coordinates: [a, b, c]}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const std::vector<std::string> definitions = {"wx = cos(b)*cos(c)*a' + sin(c)*b'",
                                                "wy = -cos(b)*sin(c)*a' + cos(c)*b'", "wz = sin(b)*a' + c'"};
  const SpeedChoice choice = choose_speeds(model, kinematics, definitions);
  const Equations equations = change_speeds(kinematics, derive_by_kane(model, kinematics), choice);
  const std::vector<Expr> expected_speeds = {parse("wx"), parse("wy"), parse("wz")};
  std::vector<std::size_t> at;  // where each stands
  for (Expr speed : expected_speeds)
    at.push_back(static_cast<std::size_t>(std::find(equations.speeds.begin(), equations.speeds.end(), speed) -
                                          equations.speeds.begin()));
  const char* const inertia[] = {"A", "B", "C"};
  const char* const bias[] = {"(C - B)*wy*wz", "(A - C)*wz*wx", "(B - A)*wx*wy"};
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_LT(at[i], 3u);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_TRUE(is_zero(equations.mass_at(at[i], at[j]) - (i == j ? parse(inertia[i]) : Expr(0)))) << i << j;
    EXPECT_TRUE(is_zero(equations.bias[at[i]] - parse(bias[i]))) << i;
  }
}

// On random trees: the power of all terms is the same in both sets of speeds.
TEST_F(SpeedsTest, PowerIsTheSame) {
  std::mt19937_64 random(8);
  int tried = 0;
  for (int round = 0; round < random_cases(60); ++round) {
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    if (kinematics.speeds.size() < 2) continue;
    ++tried;
    const Expr first = kinematics.speeds[0], second = kinematics.speeds[1];
    const std::vector<std::string> definitions = {to_text(first) + " + sin(t)*" + to_text(second) + " + t",
                                                  to_text(second) + "*2 - t^2"};
    const SpeedChoice choice =
        choose_speeds(model, kinematics, std::vector<std::string>{"u1 = " + definitions[0], "u2 = " + definitions[1]});
    Values values = random_state(model, kinematics, random);
    const Equations old = derive_by_kane(model, kinematics);
    const Equations chosen = change_speeds(kinematics, old, choice);
    values[parse("u1")] = evaluate(parse(definitions[0]), values);
    values[parse("u2")] = evaluate(parse(definitions[1]), values);
    const NumericEquations a = numbers(old, values), b = numbers(chosen, values);
    // u̇ from ṡ = M⁻¹ (τ − k), and the same from its own equations
    const Eigen::VectorXd s = dense::solve(a.mass, a.forces - a.bias), u = dense::solve(b.mass, b.forces - b.bias);
    const double t = values[parse("t")], s2 = values[second];
    const auto place = [&](Expr speed) {
      return std::find(chosen.speeds.begin(), chosen.speeds.end(), speed) - chosen.speeds.begin();
    };
    const double scale = std::max(1.0, std::max(largest(s), largest(u)));
    EXPECT_NEAR(u[place(parse("u1"))], s[0] + std::sin(t) * s[1] + std::cos(t) * s2 + 1, 1e-9 * scale) << round;
    EXPECT_NEAR(u[place(parse("u2"))], 2 * s[1] - 2 * t, 1e-9 * scale) << round;
    for (std::size_t i = 2; i < kinematics.speeds.size(); ++i)
      EXPECT_NEAR(u[static_cast<Eigen::Index>(i)], s[static_cast<Eigen::Index>(i)], 1e-9 * scale);
  }
  EXPECT_GT(tried, 0);
}

TEST_F(SpeedsTest, Refusals) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: m}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: prismatic, axis: x, from: a, to: b, coordinate: q2}
)");
  EXPECT_EQ(refusal(model, {"u = q1'^2"}), "--speeds: u is not linear in q1'");
  EXPECT_EQ(refusal(model, {"q2 = q1'"}), "--speeds: the machine has the name q2 already");
  EXPECT_EQ(refusal(model, {"u = q1'", "w = 2*q1'"}), "--speeds: w depends on the speeds before it");
  EXPECT_EQ(refusal(model, {"u = q1'", "u = q2'"}), "--speeds: u is defined twice");
  EXPECT_EQ(refusal(model, {"u = q1"}), "--speeds: u depends on the speeds before it");
  EXPECT_NE(refusal(model, {"q1' + q2'"}), "");
}

}  // namespace
}  // namespace kinemate
