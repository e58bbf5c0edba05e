#include "expr/simplify/forms.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, Expanded) {
  const Rewrite table[] = {
      {"(a + b)^2", "a^2 + 2*a*b + b^2"},
      {"(a + b)*(a - b)", "a^2 - b^2"},
      {"(x + 1)/(y + 1)", "x/(y + 1) + 1/(y + 1)"},
      {"sin((a + b)^2)", "sin(a^2 + 2*a*b + b^2)"},
      {"x + y - x", "y"},
      {"(sin(x) + 1)^2", "sin(x)^2 + 2*sin(x) + 1"},
      {"a*(b + c/a)", "a*b + c"},
      {"sqrt(x)*(sqrt(x) + 1)", "x + sqrt(x)"},
  };
  for (const Rewrite& row : table)
    EXPECT_TRUE(expand(parse(row.input)) == expand(parse(row.expected)))
        << row.input << ": " << to_text(expand(parse(row.input)));
  EXPECT_EQ(to_text(expand(parse("(a + b)^2"))), "a^2 + 2*a*b + b^2");
  EXPECT_EQ(to_text(expand(parse("(x + 1)/(y + 1)"))), "1/(y + 1) + x/(y + 1)");
}

TEST_F(ExprTest, FactoredAndCollected) {
  const Rewrite factored[] = {{"x^2 - y^2", "(x + y)*(x - y)"},
                              {"x^3*a + x^2*a", "a*x^2*(x + 1)"},
                              {"1/x + 1/y", "(x + y)/(x*y)"},
                              {"sin(x)^2 - 1", "(sin(x) + 1)*(sin(x) - 1)"},
                              {"sqrt(x^2 + 2*x*y + y^2)", "abs(x + y)"}};
  for (const Rewrite& row : factored)
    EXPECT_TRUE(factor(parse(row.input)) == parse(row.expected))
        << row.input << ": " << to_text(factor(parse(row.input)));
  EXPECT_TRUE(collect(parse("a*x^2 + b*x + c*x^2"), std::vector<Expr>{x_}) == parse("(a + c)*x^2 + b*x"));
}

TEST_F(ExprTest, FormsThatAreTooLargeAreRefused) {
  EXPECT_NE(message_of([] { expand(parse("(a + b + c + d + e + f + g)^60")); }).find("too large"), std::string::npos);
  EXPECT_NE(message_of([] { expand(parse("(a + b)^10"), 5); }).find("too large"), std::string::npos);
  EXPECT_THROW(factor(parse("1/(x*(y + z) - x*y - x*z)")), Error);
}

}  // namespace
}  // namespace kinemate
