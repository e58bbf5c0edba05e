#include "expr/evaluate.h"

#include <cmath>
#include <numbers>

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, EvaluatesInDoubles) {
  const Values point = {{x_, 0.5}, {y_, -2}};
  const auto value = [&](const char* text) { return evaluate(parse(text), point); };
  EXPECT_EQ(value("x*y + 1/4"), -0.75);
  EXPECT_EQ(value("y^2"), 4);
  EXPECT_EQ(value("y^3"), -8);
  EXPECT_EQ(value("1/y"), -0.5);
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("if(x < y, 1/0.1, sqrt(x))"), std::sqrt(0.5));
  EXPECT_EQ(value("step(0, x, 1) + min(x, y) + max(x, y) + sign(y)"), -1.5);
  EXPECT_EQ(value("comb(4 + 2*x, 2)*factorial(2*x + 2)"), 60);
  EXPECT_EQ(value("cbrt(4*y)"), -2);
  EXPECT_NEAR(value("log2(8*x) + log10(20*x)"), 3, 1e-15);
  EXPECT_EQ(value("floor(y - x) + ceil(y - x)"), -5);
  EXPECT_EQ(value("mod(7*x, y)"), -0.5);
  EXPECT_EQ(value("mod(3*y + x, x + 1.5)"), 0.5);
  EXPECT_EQ(value("noEvent(if(x < y, 1, y*x))"), -1);
  EXPECT_EQ(value("(x == 0.5) + (x != 1/2) + (y <= -2 and x < 1)"), 2);
}

TEST_F(ExprTest, EvaluationSaysWhatIsMissingOrUndefined) {
  EXPECT_EQ(message_of([&] { evaluate(x_ + y_, {{x_, 1}}); }), "y has no value");
  EXPECT_EQ(message_of([&] { evaluate(parse("f(x)"), {{x_, 1}}); }), "f(x) has no value");
  EXPECT_EQ(evaluate(parse("f(x)"), {{parse("f(x)"), 7.0}, {x_, 1.0}}), 7);
  try {
    evaluate(parse("y + sin(log(x - 2))"), {{x_, 1}, {y_, 1}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kNumerical);
    EXPECT_NE(error.message.find("log(x - 2)"), std::string::npos) << error.message;
    EXPECT_NE(error.message.find("-1"), std::string::npos) << error.message;
  }
  EXPECT_NE(message_of([&] {
              evaluate(parse("if(x > 0, 1/y, log(y))"), {{x_, 1}, {y_, 0}});
            }).find("1/y"),
            std::string::npos);
  for (const char* text :
       {"min(1, sqrt(x))", "if(sqrt(x) < 1, 2, 3)", "exp(1/(x + 1)^2)", "sign(log(x))", "atan(1/(x + 1))"}) {
    EXPECT_NE(message_of([&] { evaluate(parse(text), {{x_, -1}}); }), "") << text;
  }
  EXPECT_NE(message_of([&] { evaluate(parse("exp(x)"), {{x_, 1e4}}); }).find("exp(x)"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
