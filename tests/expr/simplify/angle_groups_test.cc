#include "expr/simplify/angle_groups.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, TermsAreGroupedByAngles) {
  const auto groups = [](const char* text) {
    std::string result;
    for (const Expr group : split_by_angles(parse(text))) result += to_text(group) + " | ";
    return result;
  };
  EXPECT_EQ(groups("sin(a)*cos(a) + x + cos(b)^2 + y"), "cos(b)^2 | sin(a)*cos(a) | x + y | ");
  EXPECT_EQ(groups("sin(a) + cos(b) + cos(a + b)"), "sin(a) + cos(a + b) + cos(b) | ");
  EXPECT_EQ(groups("x*y"), "x*y | ");
  EXPECT_EQ(groups("0"), "0 | ");
}

}  // namespace
}  // namespace kinemate
