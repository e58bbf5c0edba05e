#include "expr/text/print.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, TextIsReadable) {
  const Rewrite table[] = {
      {"x*3/4", "3*x/4"},
      {"1/2*sin(2*x)", "sin(2*x)/2"},
      {"2*a/(3*b)", "2*a/(3*b)"},
      {"3/x", "3/x"},
      {"x^(-2)", "1/x^2"},
      {"-1/x", "-1/x"},
      {"-x/2", "-x/2"},
      {"a*x^(-1/2)", "a/sqrt(x)"},
      {"x^(3/2)", "x^(3/2)"},
      {"x^0.3", "x^0.3"},
      {"-a + b", "b - a"},
      {"-a - b", "-a - b"},
      {"1 - x", "1 - x"},
      {"x - 1", "x - 1"},
      {"-x - 1", "-x - 1"},
      {"a - 2*(b + c)", "a - 2*(b + c)"},
      {"-(a + b)", "-(a + b)"},
      {"a + (b + c) + d", "b + c + a + d"},
      {"(a + b)*(c + d)", "(a + b)*(c + d)"},
      {"a*b*(c*d)", "a*b*(c*d)"},
      {"(a + b)/(c + d)", "(a + b)/(c + d)"},
      {"(1/2)^x", "(1/2)^x"},
      {"(-2)^x", "(-2)^x"},
      {"2^(1/3)", "2^(1/3)"},
      {"(a < b)*c", "c*(a < b)"},
      {"9.81*m", "9.81*m"},
      {"m*l^2", "l^2*m"},
      {"0.5*x", "x/2"},
      {"0.25", "1/4"},
      {"1.2*x", "1.2*x"},
      {"x/3", "x/3"},
      {"1e-12*x", "1e-12*x"},
      {"1e25", "1e25"},
      {"123456789e-15", "1.23456789e-7"},
      {"1/1024", "0.0009765625"},
      {"2^200*x", "1606938044258990275541962092341162602522202993782792835301376*x"},
      {"m*l*cos(q)*q'^2", "l*m*cos(q)*q'^2"},
      {"real(0.1)*x", "real(0.1)*x"},
      {"real(1e300)", "real(1e+300)"},
      {"-real(2)", "-real(2)"},
      {"x^real(0.5)", "x^real(0.5)"},
      {"x^-real(0.5)", "x^(-real(0.5))"},
      {"(x + y)^2", "(x + y)^2"},
      {"sqrt(x + y)", "sqrt(x + y)"},
      {"1/sqrt(x)/y", "1/sqrt(x)/y"},
      {"a/x*y", "a/x*y"},
      {"y/x", "y/x"},
      {"(a/b)^2", "(a/b)^2"},
      {"sin(x)^2", "sin(x)^2"},
  };
  for (const Rewrite& row : table) {
    EXPECT_EQ(text_of(row.input), row.expected) << row.input;
    EXPECT_TRUE(parse(row.expected) == parse(row.input)) << row.input;
  }
}

TEST_F(ExprTest, LongTextIsRefusedOrCut) {
  EXPECT_THROW(to_text(parse("aaaaaaaaaaaaaa + b"), {.largest = 5}), Error);
  EXPECT_EQ(to_text(parse("a + b"), {.largest = 2, .cut = true}), "a + ...");
}

}  // namespace
}  // namespace kinemate
