#include "sim/quick_power.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kinemate {
namespace {

TEST(QuickPower, LogarithmsHaveSixDigits) {
  for (double x = 1e-300; x < 1e300; x *= 1.037) ASSERT_NEAR(quick_log2(x), std::log2(x), 1e-6) << x;
  for (double x = 0.99; x < 1.01; x += 1e-5) ASSERT_NEAR(quick_log2(x), std::log2(x), 1e-6) << x;
  EXPECT_NEAR(quick_log2(0), -1023, 1);
}

TEST(QuickPower, PowersHaveSixDigits) {
  for (double x = -900; x < 900; x += 0.0137) ASSERT_NEAR(quick_exp2(x) / std::exp2(x), 1, 1e-6) << x;
  EXPECT_EQ(quick_exp2(0), 1);
}

}  // namespace
}  // namespace kinemate
