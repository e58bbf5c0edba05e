#include "expr/rational.h"

#include <cmath>
#include <limits>

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST(Rational, ComputesExactly) {
  const Rational third(1, 3), half(1, 2);
  EXPECT_EQ((third + half).to_string(), "5/6");
  EXPECT_EQ((third - half).to_string(), "-1/6");
  EXPECT_EQ((third * half).to_string(), "1/6");
  EXPECT_EQ((third / half).to_string(), "2/3");
  EXPECT_EQ(Rational(2, 4), half);
  EXPECT_EQ(Rational(-7, 2).floor().to_string(), "-4");
  EXPECT_TRUE(third < half);
  EXPECT_EQ(power(Rational(2, 3), -3).to_string(), "27/8");
  EXPECT_EQ(power(Rational(-1), std::numeric_limits<long>::min()).to_string(), "1");
  EXPECT_EQ(factorial(20).to_string(), "2432902008176640000");
}

TEST(Rational, RefusesInsteadOfAborting) {
  EXPECT_THROW(Rational(1) / Rational(0), Error);
  EXPECT_THROW(power(Rational(0), -1), Error);
  EXPECT_THROW(power(Rational(2), 1'000'000), Error);
  EXPECT_THROW(power(Rational(2), -1'000'000), Error);
  EXPECT_THROW(power(Rational(3), std::numeric_limits<long>::min()), Error);
  EXPECT_THROW(factorial(-1), Error);
  EXPECT_THROW(factorial(5001), Error);
  const Rational large = power(Rational(2), 40'000);
  EXPECT_THROW(large * large, Error);
}

TEST(Rational, ReadsDecimals) {
  EXPECT_EQ(Rational::from_decimal("31", -2).to_string(), "31/100");
  EXPECT_EQ(Rational::from_decimal("12345678901234567890123", 0).to_string(), "12345678901234567890123");
  EXPECT_EQ(Rational::from_decimal("0", -9999).to_string(), "0");
  EXPECT_THROW(Rational::from_decimal(std::string(30'000, '9'), 0), Error);
}

TEST(Rational, TakesExactRoots) {
  EXPECT_EQ(exact_root(Rational(4, 9), 2)->to_string(), "2/3");
  EXPECT_EQ(exact_root(power(Rational(7), 5), 5)->to_string(), "7");
  EXPECT_FALSE(exact_root(Rational(2), 2));
  EXPECT_FALSE(exact_root(Rational(-4), 2));
  EXPECT_FALSE(exact_root(Rational(2), 1'000'000'000));
}

TEST(Rational, RoundsToTheNearestDouble) {
  EXPECT_EQ(Rational(1, 10).to_double(), 0.1);
  EXPECT_EQ(Rational(-2, 3).to_double(), -2.0 / 3.0);
  EXPECT_EQ(power(Rational(10), 300).to_double(), 1e300);
  EXPECT_EQ(power(Rational(10), -300).to_double(), 1e-300);
  EXPECT_EQ(power(Rational(10), 400).to_double(), std::numeric_limits<double>::infinity());
  for (const double value : {0.1, -1e-300, 123456.789, 5e-324, 1.7976931348623157e308}) {
    EXPECT_EQ(Rational::from_double(value).to_double(), value);
  }
  EXPECT_EQ(Rational::from_double(0.5).to_string(), "1/2");
}

}  // namespace
}  // namespace kinemate
