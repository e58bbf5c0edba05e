#include "report/elements/shorten_element.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

class ShortenElementTest : public testing::Test {
 protected:
  // Of "left = right" lines; left sides without a dot are variables.
  static ElementEquations element(const std::vector<std::pair<const char*, const char*>>& equations,
                                  const char* acceleration) {
    ElementEquations made;
    for (const auto& [left, right] : equations) {
      made.equations.push_back({"group", make_symbol(left), parse(right)});
      if (std::string(left).find('.') == std::string::npos) made.variables.push_back(make_symbol(left));
    }
    made.accelerations.push_back({0, parse(acceleration)});
    return made;
  }
  static std::string text_of(const ElementEquations& element) {
    std::string text;
    for (Expr variable : element.variables) text += to_text(variable) + " ";
    for (const ElementEquation& equation : element.equations)
      text += fmt::format("| {} = {} ", to_text(equation.left), to_text(equation.right));
    return text + "| " + to_text(element.accelerations[0].value);
  }

  Pool pool_;
  PoolScope scope_{pool_};
};

TEST_F(ShortenElementTest, WhatNobodyNeedsIsGone) {
  const ElementEquations before =
      element({{"a", "x"}, {"b", "2*a"}, {"c", "3*a"}, {"d", "c + b"}, {"primary.M11", "b"}, {"e", "d"}}, "a + 1");
  EXPECT_EQ(text_of(shorten_element(before, {})), "a b | a = x | b = 2*a | primary.M11 = b | a + 1");
}

TEST_F(ShortenElementTest, WhatIsSharedGetsANameBeforeItsFirstUse) {
  const ElementEquations before = element({{"a", "x + 1"},
                                           {"primary.M11", "y*a"},
                                           {"primary.M12", "2*sqrt(a*x + sin(y)*cos(z)) + 1"},
                                           {"primary.M13", "3*sqrt(a*x + sin(y)*cos(z)) + 2"},
                                           {"primary.M14", "4*sqrt(a*x + sin(y)*cos(z)) + 3"}},
                                          "a");
  EXPECT_EQ(text_of(shorten_element(before, {})),
            "a part1 | a = x + 1 | primary.M11 = a*y | part1 = sqrt(a*x + sin(y)*cos(z)) | primary.M12 = 2*part1 + 1 | "
            "primary.M13 = 3*part1 + 2 | primary.M14 = 4*part1 + 3 | a");
  // not under a name that is taken
  const std::string other = text_of(shorten_element(before, {"part1"}));
  EXPECT_EQ(other.find(" part1 "), std::string::npos) << other;
  EXPECT_EQ(other.size(), text_of(shorten_element(before, {})).size() + 5 * 4) << other;
}

// Written out, it would be 2^40 terms long.
TEST_F(ShortenElementTest, TextsGrowWithTheGraph) {
  Expr formula = parse("x + y");
  for (int i = 0; i < 40; ++i) formula = make_call(Function::kSin, formula) * formula;
  ElementEquations deep;
  deep.equations = {{"group", make_symbol("primary.M11"), formula}};
  deep.accelerations = {{0, formula + Expr(1)}};
  const ElementEquations brief = shorten_element(deep, {});
  std::size_t length = text_of(brief).size();
  EXPECT_LT(length, 4000u);
  Values values = {{make_symbol("x"), 0.3}, {make_symbol("y"), 0.4}};
  const double expected = evaluate(formula, values);
  for (const ElementEquation& equation : brief.equations) values[equation.left] = evaluate(equation.right, values);
  EXPECT_DOUBLE_EQ(values.at(make_symbol("primary.M11")), expected);
  EXPECT_DOUBLE_EQ(evaluate(brief.accelerations[0].value, values), expected + 1);
}

}  // namespace
}  // namespace kinemate
