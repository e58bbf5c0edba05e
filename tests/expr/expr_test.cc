#include "expr/expr.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, KnowsItsParts) {
  EXPECT_EQ(Expr().rational(), Rational(0));
  EXPECT_TRUE(Expr(1).is_one());
  EXPECT_EQ(make_symbol("q", 2).primes(), 2);
  EXPECT_EQ(x_.name(), "x");
  EXPECT_EQ(sin(x_).function(), Function::kSin);
  EXPECT_TRUE(sin(x_).is_call(Function::kSin));
  EXPECT_EQ(make_real(0.25).real(), 0.25);
  EXPECT_TRUE(make_real(1.0).is_one());
  EXPECT_TRUE(make_real(-0.0).is_zero());
  EXPECT_TRUE(make_real(-1.0) == Expr(-1));
  EXPECT_TRUE(parse(to_text(parse("real(0.-1)*x"))) == parse("real(0.-1)*x"));
  const Expr f = parse("f'[1,0](x, y)");
  EXPECT_EQ(f.orders()[0], 1);
  EXPECT_TRUE(f.operand(1) == y_);
  EXPECT_THROW(x_.operand(0), CheckFailure);
  EXPECT_THROW(x_.function(), CheckFailure);
  EXPECT_THROW(x_.rational(), CheckFailure);
}

TEST_F(ExprTest, SplitsNumbersAndPowers) {
  const Scaled product = split_number(parse("-3*x*y"));
  EXPECT_TRUE(product.number == Expr(-3) && product.rest == x_ * y_);
  const Scaled plain = split_number(x_);
  EXPECT_TRUE(plain.number.is_one() && plain.rest == x_);
  const Scaled number = split_number(Expr(7));
  EXPECT_TRUE(number.number == Expr(7) && number.rest.is_one());
  EXPECT_EQ(split_power(parse("1/x^2")).exponent, Rational(-2));
  EXPECT_TRUE(split_power(parse("x^y")).exponent.is_one());
  EXPECT_TRUE(is_negative(parse("-x")));
  EXPECT_TRUE(is_negative(parse("-real(0.5)*x")));
  EXPECT_FALSE(is_negative(parse("x - y")));
}

}  // namespace
}  // namespace kinemate
