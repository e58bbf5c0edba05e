#include "formalism/parameters/regressor.h"

#include "formalism/fixture.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/recursive.h"

namespace kinemate {
namespace {

class RegressorTest : public ModelTest {};

// Y π + r against M ṡ + k − τ of Kane's equations, which know nothing of links.
TEST_F(RegressorTest, TimesParametersGivesEfforts) {
  std::mt19937_64 random(81);
  std::uniform_real_distribution<double> number(-1, 1);
  int compared = 0;
  for (int round = 0; round < random_cases(40); ++round) {
    SCOPED_TRACE(round);
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) continue;
    const MachineLinks links = make_links(model, kinematics);
    std::vector<LinkParameter> parameters;
    std::vector<Expr> formulas;
    for (std::size_t i = 0; i < links.links.size(); ++i)
      for (std::size_t k = 0; k < kParameterCount && links.links[i].body != kNone; ++k) {
        parameters.push_back({i, k});
        formulas.push_back(to_list(links.links[i].inertia)[k]);
      }
    const Regressor regressor = compute_regressor(make_formula_system(links, choose_axes(links, AxesRule::kTurned)),
                                                  kinematics.speeds, parameters);
    std::vector<Expr> efforts = regressor.rest;
    for (std::size_t j = 0; j < formulas.size(); ++j)
      for (std::size_t i = 0; i < efforts.size(); ++i) efforts[i] += regressor.columns[j][i] * formulas[j];
    Values values = random_state(model, kinematics, random);
    const NumericEquations kane = numbers(derive_by_kane(model, kinematics), values);
    Eigen::VectorXd accelerations(kane.bias.size());
    for (Eigen::Index i = 0; i < accelerations.size(); ++i) {
      accelerations[i] = number(random);
      values[accelerations_of(kinematics.speeds)[static_cast<std::size_t>(i)]] = accelerations[i];
    }
    const Eigen::VectorXd expected = kane.mass * accelerations + kane.bias - kane.forces;
    const std::vector<double> found = evaluate(with_sample_functions(efforts), values);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[static_cast<Eigen::Index>(i)],
                  1e-12 * (1 + largest(kane.bias) + largest(expected)));
    ++compared;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, random_cases(40) / 2);
}

// What cannot have an effect is no formula: efforts of joints behind the body, inertia across the axis of the first
// one.
TEST_F(RegressorTest, ZerosAreExact) {
  const Model model = machine(R"(gravity: [0, 0, -10]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  one: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: x, from: {body: a, at: [0, 1, 0]}, to: b, coordinate: q2}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const MachineLinks links = make_links(model, kinematics);
  const std::vector<LinkParameter> parameters = {{0, 1}, {0, 4}, {0, 6}, {1, 6}};
  const Regressor regressor = compute_regressor(make_formula_system(links, choose_axes(links, AxesRule::kTurned)),
                                                kinematics.speeds, parameters);
  for (std::size_t j : {0u, 1u})
    for (Expr entry : regressor.columns[j]) EXPECT_TRUE(entry.is_zero());
  EXPECT_EQ(regressor.columns[2][0], parse("q1''"));
  EXPECT_TRUE(regressor.columns[2][1].is_zero());
  EXPECT_FALSE(regressor.columns[3][0].is_zero());
  for (Expr entry : regressor.rest) EXPECT_TRUE(entry.is_zero());
}

}  // namespace
}  // namespace kinemate
