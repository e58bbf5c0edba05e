#include "expr/normal/zero_test.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

using Method = ZeroTest::Method;

TEST_F(ExprTest, ZerosAreDecided) {
  struct Row {
    const char* text;
    bool zero;
    Method method;
  };
  for (const Row& row :
       {Row{"0", true, Method::kNormalForm},
        {"sin(2*x) - 2*sin(x)*cos(x)", true, Method::kNormalForm},
        {"x - y", false, Method::kValue},
        {"f(x + y - x) - f(y)", true, Method::kNormalForm},
        {"(a + b + c + d + e + f + 1)^40*(a + b + c + d + e + f - 1)^40 - ((a + b + c + d + e + f)^2 - 1)^40", true,
         Method::kModular},
        {"(a + b + c + d + e + f + 1)^40*(a + b + c + d + e + f - 1)^40 - ((a + b + c + d + e + f)^2 - 1)^40 + 1",
         false, Method::kValue},
        {"cosh(x)^2 - sinh(x)^2 - 1", true, Method::kPrecision},
        {"sqrt(x)*sqrt(y) - sqrt(x*y)", true, Method::kPrecision},
        {"atan(x) + atan(1/x) - pi/2", false, Method::kValue},  // -pi for x < 0
        {"abs(x) - x", false, Method::kValue},
        {"sqrt(x^2) - abs(x)", true, Method::kNormalForm},
        {"exp(x + y) - exp(x)*exp(y)", true, Method::kPrecision},
        {"if(x < 100000, 0, 1)", false, Method::kUndecided},
        {"log(-1 - x^2)", false, Method::kUndecided},
        {"sqrt(sin(x)) + abs(x) - sqrt(sin(x)) - x", false, Method::kValue},
        {"max(x, 1000) - 1000", false, Method::kValue},
        {"cos(asin(x)) - sqrt(1 - x^2)", true, Method::kPrecision},
        {"sin(sin(2*x)) - sin(2*sin(x)*cos(x))", true, Method::kPrecision}}) {
    const ZeroTest test = test_zero(parse(row.text));
    EXPECT_EQ(test.zero, row.zero) << row.text;
    EXPECT_EQ(test.method, row.method) << row.text << ": " << describe(test);
  }
  EXPECT_TRUE(test_zero(parse("sin(2*x) - 2*sin(x)*cos(x)")).is_proof());
  EXPECT_FALSE(test_zero(parse("cosh(x)^2 - sinh(x)^2 - 1")).is_proof());
}

// Branches that no point takes count as those that points take.
TEST_F(ExprTest, SeldomBranchesAreNoZeros) {
  for (const char* text :
       {"if(t > 5 and t < 51/10, 100, 0)", "100*step(5, t, 51/10)", "max(0, 1/100 - abs(t - 5))",
        "(abs(t - 5) + t - 5)*(abs(51/10 - t) + 51/10 - t)", "if(x == 1, 100, 0)", "if(x > 10^7, k*(x - 10^7), 0)",
        "if(t > 5, if(t < 51/10, f(t), 0), 0)", "(1 + sign(t - 5))*(1 - sign(t - 51/10))"})
    EXPECT_FALSE(test_zero(parse(text)).zero) << text;
  for (const char* text :
       {"if(x > 0, 1, 0) + if(x <= 0, 1, 0) - 1", "max(x, y) + min(x, y) - x - y", "sign(x)*abs(x) - x",
        "abs(x*y) - abs(x)*abs(y)", "if(t > 5 and t < 4, 100, 0)", "max(x, y) - (x + y + abs(x - y))/2",
        "if(x^2 < 0, 1, 0)", "sqrt((x*cos(y) - z*cos(y))^2 + (x*sin(y) - z*sin(y))^2) - (x - z)*sign(x - z)"})
    EXPECT_TRUE(test_zero(parse(text)).zero) << text;
}

TEST_F(ExprTest, ArgumentsBeyondTheBudgetAreNotTakenForDifferent) {
  for (const char* text : {"f((a + b + c + d)^40) - f(((a + b + c + d)^20)^2*1 + z - z)",
                           "f((x + y)*(x - y)) - f(x^2 - y^2)", "sin((x + y)*(x - y)) - sin(x^2 - y^2)"}) {
    const ZeroTest test = test_zero(parse(text), {.work = 10});
    EXPECT_TRUE(test.zero) << text;
    EXPECT_FALSE(test.is_proof()) << text << " " << describe(test);
  }
}

TEST_F(ExprTest, SmallBudgetsAnswerTooButSayHow) {
  const ZeroTest test = test_zero(parse("sin(x + y)^2 + cos(x + y)^2 - 1"), {.work = 1});
  EXPECT_TRUE(test.zero);
  EXPECT_NE(test.method, Method::kNormalForm);
}

}  // namespace
}  // namespace kinemate
