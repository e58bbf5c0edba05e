#include "expr/ball.h"

#include <cmath>

#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, DigitsAreRight) {
  EXPECT_EQ(evaluate_digits(parse("pi"), {}, 30), "3.14159265358979323846264338328");
  EXPECT_EQ(evaluate_digits(parse("x"), {{x_, parse("1/3")}}, 20), "0.33333333333333333333");
  EXPECT_EQ(evaluate_digits(parse("sqrt(x)"), {{x_, Expr(2)}}, 40), "1.414213562373095048801688724209698078570");
  EXPECT_EQ(evaluate_digits(parse("x*0.1"), {{x_, Expr(0)}}, 10), "0");
  EXPECT_EQ(evaluate_digits(parse("floor(x*1e20)"), {{x_, parse("sqrt(2)")}}, 21), "1.41421356237309504880e+20");
  EXPECT_EQ(evaluate_digits(parse("mod(-x, 3)"), {{x_, parse("sqrt(2)")}}, 10), "1.585786438");
  // all but nothing cancels: e^(π√163) is an integer up to 1e-12
  EXPECT_EQ(evaluate_digits(parse("exp(pi*sqrt(163)) - 262537412640768744"), {}, 5), "-7.4993e-13");
}

TEST_F(ExprTest, DigitsThatCannotBeHadAreRefused) {
  for (const char* text : {"log(-x)", "floor(sin(x)^2 + cos(x)^2)", "mod(sin(x)^2 + cos(x)^2, 1)", "sin(x)^2 + cos(x)^2 - 1", "if(sin(x)^2 + cos(x)^2 == 1, 1, 2)", "sqrt(-x)",
                           "1/(sin(2*x) - 2*sin(x)*cos(x))"}) {
    try {
      evaluate_digits(parse(text), {{x_, Expr(1)}}, 20);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kNumerical);
    }
  }
  EXPECT_EQ(message_of([&] { evaluate_digits(y_, {}, 20); }), "y has no value");
}

// Arb and the C library are independent: every function at several points.
TEST_F(ExprTest, FunctionsAgreeWithTheCLibrary) {
  const std::vector<Expr> symbols = {x_, y_, z_};
  int compared = 0;
  for (std::size_t k = 0; k < kFunctionCount; ++k) {
    const auto function = static_cast<Function>(k);
    const Expr node =
        make_call(function, std::span(symbols).first(static_cast<std::size_t>(info(function).least_arguments)));
    for (const double x : {-2.0, -0.5, 0.0, 0.25, 1.0, 3.0}) {
      for (const double y : {-1.0, 0.25, 2.0}) {
        const std::vector<double> at = {x, y, 0.75};
        const double expected = evaluate_call(function, std::span(at).first(node.operand_count()));
        const BallValues point = {{x_, Ball::from(x)}, {y_, Ball::from(y)}, {z_, Ball::from(0.75)}};
        const Ball found = evaluate_balls({&node, 1}, point, 100)[0];
        ASSERT_EQ(std::isfinite(expected), found.is_finite()) << to_text(node) << " " << x << " " << y;
        if (!found.is_finite()) continue;
        EXPECT_NEAR(expected, found.to_double(), 1e-14 * (1 + std::abs(expected)))
            << to_text(node) << " " << x << " " << y;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 400);
}

}  // namespace
}  // namespace kinemate
