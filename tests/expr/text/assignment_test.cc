#include "expr/text/assignment.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, AssignmentsAreRead) {
  Substitution substitution;
  parse_assignment("x = 2*y", {}, substitution);
  parse_assignment("q' = 3", {}, substitution);
  parse_assignment("FU($1, $2) = $1*$2 - $1", {}, substitution);
  parse_assignment("g(s)=sin(s)*a", {}, substitution);
  EXPECT_TRUE(substitution.symbols.at(x_) == parse("2*y"));
  EXPECT_TRUE(substitution.symbols.at(parse("q'")) == Expr(3));
  EXPECT_EQ(substitution.functions.at("FU").argument_count, 2u);
  EXPECT_TRUE(substitution.functions.at("g").body == parse("sin($1)*a"));
  for (const char* wrong : {"x", "x=", "=2", "x=3", "2=x", "x+y=2", "f(2)=x", "f(a,a)=x", "f'(x)=x", "z==2"}) {
    EXPECT_THROW(parse_assignment(wrong, {}, substitution), Error) << wrong;
  }
  try {
    parse_assignment("abc = 2*", {.source = "argument"}, substitution);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place->column, 9);
    EXPECT_EQ(error.place->excerpt, "abc = 2*");
  }
}

}  // namespace
}  // namespace kinemate
