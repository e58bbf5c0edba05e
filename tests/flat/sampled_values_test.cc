#include "flat/sampled_values.h"

#include "expr/ball.h"
#include "flat/fixture.h"

namespace kinemate {
namespace {

class SampledValuesTest : public FlatTest {
 protected:
  SampledValues samples_{{}};

  // The symbols of a formula at one of the points.
  Values point(Expr formula, std::size_t k) {
    Values values;
    for (Expr symbol : free_symbols(formula)) values[symbol] = samples_.at(symbol)[k].value;
    return values;
  }
};

TEST_F(SampledValuesTest, PointsAreChosenByNames) {
  SampledValues given({{make_symbol("a"), -4}});
  EXPECT_EQ(given.at(make_symbol("a"))[0].value, -4);
  int below_zero = 0;
  for (int i = 0; i < 60; ++i) {
    const Expr symbol = make_symbol(fmt::format("x{}", i));
    const SampledValues::Samples& at = given.at(symbol);
    for (std::size_t k = 0; k < SampledValues::kSensible; ++k) {
      EXPECT_GE(at[k].value, 0.3);
      EXPECT_LE(at[k].value, 1.7);
    }
    EXPECT_NE(at[0].value, at[1].value);
    EXPECT_NE(at[1].value, at[2].value);
    below_zero += at[2].value < 0 ? 1 : 0;
    EXPECT_EQ(samples_.at(symbol)[1].value, at[1].value);  // another object, the same point
  }
  EXPECT_GT(below_zero, 15);
  EXPECT_LT(below_zero, 45);
  EXPECT_GT(given.at(make_symbol("a"))[1].value, 0);
}

TEST_F(SampledValuesTest, ValuesAreThoseOfEvaluate) {
  for (const char* text : {"a + b*c", "a/b - c", "a^2 + b^3 - c^(1/2)", "sin(a)*exp(b)", "max(a, b) + pi",
                           "if(a < b, a, c)", "atan2(a, b)^2", "1/(1 + 1/a)"}) {
    const Expr formula = parse(text);
    for (std::size_t k = 0; k < SampledValues::kSensible; ++k) {
      const SampledValues::Sample sample = samples_.at(formula)[k];
      const double expected = evaluate(formula, point(formula, k));
      EXPECT_NEAR(sample.value, expected, 1e-14 * std::abs(expected)) << text;
      EXPECT_LT(sample.error, 1e-13 * std::abs(expected)) << text;
      EXPECT_GT(sample.error, 0) << text;
    }
  }
}

// The bounds of errors hold: against values of many digits.
TEST_F(SampledValuesTest, ErrorsAreBounds) {
  for (const char* text : {"a + b - (b + a*(1 + 1/10^9))", "(a + 1)^2 - a^2 - 2*a", "sin(a)^2 + cos(a)^2 - 999/1000",
                           "1/(a - a*999/1000)", "sqrt(a) - sqrt(a + 1/10^6)", "tan(3*a)/(b - c)", "log(1 + a/10^5)"}) {
    const Expr formula = parse(text);
    for (std::size_t k = 0; k < SampledValues::kPoints; ++k) {
      BallValues values;
      for (const auto& [symbol, value] : point(formula, k)) values.emplace(symbol, Ball::from(value));
      const SampledValues::Sample sample = samples_.at(formula)[k];
      const Ball ball = evaluate_balls({&formula, 1}, values, 200)[0];
      if (!ball.is_finite()) continue;
      const double expected = ball.to_double();
      EXPECT_LE(std::abs(sample.value - expected), sample.error) << text << " at " << k;
    }
  }
}

TEST_F(SampledValuesTest, WhatIsZero) {
  for (const char* text : {"0", "sin(a)^2 + cos(a)^2 - 1", "(a + b)^2 - a^2 - 2*a*b - b^2", "a/(a + b) + b/(a + b) - 1",
                           "sin(2*a) - 2*sin(a)*cos(a)", "sqrt(a^2) - abs(a)", "exp(a + b) - exp(a)*exp(b)",
                           "cos(a + b) - cos(a)*cos(b) + sin(a)*sin(b)", "if(a < b, 1, 0)*if(a < b, 0, 1)"})
    EXPECT_TRUE(samples_.is_zero(parse(text))) << text;
  for (const char* text : {"1", "a", "a - b", "sin(a)^2 + cos(a)^2 - 2", "a^2 - 10^(-40)*a", "a*10^(-60)",
                           "(a + b)^2 - a^2 - 2*a*b - b^2 + 10^(-30)*a", "if(a < b, 1, 0)", "sqrt(a^2) - a",
                           "abs(a) - a", "sin(a) - a + a^3/6"})
    EXPECT_FALSE(samples_.is_zero(parse(text))) << text;
}

// Where a number is rounded, what is small beside its terms counts as zero; of what has become one number, if it is
// known what it came from.
TEST_F(SampledValuesTest, RoundedNumbersAreAsGoodAsTheyTell) {
  const Expr third = make_real(1.0 / 3), a = make_symbol("a"), b = make_symbol("b");
  EXPECT_TRUE(samples_.is_zero(third * (a + b) - third * a - third * b));
  EXPECT_FALSE(samples_.is_zero(a * third - a / Expr(4)));
  EXPECT_FALSE(samples_.is_zero(make_real(1e-30) * a));
  const Expr sum = make_real(0.1) * a + make_real(0.2) * a, same = make_real(0.3) * a;
  EXPECT_FALSE(samples_.is_zero(sum - same));
  EXPECT_TRUE(samples_.cancel(sum, same));
  EXPECT_TRUE(samples_.cancel(make_real(0.1 + 0.2), make_real(0.3)));
  EXPECT_FALSE(samples_.cancel(make_real(0.3), make_real(0.3 + 1e-10)));
  EXPECT_FALSE(samples_.cancel(make_real(0.3) * a, make_real(0.3) * b));
}

// Exact numbers lose nothing.
TEST_F(SampledValuesTest, WhatCancels) {
  EXPECT_TRUE(samples_.cancel(parse("(a + 1)^2"), parse("a^2 + 2*a + 1")));
  EXPECT_FALSE(samples_.cancel(parse("a"), parse("a + 10^(-40)")));
  EXPECT_TRUE(samples_.cancel(Expr(0), parse("1 - sin(a)^2 - cos(a)^2")));
}

// A value that is given and happens to be a root is not taken for more.
TEST_F(SampledValuesTest, ARootIsNoZero) {
  SampledValues given({{make_symbol("a"), 2}});
  EXPECT_EQ(given.at(parse("a - 2"))[0].value, 0);
  EXPECT_FALSE(given.is_zero(parse("a - 2")));
  EXPECT_FALSE(given.is_zero(parse("1/(a - 2)")));
}

TEST_F(SampledValuesTest, DeepFormulas) {
  Expr sum = make_symbol("a");
  for (int i = 0; i < 200'000; ++i) sum = cos(sum);
  EXPECT_NEAR(samples_.at(sum)[0].value, 0.7390851332151607, 1e-12);
}

}  // namespace
}  // namespace kinemate
