#include "codegen/latex/formulas.h"

#include <gtest/gtest.h>

#include <limits>

#include "codegen/latex/width.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

class LatexFormulasTest : public testing::Test {
 protected:
  static Abbreviated formulas_of(const Program& program) {
    std::vector<Expr> inputs;
    for (const Array& array : program.inputs)
      for (const Entry& entry : array.entries) inputs.push_back(make_symbol(entry.name));
    return make_latex_formulas(program, inputs, "z");
  }

  // Abbreviations, then results, as text.
  static std::string text_of(const Program& program) {
    const Abbreviated made = formulas_of(program);
    std::string text;
    for (const Abbreviation& abbreviation : made.abbreviations)
      text += to_text(abbreviation.symbol) + " = " + to_text(abbreviation.formula) + "; ";
    for (const Expr formula : made.formulas) text += to_text(formula) + "; ";
    return text;
  }

 private:
  Pool pool_;
  const PoolScope scope_{pool_};
};

TEST_F(LatexFormulasTest, WhatIsUsedOnceStandsWhereItIsUsed) {
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    const Value shared = builder.add(x[0], builder.multiply(x[1], builder.constant(0.1)));
    return ValueList{builder.multiply(shared, x[2]), builder.sine(shared), x[1]};
  });
  EXPECT_EQ(text_of(program), "z1 = x0 + 0.1*x1; x2*z1; sin(z1); x1; ");
}

TEST_F(LatexFormulasTest, WhatIsShortHasNoAbbreviation) {
  const Program program = program_of(2, [](Builder& builder, const ValueList& x) {
    const Value s = builder.sine(x[0]), square = builder.multiply(x[1], x[1]), minus = builder.negate(x[1]);
    return ValueList{builder.add(s, square), builder.multiply(s, square), builder.divide(minus, s)};
  });
  EXPECT_EQ(formulas_of(program).abbreviations.size(), 0u) << text_of(program);
}

TEST_F(LatexFormulasTest, Numbers) {
  const std::pair<double, const char*> table[] = {
      {0.1, "0.1*x0; "},           {0.5, "x0/2; "},
      {62.5, "real(62.5)*x0; "},   {-3, "-3*x0; "},
      {1e-5, "real(1e-05)*x0; "},  {1.0 / 3, "real(0.3333333333333333)*x0; "},
      {1e300, "real(1e+300)*x0; "}};
  for (const auto& [number, expected] : table) {
    EXPECT_EQ(text_of(program_of(1,
                                 [&](Builder& builder, const ValueList& x) {
                                   return ValueList{builder.multiply(builder.constant(number), x[0])};
                                 })),
              expected);
  }
  EXPECT_EQ(text_of(program_of(
                1,
                [&](Builder& builder, const ValueList& x) {
                  const double infinite = std::numeric_limits<double>::infinity();
                  return ValueList{builder.call(Function::kMin, std::array{x[0], builder.constant(-infinite)})};
                })),
            "min(-infinity, x0); ");
}

TEST_F(LatexFormulasTest, DifferencesOfSumsAreSums) {
  const Program program = program_of(4, [](Builder& builder, const ValueList& x) {
    return ValueList{builder.subtract(x[0], builder.subtract(builder.multiply(x[1], x[2]), x[3]))};
  });
  EXPECT_EQ(text_of(program), "x0 + x3 - x1*x2; ");
}

// Line by line, as a reader would compute them; no line too long, no fraction too deep.
TEST_F(LatexFormulasTest, RandomProgramsComputeTheSameInShortLines) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Program program = random_program(seed, {.operations = 500});
    const std::vector<double> numbers = random_inputs(seed, 8);
    Values values;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      values.emplace(make_symbol(program.inputs[0].entries[i].name), numbers[i]);
    const Abbreviated made = formulas_of(program);
    EXPECT_GT(made.abbreviations.size(), 30u);
    const auto expect_short = [](Expr formula) {
      const LatexSize size = measure_latex(to_latex(formula));
      EXPECT_LE(size.width, kLatexLine) << to_latex(formula);
      EXPECT_LE(size.fractions, 2) << to_latex(formula);
    };
    for (const Abbreviation& abbreviation : made.abbreviations) {
      values.emplace(abbreviation.symbol, evaluate(abbreviation.formula, values));
      expect_short(abbreviation.formula);
    }
    const std::vector<double> expected = run_plainly(program, numbers);
    ASSERT_EQ(made.formulas.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(evaluate(made.formulas[i], values), expected[i], 1e-12 * (1 + std::abs(expected[i])));
      expect_short(made.formulas[i]);
    }
  }
}

TEST_F(LatexFormulasTest, EveryFunction) {
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    ValueList results;
    for (std::size_t f = 0; f < kFunctionCount; ++f) {
      const auto function = static_cast<Function>(f);
      const auto least = static_cast<std::size_t>(info(function).least_arguments);
      results.push_back(builder.call(function, std::span(x).first(least)));
    }
    return results;
  });
  const std::vector<double> numbers = {0.5, 0.25, 2};
  const Abbreviated made = formulas_of(program);
  const std::vector<double> expected = run_plainly(program, numbers);
  Values values;
  for (std::size_t i = 0; i < numbers.size(); ++i) values.emplace(make_symbol("x" + std::to_string(i)), numbers[i]);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isfinite(expected[i])) {
      EXPECT_NEAR(evaluate(made.formulas[i], values), expected[i], 1e-14) << i;
    }
  }
}

}  // namespace
}  // namespace kinemate
