#include <gtest/gtest.h>

#include <cmath>

#include "base/check.h"
#include "picture/fixture.h"
#include "picture/scripts/colour_scale.h"

namespace kinemate {
namespace {

TEST(ScatterScript, PointsHaveTheColoursOfTheirValues) {
  const Scatter scatter{.x = {1, 2, 3}, .y = {4, 5, 6}, .value = {0, NAN, 10}};
  const std::string script = gnuplot_script(scatter, PictureKind::kSvg);
  EXPECT_EQ(block_of(script, "points"),
            (std::vector<std::string>{"1 4 " + std::to_string(0x440154), "2 5 " + std::to_string(kBlankColour),
                                      "3 6 " + std::to_string(0xFDE725)}));
  EXPECT_TRUE(script_has(script, "'no value'"));
  EXPECT_TRUE(script_has(script, "set colorbox"));
}

TEST(ScatterScript, WithoutValuesThereIsNoBar) {
  const std::string script = gnuplot_script(Scatter{.x = {1, 2}, .y = {4, 5}}, PictureKind::kSvg);
  EXPECT_EQ(block_of(script, "points").size(), 2u);
  EXPECT_TRUE(script_has(script, "unset colorbox"));
  EXPECT_FALSE(script_has(script, "keyentry"));
}

TEST(ScatterScript, FailedPointsAreCrosses) {
  const Scatter scatter{.x = {1}, .y = {4}, .failed_x = {7, NAN}, .failed_y = {-2, 0}};
  const std::string script = gnuplot_script(scatter, PictureKind::kSvg);
  EXPECT_EQ(block_of(script, "failed"), (std::vector<std::string>{"7 -2"}));
  EXPECT_TRUE(script_has(script, "'failed'"));
  EXPECT_TRUE(script_has(script, "set xrange [0.76:7.24]"));  // they are on the axes too
  EXPECT_FALSE(script_has(gnuplot_script(Scatter{.failed_x = {NAN}, .failed_y = {0}}, PictureKind::kSvg), "'failed'"));
}

TEST(ScatterScript, PointsThatTheAxesCannotShowCountNowhere) {
  const Scatter scatter{.x = {1, -1, 3, 2},
                        .y = {1, 5, NAN, 2},
                        .value = {1, NAN, 1000, 2},
                        .x_logarithmic = true,
                        .y_logarithmic = true};
  const std::string script = gnuplot_script(scatter, PictureKind::kSvg);
  EXPECT_EQ(block_of(script, "points").size(), 2u);
  EXPECT_FALSE(script_has(script, "'no value'"));
  EXPECT_TRUE(script_has(script, "set cbrange [1:2]"));
}

TEST(ScatterScript, OfVeryManyPointsThoseThatAreSeenAreLeft) {
  Scatter scatter;
  for (int i = 0; i < 50'000; ++i) {
    scatter.x.push_back(std::sin(i));
    scatter.y.push_back(std::cos(i));
    scatter.value.push_back(i);
  }
  const std::vector<std::string> points = block_of(gnuplot_script(scatter, PictureKind::kPng), "points");
  EXPECT_LT(points.size(), 5'000u);
  EXPECT_GT(points.size(), 700u);  // the circle is unbroken: it passes by some 1000 squares
  EXPECT_TRUE(points.back().ends_with(" " + std::to_string(0xFDE725)));  // the last lies on top
}

TEST(ScatterScript, TheDrawingHasThePoints) {
  const pugi::xml_document svg = drawn_svg(Scatter{.title = "φ_1",
                                                   .x_label = "l_1",
                                                   .y_label = "m'",
                                                   .value_label = "T",
                                                   .x = {1, 2},
                                                   .y = {3, 5},
                                                   .value = {1, 3},
                                                   .failed_x = {1.5},
                                                   .failed_y = {4}});
  std::size_t discs = 0, crosses = 0;
  for (const pugi::xpath_node node : svg.select_nodes("//*[local-name()='use']")) {
    const std::string sign = node.node().attribute("xlink:href").value();
    const bool placed = node.node().attribute("transform").empty() == false && node.node().attribute("id").empty();
    discs += placed && sign == "#gpPt6";
    crosses += placed && sign == "#gpPt1";
  }
  EXPECT_EQ(discs, 2u);
  EXPECT_EQ(crosses, 2u);  // one in the legend
  for (const char* text : {"φ_1", "l_1", "m'", "T", "failed", "1.5"}) EXPECT_TRUE(svg_shows(svg, text)) << text;
}

TEST(ScatterScript, CoordinatesAndValuesBelongTogether) {
  EXPECT_THROW(gnuplot_script(Scatter{.x = {1}}, PictureKind::kSvg), CheckFailure);
  EXPECT_THROW(gnuplot_script(Scatter{.failed_x = {1}}, PictureKind::kSvg), CheckFailure);
  EXPECT_THROW(gnuplot_script(Scatter{.x = {1}, .y = {1}, .value = {1, 2}}, PictureKind::kSvg), CheckFailure);
}

}  // namespace
}  // namespace kinemate
