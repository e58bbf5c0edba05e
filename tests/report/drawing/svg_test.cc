#include "report/drawing/svg.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Svg, TextsAreEscaped) {
  EXPECT_EQ(svg_text("a<b & \"c\">\x01\xff é"), "a&lt;b &amp; \"c\"&gt; ? é");
  EXPECT_EQ(svg_label(1.25, 2, "", "a<b"), "<text x=\"1.2\" y=\"2.0\">a&lt;b</text>\n");
  EXPECT_EQ(svg_label(1, 2, "fill=\"#000\"", "a"), "<text x=\"1.0\" y=\"2.0\" fill=\"#000\">a</text>\n");
}

TEST(Svg, LongNamesAreShortenedBetweenCharacters) {
  EXPECT_EQ(shortened_name("φφφ", 3), "φφφ");
  EXPECT_EQ(shortened_name("φφφφ", 3), "φφφ...");
}

TEST(Svg, StepsAreRound) {
  EXPECT_DOUBLE_EQ(nice_step(10, 10), 1);
  EXPECT_DOUBLE_EQ(nice_step(11, 10), 2);
  EXPECT_DOUBLE_EQ(nice_step(0.3, 10), 0.05);
  EXPECT_DOUBLE_EQ(nice_step(60, 10), 10);
}

TEST(Svg, PixelsHaveOneDecimal) {
  EXPECT_EQ(tenths(-5), "-0.5");
  EXPECT_EQ(tenths(120), "12");
  EXPECT_EQ(to_text(SvgPixel{123, -7}), "12.3-0.7");
  EXPECT_EQ(to_text(SvgPixel{123, 7}), "12.3 0.7");
  EXPECT_DOUBLE_EQ(distance({0, 0}, {3, 4}), 5);
}

}  // namespace
}  // namespace kinemate
