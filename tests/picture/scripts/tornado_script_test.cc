#include <gtest/gtest.h>

#include <cmath>

#include "base/check.h"
#include "picture/fixture.h"

namespace kinemate {
namespace {

TEST(TornadoScript, TheLongestBarIsOnTop) {
  const Tornado tornado{.bars = {{"a", 9, 11}, {"b", 5, 12}, {"c", 15, 8}, {"d", 11, 9}}, .middle = 10};
  const std::string script = gnuplot_script(tornado, PictureKind::kSvg);
  EXPECT_TRUE(script_has(script, "set ytics ('b' 0 0, 'c' -1 0, 'a' -2 0, 'd' -3 0)")) << script;
  EXPECT_EQ(block_of(script, "low"),
            (std::vector<std::string>{"5 -0.36 5 10 -0.36 0.36", "10 -1.36 10 15 -1.36 -0.64",
                                      "9 -2.36 9 10 -2.36 -1.64", "10 -3.36 10 11 -3.36 -2.64"}));
  EXPECT_EQ(block_of(script, "high")[1], "8 -1.36 8 10 -1.36 -0.64");
}

TEST(TornadoScript, EndsOnOneSideLieBelowEachOther) {
  const Tornado tornado{.bars = {{"a", 12, 15}}, .middle = 10};
  const std::string script = gnuplot_script(tornado, PictureKind::kSvg);
  EXPECT_EQ(block_of(script, "low"), (std::vector<std::string>{"10 0.00 10 12 0.00 0.36"}));
  EXPECT_EQ(block_of(script, "high"), (std::vector<std::string>{"10 -0.36 10 15 -0.36 0.00"}));
}

TEST(TornadoScript, EndsWithoutValueAreNamed) {
  const Tornado tornado{.bars = {{"a", NAN, 15}, {"b", 7, INFINITY}, {"c", NAN, NAN}},
                        .middle = 10,
                        .low_name = "-10 %",
                        .high_name = "+10 %"};
  const std::string script = gnuplot_script(tornado, PictureKind::kSvg);
  for (const char* name : {"'a (-10 %: no value)'", "'b (+10 %: no value)'", "'c (no value)'"})
    EXPECT_TRUE(script_has(script, name)) << name;
  EXPECT_EQ(block_of(script, "low").size(), 1u);
  EXPECT_EQ(block_of(script, "high").size(), 1u);
}

TEST(TornadoScript, TheRestIsSaidInTheTitle) {
  Tornado tornado{.title = "way [m]", .middle = 1};
  for (int i = 0; i < 30; ++i) tornado.bars.push_back({"bar" + std::to_string(i), 1.0 - i, 1.0 + i});
  EXPECT_TRUE(script_has(gnuplot_script(tornado, PictureKind::kSvg), "'way [m]'"));
  for (int i = 30; i < 42; ++i) tornado.bars.push_back({"bar" + std::to_string(i), 1.0 - i, 1.0 + i});
  const std::string script = gnuplot_script(tornado, PictureKind::kSvg);
  EXPECT_TRUE(script_has(script, "'way [m] … and 12 more'"));
  EXPECT_EQ(block_of(script, "low").size(), 30u);
  EXPECT_TRUE(script_has(script, "'bar12'"));
  EXPECT_FALSE(script_has(script, "'bar11'"));
  tornado.title = "";
  EXPECT_TRUE(script_has(gnuplot_script(tornado, PictureKind::kSvg), "'… and 12 more'"));
}

TEST(TornadoScript, LongNamesAreCutInTheMiddle) {
  const std::string name = "front." + std::string(100, 'x') + ".stiffness";
  const std::string script = gnuplot_script(Tornado{.bars = {{name, 1, 2}, {"short", 1, 2}}}, PictureKind::kSvg);
  EXPECT_FALSE(script_has(script, name));
  EXPECT_TRUE(script_has(script, "'front.x"));
  EXPECT_TRUE(script_has(script, "x.stiffness'"));
  EXPECT_TRUE(script_has(script, "'short'"));
}

TEST(TornadoScript, TheDrawingHasBarsInTwoColours) {
  const pugi::xml_document svg = drawn_svg(Tornado{
      .title = "φ_1", .value_label = "way [m]", .bars = {{"c_1'", 1, 3}, {"d", 1.5, 2.2}, {"e", 2, 2}}, .middle = 2});
  std::size_t low = 0, high = 0;
  for (const pugi::xpath_node node : svg.select_nodes("//*[local-name()='polygon']")) {
    const std::string fill = node.node().attribute("fill").value();
    low += fill == "rgb(  0, 114, 178)";
    high += fill == "rgb(213,  94,   0)";
  }
  EXPECT_EQ(low, 2u);
  EXPECT_EQ(high, 2u);
  for (const char* text : {"φ_1", "way [m]", "c_1'", "d", "e", "low", "high", "2"})
    EXPECT_TRUE(svg_shows(svg, text)) << text;
}

TEST(TornadoScript, TheMiddleIsANumber) {
  EXPECT_THROW(gnuplot_script(Tornado{.middle = NAN}, PictureKind::kSvg), CheckFailure);
}

}  // namespace
}  // namespace kinemate
