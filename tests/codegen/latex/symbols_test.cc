#include "codegen/latex/symbols.h"

#include <gtest/gtest.h>

#include "expr/pool.h"

namespace kinemate {
namespace {

class LatexSymbolsTest : public testing::Test {
 protected:
  static std::vector<std::string> inputs_of(const Program& program) {
    std::vector<std::string> latex;
    for (const auto& array : make_latex_symbols(program).inputs)
      for (const LatexSymbol& symbol : array) latex.push_back((symbol.named ? "" : "!") + symbol.latex);
    return latex;
  }

 private:
  Pool pool_;
  const PoolScope scope_{pool_};
};

using Texts = std::vector<std::string>;

TEST_F(LatexSymbolsTest, NamesOfEntries) {
  Program program;
  program.inputs = {{"x", "", {{"alpha1", ""}, {"alpha1'", ""}, {"φ''", ""}}},
                    {"w", "", {{"f(t)", ""}, {"f'(alpha1)", ""}}},
                    {"k", "", {{"k(1)", ""}, {"k(12)", ""}}},
                    {"M", "", {{"M(1,1)", ""}, {"M(1,2)", ""}}, 2}};
  EXPECT_EQ(inputs_of(program), (Texts{"\\alpha_{1}", "\\dot{\\alpha}_{1}", "\\ddot{\\varphi}", "f\\left(t\\right)",
                                       "{f}'\\left(\\alpha_{1}\\right)", "k_{1}", "k_{12}", "M_{1,1}", "M_{1,2}"}));
}

// No names of symbols, too long, or alike on paper: called after their place.
TEST_F(LatexSymbolsTest, OtherNames) {
  Program program;
  program.inputs = {{"x", "", {{"", ""}, {"a b", ""}, {"3", ""}, {"pi", ""}, {"a+b", ""}, {"$%\\", ""}}},
                    {"q", "", {{"a_name_that_is_much_too_long_for_formulas", ""}, {"b1", ""}, {"b_1", ""}}},
                    {"a-\\ 2", "", {{"\xFF", ""}}},
                    {"", "", {{"", ""}, {"x_6", ""}}},
                    {"A", "", {{"", ""}, {"", ""}, {"", ""}}, 2}};
  EXPECT_EQ(inputs_of(program),
            (Texts{"!x_{1}", "!x_{2}", "!x_{3}", "!x_{4}", "!x_{5}", "!x_{6}", "!q_{1}", "b_{1}", "!q_{3,2}", "!a_{1}",
                   "!x_{1,2}", "!x_{2,2}", "!A_{1,1}", "!A_{1,2}", "!A_{2,1}"}));
}

TEST_F(LatexSymbolsTest, AbbreviationsLookLikeNoSymbol) {
  Program program;
  program.inputs = {{"x", "", {{"a", ""}}}};
  EXPECT_EQ(make_latex_symbols(program).abbreviation, "z");
  program.inputs[0].entries.push_back({"z_7", ""});
  EXPECT_EQ(make_latex_symbols(program).abbreviation, "zz");
}

TEST_F(LatexSymbolsTest, ArraysByTheirLetters) {
  EXPECT_EQ(latex_array({"tau", "", {}, 0}), "\\tau");
  EXPECT_EQ(latex_array({"x*/", "", {}, 0}), "x");
  EXPECT_EQ(latex_array({"123", "", {}, 0}), "x");
}

}  // namespace
}  // namespace kinemate
