#include "expr/differentiate.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, DerivativesByOneSymbol) {
  const Rewrite table[] = {
      {"x^3", "3*x^2"},
      {"a*x^2 + b*x + c", "b + 2*a*x"},
      {"sin(x)*cos(y)", "cos(x)*cos(y)"},
      {"sqrt(x)", "1/(2*sqrt(x))"},
      {"1/x", "-1/x^2"},
      {"exp(2*x)", "2*exp(2*x)"},
      {"2^x", "log(2)*2^x"},
      {"abs(x)", "sign(x)"},
      {"f(x, y)", "f'[1,0](x, y)"},
      {"f(x^2)", "2*x*f'(x^2)"},
      {"x'", "0"},
      {"y", "0"},
      {"tan(x)", "tan(x)^2 + 1"},
      {"if(x < y, x^2, x)", "if(x < y, 2*x, 1)"},
      {"max(x, y)", "if(x <= y, 0, 1)"},
      {"step(x)", "0"},
      {"sign(x)*x", "sign(x)"},
      {"floor(x)*x", "floor(x)"},
      {"mod(x^2, y)", "2*x"},
      {"mod(y, x)", "-floor(y/x)"},
      {"noEvent(if(x < y, x^2, x))", "noEvent(if(x < y, 2*x, 1))"},
      {"noEvent(x < y)", "0"},
  };
  for (const Rewrite& row : table) EXPECT_EQ(to_text(differentiate(parse(row.input), x_)), row.expected) << row.input;
}

TEST_F(ExprTest, TotalDerivativeByTime) {
  EXPECT_EQ(to_text(differentiate_time(parse("FU(t)*sin(q)"), {"q"})), "cos(q)*q'*FU(t) + FU'(t)*sin(q)");
  EXPECT_TRUE(differentiate_time(parse("FU(t)*sin(q)"), {"q"}) == parse("FU'(t)*sin(q) + FU(t)*(cos(q)*q')"));
  EXPECT_EQ(to_text(differentiate_time(parse("q*l"), {"q"})), "l*q'");
  EXPECT_EQ(to_text(differentiate_time(parse("q'^2"), {"q"})), "2*q'*q''");
  EXPECT_EQ(to_text(differentiate_time(parse("t^2 + l"), {})), "2*t");
  EXPECT_EQ(to_text(differentiate_time(parse("f(q, t)"), {"q"})), "f'[0,1](q, t) + f'[1,0](q, t)*q'");
}

TEST_F(ExprTest, SidesThatAreNotTakenMayBeUndefined) {
  const Expr e = parse("if(x > 0, log(x), x^2)*y");
  EXPECT_EQ(evaluate(differentiate(e, x_), {{x_, 0}, {y_, 3}}), 0);
  EXPECT_EQ(evaluate(differentiate(e, x_), {{x_, 2}, {y_, 3}}), 1.5);
}

TEST_F(ExprTest, DirectionalDerivative) {
  const std::vector<Expr> formulas = {parse("x*y"), parse("x^2")};
  const auto d = differentiate(formulas, {{x_, parse("u")}, {y_, parse("v")}});
  EXPECT_TRUE(d[0] == parse("y*u + x*v"));
  EXPECT_TRUE(d[1] == parse("2*x*u"));
}

}  // namespace
}  // namespace kinemate
