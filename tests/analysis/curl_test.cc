#include "analysis/curl.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

using Verdict = PotentialAnswer::Verdict;

class CurlTest : public ExprTest {
 protected:
  PotentialAnswer decide(const char* first, const char* second, const char* third = "0") {
    const std::vector<Expr> forces = {parse(first), parse(second), parse(third)}, variables = {x_, y_, z_};
    return decide_potential(forces, variables);
  }
};

TEST_F(CurlTest, NamesTheFirstPairThatFails) {
  const PotentialAnswer answer = decide("y", "x + 2*z", "y");
  ASSERT_EQ(answer.verdict, Verdict::kRefuted);
  EXPECT_EQ(answer.obstacle->first, 1u);
  EXPECT_EQ(answer.obstacle->second, 2u);
  EXPECT_EQ(answer.obstacle->curl, Expr(1));
  EXPECT_TRUE(answer.test.is_proof());
  EXPECT_EQ(decide("y", "x + 2*z", "2*y").verdict, Verdict::kNoFormula);
}

TEST_F(CurlTest, SaysHowItIsKnown) {
  EXPECT_TRUE(decide("sin(x + y)", "sin(x + y)").test.is_proof());
  EXPECT_EQ(decide("exp(x)*exp(y)", "exp(x + y)").test.method, ZeroTest::Method::kPrecision);
}

TEST_F(CurlTest, JumpsMustBeNormalToTheirSurface) {
  const PotentialAnswer answer = decide("sign(y)", "0");  // no curl but at y = 0
  ASSERT_EQ(answer.verdict, Verdict::kRefuted);
  EXPECT_EQ(answer.obstacle->surface, y_);
  EXPECT_EQ(decide("0", "sign(y)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("sign(x - y)", "-sign(x - y)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("sign(x - y)", "sign(x - y)").verdict, Verdict::kRefuted);
  // one surface by different names
  EXPECT_EQ(decide("-sign(x - y)", "-sign(y - x)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("-sign(x - y)", "sign(2*y - 2*x)").verdict, Verdict::kRefuted);
  EXPECT_EQ(decide("if(x < y, 1, 0)", "if(y < x, 1, 0)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("y*sign(x)", "abs(x)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("x*sign(x^2 + y^2 - 1)", "y*sign(x^2 + y^2 - 1)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("if(x < y, x, y)", "0").verdict, Verdict::kRefuted);
  EXPECT_EQ(decide("if(x < y, 0, x - y)", "if(x < y, 0, y - x)").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("sign(sin(x + y))", "0").verdict, Verdict::kUndecided);  // nobody solves for its surface
}

TEST_F(CurlTest, WhatHasNoDerivativeIsUndecided) {
  EXPECT_EQ(decide("factorial(y)", "x").verdict, Verdict::kUndecided);
  EXPECT_EQ(decide("floor(x + y)", "0").verdict, Verdict::kUndecided);  // its curl is 0 but where it jumps
  EXPECT_EQ(decide("0", "mod(x, y)").verdict, Verdict::kUndecided);
  EXPECT_EQ(decide("a*floor(b)*y", "a*floor(b)*x").verdict, Verdict::kNoFormula);
  EXPECT_EQ(decide("noEvent(if(y < 0, 1, 2))", "0").verdict, Verdict::kRefuted);
}

}  // namespace
}  // namespace kinemate
