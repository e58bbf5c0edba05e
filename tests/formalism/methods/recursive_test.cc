#include "formalism/methods/recursive.h"
#include "dense.h"

#include <Eigen/LU>

#include "formalism/fixture.h"
#include "formalism/methods/align_axes.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class RecursiveTest : public ModelTest {};

// Both algorithms in all axes, links as they are, with aligned axes, and besides with regrouped inertias, against M⁻¹
// (τ − k) of Kane's equations; and back.
void expect_kane(const Model& model, std::mt19937_64& random) {
  const Kinematics kinematics = compute_kinematics(model);
  if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) return;
  Values values = random_state(model, kinematics, random);
  const NumericEquations kane = numbers(derive_by_kane(model, kinematics), values);
  const double condition = 1 / dense::rcond(kane.mass);
  if (condition > 1e6) return;  // no inertia in some direction
  const Eigen::VectorXd expected = dense::solve(kane.mass, kane.forces - kane.bias);
  const std::vector<Expr> accelerations = accelerations_of(kinematics.speeds);
  for (std::size_t i = 0; i < accelerations.size(); ++i)
    values[accelerations[i]] = expected[static_cast<Eigen::Index>(i)];
  const double size = largest(expected) + 1, load = largest(kane.forces) + largest(kane.bias) + 1;
  MachineLinks plain = make_links(model, kinematics);
  round_constants(plain);
  for (bool aligned : {false, true}) {
    if (aligned) align_axes(plain);
    for (AxesRule rule : kAxesRules) {
      MachineLinks links = plain;
      const bool regrouped = aligned && rule != AxesRule::kTurned;
      if (regrouped) regroup_inertia(links);
      const FormulaSystem system = make_formula_system(links, choose_axes(links, rule));
      for (const RecursionName& name : kRecursions) {
        SCOPED_TRACE(name.name);
        const Recursion recursion = name.recursion;
        if (!is_explicit(recursion) && (regrouped || rule != AxesRule::kTurned)) continue;
        const std::vector<double> found =
            evaluate(with_sample_functions(compute_accelerations(system, recursion).accelerations), values);
        for (std::size_t i = 0; i < found.size(); ++i)
          EXPECT_NEAR(found[i], expected[static_cast<Eigen::Index>(i)], 1e-14 * condition * size + 1e-12 * size);
      }
      for (double effort : evaluate(with_sample_functions(compute_efforts(system, kinematics.speeds)), values))
        EXPECT_NEAR(effort, 0, 1e-14 * condition * load + 1e-12 * load);
    }
  }
}

TEST_F(RecursiveTest, AgreeWithKaneOnRandomTrees) {
  std::mt19937_64 random(45);
  for (int round = 0; round < random_cases(40); ++round) {
    SCOPED_TRACE(round);
    expect_kane(random_massive_machine(random, 5), random);
    if (HasFailure()) return;
  }
}

TEST_F(RecursiveTest, AgreeWithKaneOnTheExamples) {
  std::mt19937_64 random(46);
  for (const char* name : {"cardan_double_pendulum", "disc_guided_mass", "rotor", "cart_pendulums", "planar_pendulum",
                           "spatial_pendulum", "puma_560", "quadruped", "seven_axis_arm"}) {
    SCOPED_TRACE(name);
    expect_kane(read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model, random);
  }
}

// Two parallel hinges: nothing turns between them, so the sum of the angles appears, and the second angle alone
// nowhere.
TEST_F(RecursiveTest, ParallelAxesTurnBySums) {
  const Model model = machine(R"(name: arm
gravity: [0, -981/100, 0]
bodies:
  upper: {mass: 2, center: [1, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
  lower: {mass: 1, center: [1, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
joints:
  shoulder: {type: revolute, axis: z, from: world, to: upper, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [2, 0, 0]}, to: lower, coordinate: b}
)");
  const MachineLinks links = make_links(model, compute_kinematics(model));
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kStillParallelsAndLast));
  EXPECT_EQ(system.system.links[1].transfer.arm.x, Expr(2) * cos(parse("a")));
  EXPECT_EQ(system.system.links[1].inertia.moment.y, sin(parse("a + b")));
}

}  // namespace
}  // namespace kinemate
