#include "expr/partial.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

// Every function of one or two arguments against a difference quotient, away from jumps.
TEST_F(ExprTest, PartialsAgreeWithDifferences) {
  for (std::size_t k = 0; k < kFunctionCount; ++k) {
    const auto function = static_cast<Function>(k);
    const int count = info(function).least_arguments;
    if (function == Function::kFactorial || function == Function::kComb || count > 2) continue;
    const std::vector<Expr> symbols = {x_, y_};
    const Expr node = make_call(function, std::span(symbols).first(static_cast<std::size_t>(count)));
    if (node.kind() != Kind::kCall || as_selection(node)) continue;
    const double at = function == Function::kAcosh ? 1.7 : 0.4, h = 1e-6;
    for (int i = 0; i < count; ++i) {
      const auto value = [&](double step) {
        return evaluate(node, {{x_, at + (i == 0 ? step : 0)}, {y_, 0.9 + (i == 1 ? step : 0)}});
      };
      const double derivative = evaluate(partial(node, static_cast<std::size_t>(i)), {{x_, at}, {y_, 0.9}});
      EXPECT_NEAR(derivative, (value(h) - value(-h)) / (2 * h), 1e-8) << info(function).name << " " << i;
    }
  }
}

TEST_F(ExprTest, PartialsOfNodes) {
  EXPECT_TRUE(partial(x_ * y_, 0) == y_);
  EXPECT_TRUE(partial(x_ + y_, 1) == Expr(1));
  EXPECT_EQ(to_text(partial(parse("x^y"), 0)), "y*x^(y - 1)");
  EXPECT_EQ(to_text(partial(parse("x^y"), 1)), "log(x)*x^y");
  EXPECT_EQ(to_text(partial(parse("f(x, y)"), 1)), "f'[0,1](x, y)");
  EXPECT_EQ(to_text(partial(parse("floor(x)"), 0)), "0");
  EXPECT_EQ(to_text(partial(parse("mod(x, y)"), 0)), "1");
  EXPECT_EQ(to_text(partial(parse("mod(x, y)"), 1)), "-floor(x/y)");
  EXPECT_THROW(partial(parse("factorial(x)"), 0), Error);
  EXPECT_THROW(partial(parse("comb(x, y)"), 0), Error);
}

TEST_F(ExprTest, SelectionsNameTheirCondition) {
  EXPECT_EQ(to_text(as_selection(parse("min(x, y)"))->condition), "x <= y");
  EXPECT_EQ(as_selection(parse("max(x, y)"))->taken, 1u);
  EXPECT_EQ(as_selection(parse("if(z, x, y)"))->taken, 1u);
  EXPECT_FALSE(as_selection(sin(x_)));
}

}  // namespace
}  // namespace kinemate
