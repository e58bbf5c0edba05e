#include "recursion/algorithms/mass_factors.h"
#include "dense.h"

#include <Eigen/LU>

#include "base/error.h"
#include "expr/count.h"
#include "formalism/fixture.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class MassFactorsTest : public ModelTest {};

TEST_F(MassFactorsTest, TwoByTwoExactly) {
  const std::vector<Expr> mass = {parse("a"), parse("b"), parse("c")};
  const std::vector<Expr> x = solve(factor_mass(mass), {parse("u"), parse("v")});
  EXPECT_TRUE(is_zero(x[0] - parse("(c*u - b*v)/(a*c - b^2)")));
  EXPECT_TRUE(is_zero(x[1] - parse("(a*v - b*u)/(a*c - b^2)")));
}

TEST_F(MassFactorsTest, RandomMachinesInNumbers) {
  std::mt19937_64 random(12);
  for (int round = 0; round < random_cases(60); ++round) {
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    const Values values = random_state(model, kinematics, random);
    const Equations equations = derive_by_kane(model, kinematics);
    if (equations.speeds.empty()) continue;
    const NumericEquations n = numbers(equations, values);
    if (dense::rcond(n.mass) < 1e-9) continue;  // no inertia in some direction
    std::vector<Expr> right;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) right.push_back(equations.forces[i] - equations.bias[i]);
    const std::vector<double> x = evaluate(with_sample_functions(solve(factor_mass(equations.mass), right)), values);
    const Eigen::VectorXd expected = dense::solve(n.mass, n.forces - n.bias);
    for (Eigen::Index i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(x[static_cast<std::size_t>(i)], expected[i], 1e-9 * (1 + largest(expected))) << round;
  }
}

// Two arms on one base do not touch each other: no entry of L between them.
TEST_F(MassFactorsTest, BranchesStaySparse) {
  std::vector<Expr> mass;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j <= i; ++j) {
      const bool apart = (i >= 3 && (j == 1 || j == 2));
      mass.push_back(apart ? Expr(0) : make_symbol("m" + std::to_string(i) + std::to_string(j)));
    }
  const MassFactors<Expr> factors = factor_mass(mass);
  for (std::size_t i : {3u, 4u})
    for (std::size_t j : {1u, 2u}) EXPECT_TRUE(factors.L[Equations::place(i, j)].is_zero());
}

TEST_F(MassFactorsTest, RefusesASpeedWithoutInertia) {
  EXPECT_NE(message_of([] {
              factor_mass(std::vector<Expr>{parse("a"), Expr(0), Expr(0)});
            }).find("speed 2"),
            std::string::npos);
}

}  // namespace
}  // namespace kinemate
