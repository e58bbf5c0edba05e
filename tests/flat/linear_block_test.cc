#include "flat/linear_block.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class LinearBlockTest : public FlatTest {
 protected:
  // Rows as "2*x + a*y = b".
  static std::string rows_of(const FlatSystem& system, const LinearBlock& block) {
    std::string text;
    for (const LinearRow& row : block.rows) {
      for (const auto& [column, coefficient] : row.entries)
        text += fmt::format("({})*{} ", to_text(coefficient), to_text(system.unknowns[block.unknowns[column]].symbol));
      text += "= " + to_text(row.right) + "\n";
    }
    return text;
  }
  static std::string rows_of(const std::string& text) {
    const FlatSystem system = flat(text);
    SampledValues samples({});
    return rows_of(system, whole_block(system, samples));
  }
  static std::string refused(const std::string& text) {
    try {
      return rows_of(text);
    } catch (const Error& error) {
      return text_of(error);
    }
  }
};

TEST_F(LinearBlockTest, CoefficientsAndRightSides) {
  EXPECT_EQ(rows_of(R"(parameters: {a: , b: , q: }
unknowns: [x, y]
equations:
  - a*(x + 2*y) - b*x = 3*(y + 1)/a
  - b = sin(q)*y - a*b
  - if(q < 1, x + y, 2*x - a) = -(-x)
  - 0 = -y/(2*a)
)"),
            "(a - b)*x (2*a - 3/a)*y = 3/a\n"
            "(-sin(q))*y = -(b + a*b)\n"
            "(2*if(q < 1, 0, 1) - 1 + if(q < 1, 1, 0))*x (if(q < 1, 1, 0))*y = a*if(q < 1, 0, 1)\n"
            "(1/(2*a))*y = 0\n");
}

// What is 0 only by the laws of sines is no coefficient.
TEST_F(LinearBlockTest, CoefficientsThatVanishAreLeftOut) {
  EXPECT_EQ(rows_of(R"(parameters: {q: , a: }
unknowns: [x, y]
equations:
  - x*(1 - sin(q)^2 - cos(q)^2) + y = a
  - (a + 1)^2*x - (a^2 + 2*a + 1)*x + 2*y = 1
)"),
            "(1)*y = a\n(2)*y = 1\n");
}

TEST_F(LinearBlockTest, SolvedUnknownsArePutIn) {
  const FlatSystem system = flat(R"(parameters: {q: }
unknowns: [s, x, y]
equations: [s = sin(q), s^2*x + s = y/s, x = y + s]
)");
  SampledValues samples({});
  const LinearBlock block = make_linear_block(system, {{1, 2}, {1, 2}}, {{make_symbol("s"), parse("sin(q)")}}, samples);
  EXPECT_EQ(rows_of(system, block), "(sin(q)^2)*x (-1/sin(q))*y = -sin(q)\n(1)*x (-1)*y = sin(q)\n");
  EXPECT_EQ(block.equations, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(block.unknowns, (std::vector<std::size_t>{1, 2}));
}

TEST_F(LinearBlockTest, WhatIsNotLinearIsNamed) {
  const char* const cases[][2] = {
      {"x*y", "x*y"},
      {"a*x^2", "x^2"},
      {"1/y", "1/y"},
      {"a*sin(x + y)", "sin(x + y)"},
      {"a^x", "a^x"},
      {"if(x < a, 1, 2)", "if(x < a, 1, 2)"},
      {"a*(x + 1)*(y - a)", "a*(x + 1)*(y - a)"},
  };
  for (const auto& [formula, part] : cases) {
    const std::string text =
        fmt::format("parameters: {{a: }}\nunknowns: [x, y]\nequations:\n  - x = y\n  - law: {} = 1\n", formula);
    const std::string expected = fmt::format("5:10 law is not linear in its unknowns: {} | ", part);
    EXPECT_EQ(refused(text).substr(0, expected.size()), expected);
  }
  EXPECT_EQ(refused("unknowns: [x, y]\nequations: [x*y = 1, x = y]\n"),
            "2:13 equation 1 is not linear in its unknowns: x*y | x, y must be found together with what stands in this "
            "equation, which takes equations that are linear in them; what is known belongs to the parameters\n");
}

// Formulas as deep as long sums make them, with every unknown passed on once.
TEST_F(LinearBlockTest, DeepFormulas) {
  FlatSystem system = flat("unknowns: [x, y]\nequations: [x = 1, y = 2]\n");
  const Expr x = make_symbol("x"), y = make_symbol("y");
  Expr sum;
  for (int i = 0; i < 3'000; ++i) sum = Expr(Rational(1, 2)) * (sum + x) + y;
  system.equations[0].left = sum;
  SampledValues samples({});
  const LinearBlock block = whole_block(system, samples);
  ASSERT_EQ(block.rows[0].entries.size(), 2u);
  EXPECT_NEAR(samples.at(block.rows[0].entries[0].second)[0].value, 1, 1e-12);  // 1/2 + 1/4 + ...
  EXPECT_NEAR(samples.at(block.rows[0].entries[1].second)[0].value, 2, 1e-12);
}

}  // namespace
}  // namespace kinemate
