#include "analysis/switches.h"

#include "analysis/replace.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, SwitchesAreWhatTheirNodeIsOnBothSides) {
  for (const char* text :
       {"sign(x)", "abs(x)", "step(x)", "min(x, 1)", "max(2, x)", "x < 1", "1 <= x", "if(x < 1, 3, x^2)"}) {
    const Expr f = parse(text);
    const std::vector<Switch> found = find_switches({&f, 1});
    ASSERT_EQ(found.size(), 1u) << text;
    for (const double x : {-2.5, 0.5, 1.5, 7.0}) {
      const bool above = evaluate(found[0].argument, {{x_, x}}) > 0;
      const Expr side = replace(f, {{found[0].node, above ? found[0].above : found[0].below}});
      EXPECT_EQ(evaluate(side, {{x_, x}}), evaluate(f, {{x_, x}})) << text << " at " << x;
    }
  }
}

TEST_F(ExprTest, SwitchesThatJump) {
  const Expr f = parse("sign(x)*abs(y) + step(z) + max(x, y)");
  int jumps = 0;
  for (const Switch& found : find_switches({&f, 1})) jumps += found.jumps ? 1 : 0;
  EXPECT_EQ(jumps, 2);
}

TEST_F(ExprTest, FloorsAndRemaindersJumpRepeatedly) {
  EXPECT_TRUE(jumps_repeatedly(parse("y*floor(2*x)"), x_));
  EXPECT_TRUE(jumps_repeatedly(parse("sin(mod(y, x))"), x_));
  EXPECT_FALSE(jumps_repeatedly(parse("x*floor(y) + step(x)"), x_));
  EXPECT_EQ(open_windows(parse("noEvent(x < y)*noEvent(step(x + y))")), parse("(x < y)*step(x + y)"));
}

TEST_F(ExprTest, CrossingsAreFoundForLinearArguments) {
  EXPECT_EQ(find_crossing(parse("2*x - 6"), x_), Expr(3));
  EXPECT_TRUE(test_zero(*find_crossing(parse("a*(x - y) + x"), x_) - parse("a*y/(a + 1)")).zero);
  EXPECT_FALSE(find_crossing(parse("x^2 - 1"), x_));
  EXPECT_FALSE(find_crossing(parse("y"), x_));
}

TEST_F(ExprTest, AbsoluteValuesStandForSwitches) {
  EXPECT_EQ(with_absolute_values(parse("sign(x)"), x_), parse("abs(x)/x"));
  EXPECT_EQ(with_absolute_values(parse("sign(y)"), x_), parse("sign(y)"));
  for (const char* text : {"sign(x - 1)", "step(x)", "step(-1, x, 2)", "min(x, 1)", "max(x^2, x)"}) {
    const Expr f = parse(text);
    for (const double x : {-2.5, -0.5, 0.5, 1.5, 7.0})
      EXPECT_NEAR(evaluate(with_absolute_values(f, x_), {{x_, x}}), evaluate(f, {{x_, x}}), 1e-14) << text << " " << x;
  }
}

TEST_F(ExprTest, ConditionsBecomeAbsoluteValues) {
  for (const char* text : {"if(x < 1, 3, x^2)", "if(1 <= x, if(x < 2, x, 0), 5)", "(x < 1)*x"}) {
    const Expr plain = without_conditions(parse(text), x_);
    for (const double x : {-2.5, 0.5, 1.5, 7.0}) {
      EXPECT_NEAR(evaluate(plain, {{x_, x}}), evaluate(parse(text), {{x_, x}}), 1e-14) << text << " at " << x;
    }
    for (const Switch& found : find_switches({&plain, 1})) EXPECT_TRUE(found.node.is_call(Function::kAbs));
  }
  EXPECT_EQ(without_conditions(parse("if(y < 1, x, 2)"), z_), parse("if(y < 1, x, 2)"));
}

TEST_F(ExprTest, ZerosAlmostEverywhereAreProven) {
  for (const char* text : {"sign(x)^2 - 1", "sign(x)*abs(x) - x", "sign(x)/abs(x) - 1/x",
                           "max(x, y) + min(x, y) - x - y", "step(x) + step(-x) - 1"}) {
    const ZeroTest test = test_zero_almost_everywhere(parse(text));
    EXPECT_TRUE(test.zero && test.is_proof()) << text;
  }
  EXPECT_FALSE(test_zero_almost_everywhere(parse("sign(x) - 1")).zero);
}

TEST_F(ExprTest, NeverNegativeIsSaidOnlyOfWhatIsNot) {
  for (const char* text : {"x^2 + y^2", "exp(x)", "abs(x)*y^4 + 1", "sqrt(x)", "3", "2*cosh(x)", "(x^2 + 1)^3"})
    EXPECT_TRUE(is_never_negative(parse(text))) << text;
  for (const char* text : {"x", "x^2 - 1", "x^3", "-exp(x)", "-x^2", "x*y", "f(x)", "sin(x)"})
    EXPECT_FALSE(is_never_negative(parse(text))) << text;
}

}  // namespace
}  // namespace kinemate
