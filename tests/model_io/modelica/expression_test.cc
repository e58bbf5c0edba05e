#include "model_io/modelica/expression.h"

#include "expr/evaluate.h"
#include "expr/text/modelica_text.h"
#include "expr/text/parse.h"
#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

class ModelicaExpressionTest : public FlatTest {
 protected:
  // The formula, and behind | what was left of the text; or !offset message | hint.
  std::string read(const std::string& text) {
    uses_.clear();
    try {
      ModelicaCursor cursor(text);
      cursor.advance();
      const Expr formula = read_modelica_expression(cursor, uses_);
      const std::string rest = text.substr(cursor.token().offset);
      return to_text(formula) + (rest.empty() ? "" : " | " + rest);
    } catch (const TextNote& note) {
      return fmt::format("!{} {}{}{}", note.offset, note.message, note.hint.empty() ? "" : " | ", note.hint);
    }
  }

  std::vector<ModelicaUse> uses_;
};

TEST_F(ModelicaExpressionTest, Formulas) {
  const std::pair<const char*, const char*> table[] = {
      {"1 + 2*x", "2*x + 1"},
      {"-x^2", "-x^2"},
      {"-a*b", "-a*b"},
      {"a - b - c", "a - b - c"},
      {"a/b/c*d", "a/b/c*d"},
      {"2^(-1)", "1/2"},
      {"a * (-b)", "-a*b"},
      {"+ a", "a"},
      {"0.31", "0.31"},
      {"1e-2", "0.01"},
      {"sqrt(x) + Modelica.Math.sin(y)", "sqrt(x) + sin(y)"},
      {"atan2(y, x)", "atan2(y, x)"},
      {"log(x) + log10(y)", "log(x) + log10(y)"},
      {"min(a, max(b, 2))", "min(a, max(2, b))"},
      {"Modelica.Math.asinh(x)", "asinh(x)"},
      {"Modelica.Math.Special.erf(x)", "erf(x)"},
      {"noEvent(abs(x))", "abs(x)"},
      {"floor(x) + mod(y, 2) + ceil(z)", "floor(x) + mod(y, 2) - floor(-z)"},
      {"smooth(1, sign(x))", "sign(x)"},
      {"Modelica.Constants.pi", "pi"},
      {"Modelica.Constants.g_n", "9.80665"},
      {"time + true - false", "time + 1"},
      {"if a > b then 1 else 2 + c", "if(b < a, 1, c + 2)"},
      {"2*(if a <> b then 1 else 0)", "2*(a != b)"},
      {"if a < 1 then 1 elseif a < 2 then 4 else 5", "if(a < 1, 1, if(a < 2, 4, 5))"},
      {"if a < 1 then if b < 1 then 7 else 8 else 9", "if(a < 1, if(b < 1, 7, 8), 9)"},
      {"if a < 1 and not b >= 2 or c == 3 then 5 else 6", "if(c == 3 or (a < 1 and b < 2), 5, 6)"},
      {"max(if a < 1 then 2 else 3, 4)", "max(4, if(a < 1, 2, 3))"},
      {"der(x) + der(der('y\\''))", "x' + y'''"},
      {"a.b[2].c[1,3]", "a.b[2].c[1,3]"},
      {"'a b'*'q\\'\\''", "a b*q''"},
      {"x = 3", "x | = 3"},
      {"x; y", "x | ; y"},
      {"x, y", "x | , y"},
      {"x) + y", "x | ) + y"},
      {"x \"comment\"", "x | \"comment\""},
      {"x then y", "x | then y"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(read(text), expected) << text;
}

TEST_F(ModelicaExpressionTest, Mistakes) {
  const std::pair<const char*, const char*> table[] = {
      {"", "!0 expected a value, found the end of the file"},
      {"1 + ;", "!4 expected a value, found ';'"},
      {"(a + b;", "!6 expected ')', found ';'"},
      {"(a, b)", "!2 expected ')', found ','"},
      {"(a b)", "!3 expected an operator before 'b' | a product is written a*b"},
      {"sin()", "!4 sin is called without an argument"},
      {"sin(x, y)", "!0 sin takes 1 argument, found 2"},
      {"sqrt(x, y)", "!0 sqrt takes 1 argument, found 2"},
      {"cso(x)", "!0 there is no function cso | did you mean cos?"},
      {"f(x)", "!0 there is no function f | the flat subset has built-in functions only: sin, sqrt, min, ..."},
      {"sin(x = 1)", "!6 unexpected '=' | to compare, write =="},
      {"a < b < c", "!6 comparisons do not chain | write a < b and b < c"},
      {"a^b^c", "!3 powers do not chain | write (a^b)^c or a^(b^c)"},
      {"(a .* b)", "!3 '.*' is an operator of arrays: equations are scalar | write *"},
      {"{1, 2}", "!0 an array stands here: equations are scalar"},
      {"x[n]",
       "!2 expected a number as index, found 'n' | equations are scalar: arrays are written out, element by "
       "element"},
      {"x[1:3]", "!3 expected ']' behind an index, found ':'"},
      {"(1:3)", "!2 ranges belong to arrays: equations are scalar"},
      {"\"a\"", "!0 a text has no value in an equation"},
      {"if a then b", "!11 expected 'else', found the end of the file | an if in an expression has an else"},
      {"if a else b", "!5 expected 'then', found 'else'"},
      {"(if a then b)", "!12 expected 'else', found ')' | an if in an expression has an else"},
      {"if a then b else c else d", "if(a, b, c) | else d"},
      {"der(2*x)",
       "!4 expected a variable in der(...), found the number 2 | the derivative of a formula is given a "
       "name: v = ..., and der(v)"},
      {"der(x*y)",
       "!0 only variables are differentiated by der(...), not formulas | give the formula a name: v = ..., "
       "and der(v)"},
      {"1/0", "!1 division by zero"},
      {"a.1", "a | .1"},
      {"a.", "!2 expected a name, found the end of the file"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(read(text), expected) << text;
}

TEST_F(ModelicaExpressionTest, SymbolsWithTheirPlaces) {
  read("a.x + der(der(y)) - time*sin(a.x)");
  ASSERT_EQ(uses_.size(), 4u);
  EXPECT_EQ(to_text(uses_[0].symbol), "a.x");
  EXPECT_EQ(to_text(uses_[1].symbol), "y''");
  EXPECT_EQ(uses_[1].derivatives, 2);
  EXPECT_EQ(uses_[1].offset, 14u);
  EXPECT_EQ(uses_[2].offset, 20u);
  EXPECT_EQ(uses_[3].offset, 29u);
}

Expr read_back(const std::string& text) {
  ModelicaCursor cursor(text);
  cursor.advance();
  std::vector<ModelicaUse> uses;
  const Expr formula = read_modelica_expression(cursor, uses);
  EXPECT_TRUE(cursor.at_end()) << text;
  return formula;
}

TEST_F(ModelicaExpressionTest, WhatIsWrittenReadsBack) {
  for (const char* text :
       {"a + b*c^2/d - 3", "-a/7", "a^(-b)", "(a^b)^c", "a^(b^c)", "a^(2/3)", "pi*x''", "sqrt(a)*asinh(b) + erf(c)",
        "if(a < b, 1, c) + d", "2*(a != b)", "if(a < b and c == 2 or d <= 1, 3, 4)", "if(not (a < b and c < d), 3, 4)",
        "if(a < 1, if(b < 1, 2, 3), if(c < 1, 4, 5))", "min(a, b, 3)"})
    EXPECT_EQ(read_back(to_modelica(parse(text))), parse(text)) << text;
}

TEST_F(ModelicaExpressionTest, WhatModelicaHasNotHasTheSameValue) {
  const Expr x = make_symbol("x");
  for (const char* text :
       {"log2(x)", "cbrt(x - 1)", "atanh(x - 0.8)", "step(x)", "step(x - 2)", "step(0, x, 2)", "step(x, x, x)",
        "if(x, 2, 3)", "if(x - 1.3, 2, 3)", "real(0.1)*x", "-real(1e-7)*x", "(x < 2)*3", "if(x and x < 2, 4, 5)"}) {
    const Expr formula = parse(text), again = read_back(to_modelica(formula));
    const std::unordered_map<Expr, double> values = {{x, 1.3}};
    EXPECT_NEAR(evaluate(formula, values), evaluate(again, values), 1e-15) << text << " " << to_modelica(formula);
    EXPECT_EQ(to_modelica(again), to_modelica(formula)) << text;
  }
}

TEST_F(ModelicaExpressionTest, DepthMeetsNoLimit) {
  const std::size_t depth = 100'000;
  EXPECT_EQ(read(std::string(depth, '(') + "x" + std::string(depth, ')')), "x");
  std::string ifs, elses, negations;
  for (std::size_t i = 0; i < depth; ++i) ifs += "if c then ", elses += " else 1", negations += "-";
  uses_.clear();
  EXPECT_EQ(read(ifs + "1" + elses), "1");
  EXPECT_EQ(read(negations + "x"), "x");
  EXPECT_EQ(read(std::string(depth, '(')), "!100000 expected a value, found the end of the file");
}

}  // namespace
}  // namespace kinemate
