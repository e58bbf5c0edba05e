#include "study/linear/time_terms.h"

#include <gtest/gtest.h>

#include "expr/normal/zero_test.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class TimeTermsTest : public StudyTest {
 protected:
  static void expect_parts(const std::string& formula, const std::string& mean, const std::string& rest) {
    const Expr whole = parse(formula);
    const PartedFormula parted = part_time({&whole, 1})[0];
    EXPECT_TRUE(test_zero(parted.without - parse(mean)).zero) << formula;
    EXPECT_TRUE(test_zero(parted.with - parse(rest)).zero) << formula;
  }
};

// However a formula is written, what holds no time is its mean.
TEST_F(TimeTermsTest, TheMean) {
  expect_parts("k*x + F*cos(w*t)", "k*x", "F*cos(w*t)");
  expect_parts("a*cos(2*w*t)", "0", "a*cos(2*w*t)");
  expect_parts("a*cos(w*t)^2", "a/2", "a*cos(2*w*t)/2");
  expect_parts("(b + sin(w*t))^2*x", "b^2*x + x/2", "2*b*sin(w*t)*x - cos(2*w*t)*x/2");
  expect_parts("sin(w*t + q)*cos(w*t)", "sin(q)/2", "sin(2*w*t + q)/2");
  expect_parts("x*t^2 + y", "y", "x*t^2");
  expect_parts("m*(sin(w*t)^2 + cos(w*t)^2)", "m", "0");
  expect_parts("q + f(t)*q", "q", "f(t)*q");
  expect_parts("k*x + g + g/(2 + cos(w*t))", "k*x + g", "g/(2 + cos(w*t))");
  expect_parts("c*cos(w*t)^2 + sqrt(1 + t^2)", "c/2", "c*cos(2*w*t)/2 + sqrt(1 + t^2)");
}

TEST_F(TimeTermsTest, WhatMayHaveAMean) {
  for (const char* text :
       {"g/(2 + cos(t))", "sqrt(1 + sin(t)^2)", "cos(a*sin(t))", "cos(t)^2", "sin(t)*cos(2*t)*q", "sin(f(t))"})
    EXPECT_TRUE(hides_mean(parse(text))) << text;
  for (const char* text : {"sin(3*t + q)", "q*t", "f(t)*q", "exp(-t)", "cos(t)/(1 + q^2)", "if(t > 5, 1, 0)", "q^2"})
    EXPECT_FALSE(hides_mean(parse(text))) << text;
  const std::vector<Expr> q = {make_symbol("q")};
  EXPECT_FALSE(hides_mean(parse("g/(2 + cos(t)) + q*sin(t)"), q));
  EXPECT_TRUE(hides_mean(parse("g + q/(2 + cos(t))"), q));
}

// Where the time moves what positions stand in, nothing of them stays.
TEST_F(TimeTermsTest, WhatSwingsWithin) {
  const std::vector<Expr> q = {make_symbol("q")};
  for (const char* text : {"sin(q - a*cos(4*t))", "m*x*cos(q + t^2)", "sqrt(q^2 + (l - cos(t))^2)", "1/(q + sin(t))"})
    EXPECT_TRUE(swings_within(parse(text), q)) << text;
  for (const char* text :
       {"sin(q + 3*t)", "cos(q)*cos(a*sin(t))", "exp(-t)", "q*F(t)", "(q + sin(t))^2", "sin(q)*t", "sin(q)"})
    EXPECT_FALSE(swings_within(parse(text), q)) << text;
}

}  // namespace
}  // namespace kinemate
