#include "expr/text/arrange.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class ArrangeTest : public ExprTest {
 protected:
  static std::string arranged(const char* text) {
    const Expr formula = parse(text);
    return to_text(arrange_products({&formula, 1})[0]);
  }
};

TEST_F(ArrangeTest, FactorsComeInOrder) {
  EXPECT_EQ(arranged("-l*cos(q)*m"), "-l*m*cos(q)");
  EXPECT_EQ(arranged("q'^2*(cos(q)*m)*(l*3)"), "3*l*m*cos(q)*q'^2");
  EXPECT_EQ(arranged("(b*a + c)*(y*x)"), "x*y*(c + a*b)");
  EXPECT_EQ(arranged("sin(b*a)/(d*c)"), "sin(a*b)/(c*d)");
}

TEST_F(ArrangeTest, FactorsOfOneBaseAreOne) {
  EXPECT_EQ(arranged("q*sin(p)*(q*cos(p))"), "q^2*sin(p)*cos(p)");
  EXPECT_EQ(arranged("(m*q)*(q*sin(p))"), "m*q^2*sin(p)");
  EXPECT_EQ(arranged("m*q*(l*(q*sin(p)))*(m*q)"), "l*m^2*q^3*sin(p)");
  EXPECT_EQ(arranged("(a*x)*(b/x)"), "a*b");
  EXPECT_EQ(arranged("(a*sqrt(2))*(b*sqrt(2))"), "2*a*b");
  EXPECT_EQ(arranged("(a*sqrt(x))*(b*x)"), "a*b*x*sqrt(x)");
}

TEST_F(ArrangeTest, WhatDividesComesLastAndTogether) {
  EXPECT_EQ(arranged("m/x^2*y*z"), "m*y*z/x^2");
  EXPECT_EQ(arranged("-x/y*x'"), "-x*x'/y");
  EXPECT_EQ(arranged("a/b/c*d"), "a*d/(b*c)");
  EXPECT_EQ(arranged("1/(c*b)*a/d"), "a/(b*c*d)");
  EXPECT_EQ(arranged("a/3/c*d"), "a*d/(3*c)");
  EXPECT_EQ(arranged("a/3/c/d*b"), "a*b/(3*c*d)");
  EXPECT_EQ(arranged("a/sqrt(x)*b/y^2"), "a*b/(sqrt(x)*y^2)");
  EXPECT_EQ(arranged("x*y/(x*z)"), "y/z");
  for (const char* text : {"m*y*z/x^2", "a*d/(b*c)", "1/(a*b)", "x^2*y/(2*z)"}) EXPECT_EQ(arranged(text), text);
}

}  // namespace
}  // namespace kinemate
