#include "picture/visible.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

AxisRange range_of(std::vector<double> y, bool logarithmic) {
  Curve curve{.y = y};
  for (std::size_t i = 0; i < y.size(); ++i) curve.x.push_back(static_cast<double>(i));
  const Panel panel{.y_logarithmic = logarithmic, .curves = {curve}};
  return y_range(panel, {visible_lines(curve, false, logarithmic)});
}

TEST(Visible, PointsThatAreNoNumbersPartTheLine) {
  const Curve curve{.x = {0, 1, 2, 3, kInfinity, 5, 6, 7}, .y = {1, 2, NAN, 3, 4, 5, -kInfinity, 1e305}};
  const VisibleLines lines = visible_lines(curve, false, false);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].size(), 2u);
  EXPECT_EQ(lines[1].size(), 1u);
  EXPECT_EQ(lines[2][0].x, 5);
  EXPECT_TRUE(visible_lines({.x = {NAN}, .y = {1}}, false, false).empty());
}

TEST(Visible, LogarithmicAxesShowPositiveNumbers) {
  const Curve curve{.x = {-1, 1, 2, 3}, .y = {1, 0, -1, 4}};
  EXPECT_EQ(visible_lines(curve, false, false).front().size(), 4u);
  ASSERT_EQ(visible_lines(curve, false, true).size(), 2u);
  ASSERT_EQ(visible_lines(curve, true, true).size(), 1u);
  EXPECT_EQ(visible_lines(curve, true, true)[0][0].x, 3);
}

TEST(Visible, CoordinatesArePairs) { EXPECT_THROW(visible_lines({.x = {1}, .y = {1, 2}}, false, false), CheckFailure); }

TEST(Visible, RangesHaveAWidth) {
  for (const std::vector<double>& y : std::vector<std::vector<double>>{
           {}, {0}, {5, 5}, {-3}, {9.81, 9.81 + 1e-14}, {1e300, -1e300}, {1e-320, 0}, {1e-300}, {NAN}}) {
    for (bool logarithmic : {false, true}) {
      const AxisRange range = range_of(y, logarithmic);
      EXPECT_LT(range.low, range.high);
      EXPECT_TRUE(std::isfinite(range.low) && std::isfinite(range.high));
      EXPECT_TRUE(!logarithmic || range.low > 0);
    }
  }
}

TEST(Visible, AConstantWithRoundingIsAConstant) {
  const AxisRange range = range_of({9.81, 9.81 * (1 + 4e-16), 9.81}, false);
  EXPECT_GT(range.high - range.low, 1);
  EXPECT_EQ(range.digits, 6);
}

TEST(Visible, RangesHoldAllPoints) {
  EXPECT_LT(range_of({1, 3}, false).low, 1);
  EXPECT_GT(range_of({1, 3}, false).high, 3);
  EXPECT_DOUBLE_EQ(range_of({2e-5, 300}, true).low, 1e-5);
  EXPECT_DOUBLE_EQ(range_of({2e-5, 300}, true).high, 1000);
  const Curve curve{.x = {2, 5, 4}, .y = {NAN, 1, 1}};
  const Figure figure{.panels = {{.curves = {curve}}}};
  const AxisRange x = x_range(figure, {{visible_lines(curve, false, false)}});
  EXPECT_EQ(x.low, 4);
  EXPECT_EQ(x.high, 5);
}

TEST(Visible, RangesOfNumbers) {
  const AxisRange plain = range_of_values({3, NAN, -1, kInfinity}, false);
  EXPECT_EQ(plain.low, -1);
  EXPECT_EQ(plain.high, 3);
  EXPECT_EQ(range_of_values({3, -1, 7}, true).low, 3);
  const AxisRange roomy = range_around_values({1, 2}, false);
  EXPECT_DOUBLE_EQ(roomy.low, 0.96);
  EXPECT_DOUBLE_EQ(roomy.high, 2.04);
  const AxisRange decades = range_around_values({1, 100}, true);
  EXPECT_DOUBLE_EQ(decades.low * decades.high, 100);
  EXPECT_NEAR(std::log10(decades.high), 2.08, 1e-12);
  for (bool logarithmic : {false, true})
    for (const std::vector<double>& some : std::vector<std::vector<double>>{{}, {2.3e-308}, {1e300, -1e300}, {5, 5}}) {
      const AxisRange range = range_around_values(some, logarithmic);
      EXPECT_TRUE(range.low < range.high && std::isfinite(range.high - range.low));
      EXPECT_TRUE(!logarithmic || range.low > 0);
    }
}

// What is constant but for rounding must not look like a curve.
TEST(Visible, DegreesAndDecibelsAreNeverMagnifiedRounding) {
  const auto range = [](AxisNumbers numbers, double low, double high) {
    const Curve curve{.x = {1, 2}, .y = {low, high}};
    return y_range({.curves = {curve}, .y_numbers = numbers}, {visible_lines(curve, false, false)});
  };
  EXPECT_NEAR(range(AxisNumbers::kDegrees, -1e-14, 1e-14).low, -10, 1e-9);
  EXPECT_NEAR(range(AxisNumbers::kDecibels, -1e-14, 2e-14).high, 3, 1e-9);
  EXPECT_NEAR(range(AxisNumbers::kDegrees, -180, 0).low, -189, 1e-9);
  EXPECT_LT(range(AxisNumbers::kRound, -1e-14, 1e-14).high, 1e-13);
}

TEST(Visible, PlacesOnAxes) {
  EXPECT_DOUBLE_EQ(place_on_axis(3, {.low = 1, .high = 9}, false), 0.25);
  EXPECT_DOUBLE_EQ(place_on_axis(10, {.low = 1, .high = 1e4}, true), 0.25);
}

TEST(Visible, NumbersThatAreNearlyTheSameGetMoreDigits) { EXPECT_EQ(range_of({1e6, 1e6 + 1}, false).digits, 10); }

}  // namespace
}  // namespace kinemate
