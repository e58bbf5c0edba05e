#include "expr/substitute.h"

#include "expr/fixture.h"
#include "expr/text/assignment.h"

namespace kinemate {
namespace {

Expr replaced(const char* formula, const std::vector<const char*>& assignments) {
  Substitution substitution;
  for (const char* text : assignments) parse_assignment(text, {}, substitution);
  return substitute(parse(formula), substitution);
}

TEST_F(ExprTest, SubstitutionIsSimultaneous) {
  EXPECT_TRUE(replaced("x - 2*y", {"x=y", "y=x"}) == parse("y - 2*x"));
  EXPECT_TRUE(replaced("x + x'", {"x=3"}) == parse("3 + x'"));
  EXPECT_TRUE(replaced("sin(x)", {"x=pi/2"}).is_one());
  EXPECT_TRUE(replaced("x + y", {}) == x_ + y_);
}

TEST_F(ExprTest, FunctionsAreReplacedByTemplates) {
  EXPECT_TRUE(replaced("FU(A, A - B^2, C)", {"FU($1,$2,$3) = $1*$2 - $3"}) ==
              parse("A*(A - B^2) - C"));  // LAGR, section 6.4
  EXPECT_TRUE(replaced("FU(a, b)", {"FU($1,$2) = $1*$2 - $1"}) == parse("a*b - a"));
  EXPECT_TRUE(replaced("f'(2*x)", {"f(s) = s^3"}) == parse("3*(2*x)^2"));
  EXPECT_TRUE(replaced("f'[1,1](x, y)", {"f(a,b) = sin(a)*b^2"}) == parse("2*y*cos(x)"));
  EXPECT_TRUE(replaced("f(f(x))", {"f($1) = $1 + 1"}) == parse("x + 2"));
  EXPECT_TRUE(replaced("f(x)", {"f($1) = $1*y", "y = 7", "x = z"}) == parse("z*y"));  // what is put in stays
  EXPECT_TRUE(replaced("f(x)*g(x)", {"f($1) = g($1)", "g($1) = 2"}) == parse("2*g(x)"));
  EXPECT_THROW(replaced("f(x, y)", {"f($1) = $1"}), Error);
  EXPECT_TRUE(replaced("f(x) + f'(x)", {"f(t) = 0"}).is_zero());
}

TEST_F(ExprTest, SubstitutionRefusesWhatItMakesUndefined) {
  EXPECT_THROW(replaced("1/x", {"x=0"}), Error);
  EXPECT_THROW(replaced("log(x)", {"x=y-y"}), Error);
}

TEST_F(ExprTest, RebuildAppliesTheSameOperation) {
  for (const char* text : {"x + y", "x*y", "x^y", "sin(x)", "f'[1,0](x, y)", "if(x, y, z)"}) {
    const Expr e = parse(text);
    std::vector<Expr> operands;
    for (std::size_t i = 0; i < e.operand_count(); ++i) operands.push_back(e.operand(i));
    EXPECT_TRUE(rebuild(e, operands) == e) << text;
  }
  EXPECT_TRUE(rebuild(x_, {}) == x_);
}

}  // namespace
}  // namespace kinemate
