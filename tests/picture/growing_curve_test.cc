#include "picture/growing_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kinemate {
namespace {

TEST(GrowingCurve, FewPointsStayAsTheyAre) {
  GrowingCurve growing;
  for (int i = 0; i < 100; ++i) growing.add(i, i * i);
  const Curve curve = growing.curve("a");
  EXPECT_EQ(curve.name, "a");
  ASSERT_EQ(curve.x.size(), 100u);
  EXPECT_EQ(curve.y[99], 99 * 99);
}

TEST(GrowingCurve, VeryManyKeepTheirEnvelope) {
  GrowingCurve growing;
  constexpr int kPoints = 3'000'000;
  for (int i = 0; i < kPoints; ++i) growing.add(1e-3 * i, std::sin(0.7 * i) * (1 + 1e-6 * i) + (i == 123'456 ? 50 : 0));
  const Curve curve = growing.curve("");
  EXPECT_LT(curve.x.size(), 30'000u);
  EXPECT_EQ(curve.x.front(), 0);
  EXPECT_EQ(curve.x.back(), 1e-3 * (kPoints - 1));
  EXPECT_GT(*std::max_element(curve.y.begin(), curve.y.end()), 48) << "a single peak";
  EXPECT_TRUE(std::is_sorted(curve.x.begin(), curve.x.end()));
  // in each part the whole envelope is there
  for (int part = 1; part < 10; ++part) {
    double high = 0, low = 0;
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (std::abs(curve.x[i] - 300 * part) < 10) high = std::max(high, curve.y[i]), low = std::min(low, curve.y[i]);
    EXPECT_NEAR(high, 1 + 0.3 * part, 0.02);
    EXPECT_NEAR(low, -1 - 0.3 * part, 0.02);
  }
}

TEST(GrowingCurve, WhatIsNoNumberPartsIt) {
  GrowingCurve growing;
  growing.add(0, 1);
  growing.add(1, std::numeric_limits<double>::quiet_NaN());
  growing.add(2, std::numeric_limits<double>::infinity());
  growing.add(3, 4);
  const Curve curve = growing.curve("");
  ASSERT_EQ(curve.x.size(), 3u);
  EXPECT_TRUE(std::isnan(curve.y[1]));
  EXPECT_EQ(curve.x[2], 3);
}

}  // namespace
}  // namespace kinemate
