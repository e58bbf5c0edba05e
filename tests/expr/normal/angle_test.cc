#include "expr/normal/angle.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, ArgumentsAreSumsOfAngles) {
  const AngleSum sum = split_angles(parse("2*x - y/3 + x*y + pi/4 + 5"));
  EXPECT_EQ(sum.multiples.size(), 4u);
  EXPECT_EQ(sum.multiples.at(x_), Rational(2));
  EXPECT_EQ(sum.multiples.at(y_), Rational(-1, 3));
  EXPECT_EQ(sum.multiples.at(x_ * y_), Rational(1));
  EXPECT_EQ(sum.multiples.at(Expr(1)), Rational(5));
  EXPECT_EQ(sum.turn, Rational(1, 4));
  EXPECT_TRUE(split_angles(parse("x + y - x")).multiples.size() == 1);
  EXPECT_EQ(split_angles(parse("a+b+c+d+e+f+g+h")).multiples.size(), 1u);  // too many: one angle by itself
}

TEST_F(ExprTest, AnglesHaveACommonPart) {
  AngleTable table;
  table.add(split_angles(parse("x/2 + 100*y")));
  table.add(split_angles(parse("x/3 - 300*y")));
  EXPECT_EQ(table.parts().at(x_), Rational(1, 6));
  EXPECT_EQ(table.parts().at(y_), Rational(100));
}

}  // namespace
}  // namespace kinemate
