#include "expr/text/modelica_text.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class ModelicaTextTest : public ExprTest {};

TEST_F(ModelicaTextTest, Words) {
  for (const char* word : {"algorithm", "constrainedby", "within", "elsewhen"}) EXPECT_TRUE(is_modelica_word(word));
  for (const char* word : {"time", "Real", "pi", "", "zz"}) EXPECT_FALSE(is_modelica_word(word));
}

TEST_F(ModelicaTextTest, Names) {
  EXPECT_EQ(modelica_name(make_symbol("a.b[2].c[1,3]")), "a.b[2].c[1,3]");
  EXPECT_EQ(modelica_name(make_symbol("q", 2)), "'q\\'\\''");
  for (const char* name : {"a b", "end", "a.end", "a..b", "a[", "a[]", "a[1,]", "a[b]", "2x", "a.2", "\xCF\x89"})
    EXPECT_EQ(modelica_name(make_symbol(name)), "'" + std::string(name) + "'");
  EXPECT_EQ(modelica_name(make_symbol("it's\\")), "'it\\'s\\\\'");
  EXPECT_EQ(modelica_string("a \"b\"\n\\"), "\"a \\\"b\\\"\\n\\\\\"");
}

TEST_F(ModelicaTextTest, Formulas) {
  const std::pair<const char*, const char*> table[] = {
      {"a + b*c^2/d - 3", "a + b*c^2/d - 3"},
      {"-a/7", "-a/7"},
      {"a^(-b)", "a^(-b)"},
      {"(a^b)^c", "(a^b)^c"},
      {"a^(b^c)", "a^(b^c)"},
      {"a^(2/3)", "a^(2/3)"},
      {"pi*x''", "Modelica.Constants.pi*'x\\'\\''"},
      {"sqrt(a)*asinh(b) + erf(c)", "Modelica.Math.Special.erf(c) + sqrt(a)*Modelica.Math.asinh(b)"},
      {"if(a < b, 1, c) + d", "d + (if a < b then 1 else c)"},
      {"2*(a != b)", "2*(if a <> b then 1 else 0)"},
      {"if(a < b and c == 2 or d <= 1, 3, 4)", "if d <= 1 or (a < b and c == 2) then 3 else 4"},
      {"if(not (a < b and c < d), 3, 4)", "if (if a < b and c < d then 1 else 0) == 0 then 3 else 4"},
      {"if(a < 1, if(b < 1, 2, 3), if(c < 1, 4, 5))",
       "if a < 1 then if b < 1 then 2 else 3 else if c < 1 then 4 else 5"},
      {"floor(a) + mod(b, 2)", "floor(a) + mod(b, 2)"},
      {"noEvent(a < b)*c", "c*noEvent(if a < b then 1 else 0)"},
      {"min(a, b, 3)", "min(3, min(a, b))"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(to_modelica(parse(text)), expected);
}

TEST_F(ModelicaTextTest, WhatModelicaHasNot) {
  EXPECT_EQ(to_modelica(parse("log2(x)")), "log(x)/log(2)");
  EXPECT_EQ(to_modelica(parse("step(x)")), "if 0 <= x then 1 else 0");
  EXPECT_EQ(to_modelica(parse("if(x, 2, 3)")), "if x <> 0 then 2 else 3");
  EXPECT_EQ(to_modelica(parse("-real(0.1)*x")), "-0.1*x");
  EXPECT_THROW(to_modelica(parse("factorial(n)")), Error);
  EXPECT_THROW(to_modelica(parse("F(x)")), Error);
}

}  // namespace
}  // namespace kinemate
