#include "study/sweep/twofold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "study/sweep/counter_random.h"

namespace kinemate {
namespace {

// To 31 digits or so.
void expect_twofold(Twofold value, double high, double low, double tolerance) {
  EXPECT_EQ(value.high, high);
  EXPECT_NEAR(value.low, low, tolerance * std::abs(high));
}

// Against numbers of 60 digits.
TEST(Twofold, ExponentialsAndLogarithms) {
  expect_twofold(twofold_exp({1}), 0x1.5bf0a8b145769p+1, 0x1.4d57ee2b1013ap-53, 1e-29);
  expect_twofold(twofold_exp({-20.5}), std::exp(-20.5), 0, 1.2e-16);
  expect_twofold(twofold_log(10), 0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53, 1e-29);
  EXPECT_EQ(twofold_log(1).high, 0);
  EXPECT_EQ(twofold_exp({0}).high, 1);
  EXPECT_EQ(twofold_exp({0}).low, 0);
}

TEST(Twofold, AreInverses) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const double x = (random_fraction(1, i) - 0.5) * 1400;
    const Twofold back = twofold_log(twofold_exp({x}).high);
    const Twofold y = twofold_exp({x});
    // log(y.high) = x - y.low/y.high
    EXPECT_NEAR(back.high - x + back.low, -y.low / y.high, 1e-28 * std::max(1.0, std::abs(x)) + (x < -650 ? 1e-16 : 0))
        << x;
  }
}

TEST(Twofold, Quotients) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Twofold a{random_fraction(2, i), 1e-17 * random_fraction(3, i)}, b{random_fraction(4, i)};
    const Twofold rest = a / b * b - a;
    EXPECT_LT(std::abs(rest.high), 1e-31) << i;
  }
}

TEST(Twofold, PointsOfGridsAreRoundedOnce) {
  const auto part = [](double i, double n) { return Twofold{i} / Twofold{n}; };
  for (int i = 0; i <= 10; ++i) EXPECT_EQ(rounded_between(0, 1, part(i, 10)), i / 10.0) << i;
  EXPECT_EQ(rounded_between(0.1, 0.3, {0.5}), 0.2);
  EXPECT_EQ(rounded_between(-1e300, 1e300, {0.5}), 0);
  EXPECT_EQ(rounded_between(0.1, 0.7, {0}), 0.1);
  EXPECT_EQ(rounded_between(0.1, 0.7, {1}), 0.7);
  // decades are decades
  for (int i = 0; i <= 20; ++i)
    EXPECT_EQ(rounded_between_logarithms(1, 1e20, part(i, 20)),
              std::strtod(("1e" + std::to_string(i)).c_str(), nullptr));
  EXPECT_EQ(rounded_between_logarithms(10, 1000, {0.5}), 100);
  EXPECT_EQ(rounded_between_logarithms(0.3, 0.7, {0}), 0.3);
  EXPECT_EQ(rounded_between_logarithms(0.3, 0.7, {1}), 0.7);
  EXPECT_EQ(rounded_between_logarithms(1e-300, 1e300, {0.5}), 1);  // the ratio is no double
  EXPECT_EQ(rounded_between_logarithms(1e-300, 1e300, {0.75}), 1e150);
}

}  // namespace
}  // namespace kinemate
