#include "analysis/replace.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, ReplaceTakesNodesWhereverTheyStand) {
  const Expr f = parse("sin(x + y)*abs(x) + abs(x)^3");
  EXPECT_EQ(replace(f, {{parse("abs(x)"), z_}}), parse("sin(x + y)*z + z^3"));
  EXPECT_EQ(replace(f, {{x_, y_}, {y_, x_}}), parse("sin(x + y)*abs(y) + abs(y)^3"));  // at once
  EXPECT_EQ(replace(f, {{f, x_}}), x_);
  EXPECT_EQ(replace(f, {}), f);
}

TEST_F(ExprTest, DependsOnSymbolsNotOnTheirDerivatives) {
  EXPECT_TRUE(depends_on(parse("f(2*x)"), x_));
  EXPECT_FALSE(depends_on(parse("x' + y"), x_));
}

}  // namespace
}  // namespace kinemate
