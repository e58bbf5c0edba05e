#include "flat/numeric_solve.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class NumericSolveTest : public FlatTest {
 protected:
  static std::string refused(const std::string& text) {
    const FlatSystem system = flat(text);
    try {
      solve_numerically(system, values_of_known(system));
    } catch (const Error& error) {
      return text_of(error);
    }
    return "";
  }
};

TEST_F(NumericSolveTest, ValuesOfValues) {
  const FlatSystem system = flat(R"(parameters: {c: 2*b, b: a + 1, a: 3, open: , waits: open + 1}
inputs: {q: a/2}
unknowns: [x]
equations: [x = 1]
)");
  const Values values = values_of_known(system);
  const auto value = [&](const char* name) { return values.at(make_symbol(name)); };
  EXPECT_EQ(values.size(), 4u);
  EXPECT_EQ(value("a"), 3);
  EXPECT_EQ(value("b"), 4);
  EXPECT_EQ(value("c"), 8);
  EXPECT_EQ(value("q"), 1.5);
}

// Products of unknowns where one of them follows by itself.
TEST_F(NumericSolveTest, BlockByBlock) {
  const FlatSystem system = flat(R"(inputs: {q: 1/2}
unknowns: [x, c, y, z]
equations:
  - c*x + y = 1
  - x - c^2*y = q
  - c = cos(q)
  - z = x*y
)");
  const std::vector<double> found = solve_numerically(system, values_of_known(system));
  const double c = std::cos(0.5), y = (1 - c * 0.5) / (1 + c * c * c), x = 0.5 + c * c * y;
  const double expected[] = {x, c, y, x * y};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

TEST_F(NumericSolveTest, NetworksAndDenseSystems) {
  std::mt19937_64 random(1);
  for (const FlatSystem& system :
       {resistor_ladder(60), resistor_tree({0, 1, 1, 2, 2, 3, 3, 5}), dense_system(12, Coefficients::kSymbols)}) {
    const Values values = random_known(system, random);
    EXPECT_LT(left_over(system, values, solve_numerically(system, values)), 1e-11);
  }
}

// Coefficients of units that are far apart.
TEST_F(NumericSolveTest, UnitsDoNotMatter) {
  const FlatSystem system = flat("unknowns: [x, y]\nequations: [1e-12*x + 1e12*y = 1, 3e-12*x + 1e12*y = 2]\n");
  const std::vector<double> values = solve_numerically(system, {});
  EXPECT_NEAR(values[0], 5e11, 1);
  EXPECT_NEAR(values[1], 5e-13, 1e-24);
}

TEST_F(NumericSolveTest, WhatHasNoSolution) {
  EXPECT_EQ(refused("parameters: {a: 2}\nunknowns: [x]\nequations: [(a - 2)*x = 1]\n"),
            "0:0 the equations are singular at these values: x\n");
  EXPECT_EQ(refused("parameters: {a: 2}\nunknowns: [x, y]\nequations: [x + y = 1, a*x + 2*y = 1]\n"),
            "0:0 the equations are singular at these values: x, y\n");
  EXPECT_EQ(refused("unknowns: [x, y]\nequations: [x + y = 1]\n").substr(0, 40),
            "1:15 under-determined: 1 equation for th");
  EXPECT_EQ(refused("unknowns: [x]\nequations: [x^2 = 1]\n").substr(0, 50),
            "2:13 equation 1 is not linear in its unknowns: x^2");
  EXPECT_NE(refused("parameters: {a: 0}\nunknowns: [x]\nequations: [x/a = 1]\n"), "");
}

}  // namespace
}  // namespace kinemate
