#include "picture/scripts/colour_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kinemate {
namespace {

// How bright a colour looks, L* of CIELAB (CIE 15:2004) from sRGB (IEC 61966-2-1), from 0 to 100.
double lightness(std::uint32_t colour) {
  const auto linear = [&](unsigned shift) {
    const double part = static_cast<double>((colour >> shift) & 0xFFu) / 255;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
  return y <= 216.0 / 24389 ? y * 24389 / 27 : 116 * std::cbrt(y) - 16;
}

TEST(ColourScale, EndsInVioletAndYellow) {
  const ColourScale scale = make_colour_scale({-2, NAN, 6, 1}, 400);
  EXPECT_FALSE(scale.empty);
  EXPECT_EQ(colour_of(-2, scale), 0x440154u);
  EXPECT_EQ(colour_of(2, scale), 0x21908Cu);
  EXPECT_EQ(colour_of(6, scale), 0xFDE725u);
  EXPECT_EQ(colour_of(-1.5, scale), 0x461768u);  // half between the first two of the table
  EXPECT_EQ(colour_of(NAN, scale), kBlankColour);
  EXPECT_EQ(colour_of(-INFINITY, scale), kBlankColour);
}

TEST(ColourScale, DecadesAreEqualSteps) {
  const ColourScale scale = make_colour_scale({0.1, 1e7, -5}, 400, true);
  EXPECT_EQ(colour_of(0.1, scale), 0x440154u);
  EXPECT_EQ(colour_of(1e3, scale), 0x21908Cu);
  EXPECT_EQ(colour_of(1e7, scale), 0xFDE725u);
  EXPECT_EQ(colour_of(-5, scale), kBlankColour);
  EXPECT_NE(colour_bar(scale, "k", {}).find("set logscale cb 10"), std::string::npos);
  EXPECT_TRUE(make_colour_scale({-1, 0}, 400, true).empty);
}

TEST(ColourScale, EqualStepsLookEqual) {
  const ColourScale scale = make_colour_scale({0, 100}, 400);
  const double step = (lightness(colour_of(100, scale)) - lightness(colour_of(0, scale))) / 20;
  EXPECT_GT(step, 3);
  for (int i = 0; i < 20; ++i) {
    const double here = lightness(colour_of(5 * i + 5, scale)) - lightness(colour_of(5 * i, scale));
    EXPECT_NEAR(here, step, 0.35 * step) << i;
  }
}

TEST(ColourScale, EqualNumbersHaveTheMiddleColour) {
  const ColourScale scale = make_colour_scale({9.81, 9.81}, 400);
  EXPECT_EQ(colour_of(9.81, scale), 0x21908Cu);
}

TEST(ColourScale, WithoutNumbersThereIsNoBar) {
  const ColourScale scale = make_colour_scale({NAN, INFINITY}, 400);
  EXPECT_TRUE(scale.empty);
  EXPECT_EQ(colour_bar(scale, "T", {}), "unset colorbox\n");
  EXPECT_LT(colour_bar_width(scale), colour_bar_width(make_colour_scale({1, 2}, 400)));
}

TEST(ColourScale, LongNumbersGetRoom) {
  EXPECT_GT(colour_bar_width(make_colour_scale({1e6, 1e6 + 1e-4}, 400)),
            colour_bar_width(make_colour_scale({1, 2}, 400)) + 60);
}

}  // namespace
}  // namespace kinemate
