#include "study/linear/equilibrium_equations.h"

#include <gtest/gtest.h>

#include "numeric/finite_difference.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class EquilibriumEquationsTest : public StudyTest {};

// Derivatives against central differences: coordinates, Euler parameters, a state of a load, a parameter.
TEST_F(EquilibriumEquationsTest, Derivatives) {
  const Model model = machine(R"(
name: all
parameters: {c: 3, m: 2}
gravity: [0, 0, -9.81]
bodies: {ball: {mass: m, center: [0.1, 0.2, -0.5], inertia: {xx: 1, yy: 1, zz: 1}}, slider: {mass: 1}}
joints:
  socket: {type: spherical, sequence: euler_parameters, from: world, to: ball, coordinates: [p0, p1, p2, p3]}
  rail: {type: prismatic, axis: x, from: {body: ball, at: [0, 0, -1]}, to: slider, coordinate: x}
loads:
  coil: {type: joint, joint: rail, effort: c*i - c^2*x, states: {i: 1 - i - c*x}}
)");
  const VariedMachine machine(model, {{"m", "c"}, {}}, keep_quiet);
  EquilibriumEquations equations(machine, rest_at(machine, model, {"p0 = 0.6", "p1 = 0.8", "x = 0.3", "i = 0.4"}));
  const Eigen::VectorXd x = equations.unknowns();
  ASSERT_EQ(x.size(), 6);
  EXPECT_EQ(equations.residual(x).size(), 6);
  EXPECT_NEAR(equations.residual(x)[5], 0, 1e-15);
  EXPECT_NEAR(equations.residual(x)[4], 1 - 0.4 - 3 * 0.3, 1e-15);
  const auto residual = [&](const Eigen::VectorXd& at) { return equations.residual(at); };
  EXPECT_TRUE(is_near(equations.jacobian(x), compute_jacobian(residual, x), 1e-8));
  CurveSystem curve = equations.along_parameter(1);
  const auto over_c = [&](const Eigen::VectorXd& c) { return curve.residual(x, c[0]); };
  EXPECT_TRUE(is_near(curve.by_parameter(x, 3), compute_jacobian(over_c, Eigen::VectorXd::Constant(1, 3)), 1e-8));
  EXPECT_EQ(equations.describe(3), "the force on x'");
  EXPECT_EQ(equations.describe(4), "the rate of i");
  EXPECT_EQ(equations.describe(5), "the norm of Euler parameters");
}

}  // namespace
}  // namespace kinemate
