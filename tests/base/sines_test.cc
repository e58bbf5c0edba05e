#include "base/sines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace kinemate {
namespace {

TEST(Sines, WithinTwoUnitsInTheLastPlace) {
  std::mt19937_64 random(1);
  for (double size : {1e-300, 1e-8, 0.1, 1.0, 10.0, 1e3, 1e6, 1e15, 1e300}) {
    std::uniform_real_distribution<double> number(-size, size);
    for (int i = 0; i < 2000; ++i) {
      double x[4], s[4], c[4];
      for (double& one : x) one = number(random);
      compute_sines_and_cosines(x, s, c, 4);
      for (int k = 0; k < 4; ++k) {
        EXPECT_NEAR(s[k], std::sin(x[k]), 4.5e-16 * std::abs(std::sin(x[k]))) << x[k];
        EXPECT_NEAR(c[k], std::cos(x[k]), 4.5e-16 * std::abs(std::cos(x[k]))) << x[k];
      }
    }
  }
}

TEST(Sines, EachByItself) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> number(-100, 100);
  std::vector<double> x(400), s(400), c(400);
  for (double& one : x) one = number(random);
  x[16] = -0.0, x[17] = 1e300, x[18] = std::numeric_limits<double>::infinity(),
  x[40] = std::numeric_limits<double>::quiet_NaN();
  compute_sines_and_cosines(x.data(), s.data(), c.data(), 400);
  EXPECT_TRUE(std::isnan(s[18]) && std::isnan(c[18]) && std::isnan(s[40]));
  for (std::size_t i = 0; i < 400; ++i) {
    if (i == 18 || i == 40) continue;
    const double alone[4] = {0, 0, x[i], 0};
    double sines[4], cosines[4];
    compute_sines_and_cosines(alone, sines, cosines, 4);
    EXPECT_EQ(s[i], sines[2]);
    EXPECT_EQ(c[i], cosines[2]);
  }
}

}  // namespace
}  // namespace kinemate
