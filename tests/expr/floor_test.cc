#include "expr/floor.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, FloorsAreExact) {
  EXPECT_EQ(fold_floor(parse("-7/3")), Expr(-3));
  EXPECT_EQ(fold_floor(parse("22/7*pi")), Expr(9));
  EXPECT_EQ(fold_floor(parse("1e15*pi/10^15")), Expr(3));
  EXPECT_EQ(fold_floor(parse("step(x, y, z)")), parse("step(x, y, z)"));
  EXPECT_FALSE(fold_floor(parse("x")));
  EXPECT_FALSE(fold_floor(parse("sqrt(2)")));
}

TEST_F(ExprTest, RemaindersAreExact) {
  for (const char* x : {"7", "-7", "7/3", "-1/7", "0"}) {
    for (const char* y : {"3", "-3", "2/5", "-1/3"}) {
      const Expr a = parse(x), b = parse(y), found = *fold_mod(a, b);
      EXPECT_EQ(found, a - b * *fold_floor(a / b)) << x << " " << y;
      EXPECT_TRUE(found.is_zero() || found.rational().sign() == b.rational().sign()) << x << " " << y;
      EXPECT_TRUE((found / b).rational() < Rational(1)) << x << " " << y;
    }
  }
  EXPECT_EQ(fold_mod(parse("-q"), parse("2*q")), parse("q"));
  EXPECT_FALSE(fold_mod(parse("x"), parse("y")));
  EXPECT_THROW(fold_mod(parse("x"), Expr(0)), Error);
}

}  // namespace
}  // namespace kinemate
