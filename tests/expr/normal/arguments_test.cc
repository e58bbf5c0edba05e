#include "expr/normal/arguments.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

std::string normalized(const char* text, double budget = 1e6) {
  Work work(budget);
  const Expr e = parse(text);
  return to_text(normalize_arguments({&e, 1}, work)[0]);
}

TEST_F(ExprTest, ArgumentsBecomeNormal) {
  const Rewrite table[] = {
      {"f(a*(b + c))", "f(a*b + a*c)"},
      {"sin(x + y - x)", "sin(y)"},
      {"exp(sin(x)^2 + cos(x)^2)", "exp(1)"},
      {"sin(x)", "sin(x)"},
      {"sqrt(q^2*cos(a)^2 + q^2*sin(a)^2)", "abs(q)"},
      {"sqrt(x^2 + 2*x*y + y^2)", "abs(x + y)"},
      {"sqrt(1 - cos(x)^2)", "abs(sin(x))"},
      {"sqrt(1 - sin(x)^2)", "abs(cos(x))"},
      {"sqrt(4*x^2*y)", "2*sqrt(y)*abs(x)"},
      {"sqrt(x^2/(y^2 + 2*y + 1))", "abs(x)/abs(y + 1)"},
      {"sqrt(x + y)", "sqrt(x + y)"},
      {"f(g(x + y - x))", "f(g(y))"},
      {"2^(x + y - x)", "2^y"},
      {"1/sqrt(x^2 + 2*x + 1)", "1/abs(x + 1)"},
  };
  for (const Rewrite& row : table) EXPECT_EQ(normalized(row.input), row.expected) << row.input;
  EXPECT_EQ(normalized("f((a + b + c)^40)", 1000), "f((a + b + c)^40)");  // beyond the budget
  EXPECT_THROW(normalized("log(x*(y + z) - x*y - x*z)"), Error);
}

}  // namespace
}  // namespace kinemate
