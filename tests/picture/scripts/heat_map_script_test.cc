#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "picture/fixture.h"
#include "picture/scripts/colour_scale.h"

namespace kinemate {
namespace {

HeatMap small_map() {
  return {.title = "φ_1 <&> {x}^2",
          .x_label = "c [N/m]",
          .y_label = "d [N s/m]",
          .value_label = "`date` [rad]",
          .x = {1, 2, 4},
          .y = {10, 20},
          .values = {0, 1, 2, 3, 4, 8}};
}

std::vector<double> numbers_in(const std::string& line) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t length = 0;
    numbers.push_back(std::stod(line.substr(at), &length));
    at += length;
    while (at < line.size() && line[at] == ' ') ++at;
  }
  return numbers;
}

// Left edges and colours of the cells, row by row.
std::vector<std::pair<double, std::uint32_t>> cells_of(const HeatMap& map) {
  std::vector<std::pair<double, std::uint32_t>> cells;
  for (const std::string& line : block_of(gnuplot_script(map, PictureKind::kPng), "cells")) {
    const std::vector<double> numbers = numbers_in(line);
    EXPECT_EQ(numbers.size(), 7u);
    EXPECT_LT(numbers[2], numbers[3]);
    EXPECT_LT(numbers[4], numbers[5]);
    cells.emplace_back(numbers[2], static_cast<std::uint32_t>(numbers[6]));
  }
  return cells;
}

TEST(HeatMapScript, CellsStandAroundTheirPoints) {
  const auto cells = cells_of(small_map());
  const ColourScale scale = make_colour_scale({0, 8}, 400);
  ASSERT_EQ(cells.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(cells[i].second, colour_of(small_map().values[i], scale));
  // edges at 0.5, 1.5, 3 and 5
  EXPECT_EQ(cells[0].first, 0);
  EXPECT_NEAR(cells[2].first / cells[1].first, 2.5, 1e-3);
}

TEST(HeatMapScript, ThePageDoesNotShineThrough) {
  const std::vector<std::string> lines = block_of(gnuplot_script(small_map(), PictureKind::kPng), "cells");
  const std::vector<double> first = numbers_in(lines[0]), beside = numbers_in(lines[1]), above = numbers_in(lines[3]);
  EXPECT_GE(first[3], beside[2] + 0.98);  // right and left, in pixels
  EXPECT_GE(first[5], above[4] + 0.98);
}

TEST(HeatMapScript, TheOrderOfCoordinatesDoesNotMatter) {
  HeatMap turned = small_map();
  turned.x = {4, 1, 2};
  turned.y = {20, 10};
  turned.values = {8, 3, 4, 2, 0, 1};
  EXPECT_EQ(gnuplot_script(turned, PictureKind::kSvg), gnuplot_script(small_map(), PictureKind::kSvg));
  turned.values[0] = 7;
  EXPECT_NE(gnuplot_script(turned, PictureKind::kSvg), gnuplot_script(small_map(), PictureKind::kSvg));
}

TEST(HeatMapScript, CellsWithoutValueAreGrey) {
  HeatMap map = small_map();
  EXPECT_FALSE(script_has(gnuplot_script(map, PictureKind::kSvg), "no value"));
  map.values[1] = NAN;
  map.values[4] = INFINITY;
  EXPECT_TRUE(script_has(gnuplot_script(map, PictureKind::kSvg), "'no value'"));
  const auto cells = cells_of(map);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(cells[i].second == kBlankColour, i == 1 || i == 4);
}

TEST(HeatMapScript, ColumnsThatALogarithmicAxisCannotShowAreLeftOut) {
  HeatMap map = small_map();
  map.x = {-1, 1, 10};
  map.x_logarithmic = true;
  const auto cells = cells_of(map);
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(cells[0].second, 0x440154u);  // the least value that is seen is 1
  map.y = {NAN, INFINITY};
  EXPECT_TRUE(cells_of(map).empty());
}

TEST(HeatMapScript, NumbersStandAtThePointsIfTheyAreShort) {
  HeatMap map = small_map();
  EXPECT_TRUE(script_has(gnuplot_script(map, PictureKind::kSvg), "set xtics ('1' 1 0, '2' 2 0, '4' 4 0)"));
  map.x[1] = 7.0 / 3;
  EXPECT_FALSE(script_has(gnuplot_script(map, PictureKind::kSvg), "set xtics ('1' 1 0, '2"));
}

TEST(HeatMapScript, VeryManyCellsAreAnImage) {
  HeatMap map;
  for (int i = 0; i < 300; ++i) {
    map.x.push_back(i);
    map.y.push_back(i);
  }
  for (int j = 0; j < 300; ++j)
    for (int i = 0; i < 300; ++i) map.values.push_back(i < 150 ? j < 150 ? 0 : 1 : NAN);
  const std::string script = gnuplot_script(map, PictureKind::kPng);
  EXPECT_TRUE(script_has(script, "with rgbimage"));
  const std::vector<std::string> rows = block_of(script, "cells");
  const std::vector<double> low = numbers_in(rows.front()), high = numbers_in(rows.back());
  ASSERT_GT(low.size(), 500u);
  EXPECT_EQ(low.front(), 0x440154);
  EXPECT_EQ(high.front(), 0xFDE725);
  EXPECT_EQ(high.back(), kBlankColour);
  EXPECT_EQ(numbers_in(rows[rows.size() / 2 - 2]), low);
  EXPECT_EQ(numbers_in(rows[rows.size() / 2 + 1]), high);
}

TEST(HeatMapScript, TheDrawingHasTheColoursAndTheTexts) {
  const pugi::xml_document svg = drawn_svg(small_map());
  std::set<std::string> fills;
  for (const pugi::xpath_node node : svg.select_nodes("//*[local-name()='polygon']"))
    fills.insert(node.node().attribute("fill").value());
  for (const char* colour : {"rgb( 68,   1,  84)", "rgb(253, 231,  37)", "rgb( 33, 144, 140)"})
    EXPECT_TRUE(fills.contains(colour)) << colour;
  EXPECT_GT(fills.size(), 60u);  // those of the bar
  for (const char* text : {"φ_1 <&> {x}^2", "c [N/m]", "d [N s/m]", "`date` [rad]", "20", "8"})
    EXPECT_TRUE(svg_shows(svg, text)) << text;
}

TEST(HeatMapScript, ValuesFillTheGrid) {
  HeatMap map = small_map();
  map.values.pop_back();
  EXPECT_THROW(gnuplot_script(map, PictureKind::kSvg), CheckFailure);
}

}  // namespace
}  // namespace kinemate
