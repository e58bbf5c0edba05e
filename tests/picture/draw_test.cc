// Pictures of both kinds, as files.
#include "picture/draw.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <pugixml.hpp>
#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

class DrawTest : public testing::Test {
 protected:
  DrawTest() { fs::create_directories(folder_); }
  ~DrawTest() override { fs::remove_all(folder_); }

  template <class Data>
  std::string drawn(const Data& data, const std::string& name) const {
    draw(data, folder_ / name);
    EXPECT_EQ(files(), 1u);  // nothing is left beside it
    const std::string picture = read_text_file(folder_ / name);
    fs::remove(folder_ / name);
    return picture;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_ = fs::temp_directory_path() / ("kinemate_draw_test." + std::to_string(getpid()));
};

// Two panels with all styles, a gap, numbers of no use, and names that mean something to gnuplot or to XML.
Figure difficult_figure() {
  Figure figure{.title = "φ_1 <&> {x}^2 \\n \"q\"", .x_label = "t [s]", .panels = {{"angle [rad]"}, {"error", true}}};
  const std::vector<std::string> names = {"phi_1'", "`date`", "@x <b>", "gap"};
  const std::vector<CurveStyle> styles = {CurveStyle::kLine, CurveStyle::kPoints, CurveStyle::kBoth,
                                          CurveStyle::kDashed};
  for (std::size_t c = 0; c < 4; ++c) {
    Curve curve{names[c], {}, {}, styles[c]};
    for (int i = 0; i < 50; ++i) {
      curve.x.push_back(0.1 * i);
      curve.y.push_back(c == 3 && i == 20 ? NAN : std::sin(0.1 * i + static_cast<double>(c)));
    }
    figure.panels[c / 2].curves.push_back(curve);
  }
  return figure;
}

std::vector<std::string> texts_of(const std::string& svg) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(svg.c_str());
  EXPECT_TRUE(result) << result.description();
  std::vector<std::string> texts;
  for (const pugi::xpath_node node : document.select_nodes("//*[local-name()='text']")) {
    std::string text;
    for (const pugi::xpath_node part : node.node().select_nodes(".//text()")) text += part.node().value();
    texts.push_back(text);
  }
  return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& part) {
  return std::any_of(texts.begin(), texts.end(), [&](const auto& t) { return t.find(part) != std::string::npos; });
}

TEST_F(DrawTest, SvgShowsTextsAsTheyAreWritten) {
  const std::vector<std::string> texts = texts_of(drawn(difficult_figure(), "a.svg"));
  for (const char* text :
       {"φ_1 <&> {x}^2 \\n \"q\"", "t [s]", "angle [rad]", "error", "phi_1'", "`date`", "@x <b>", "gap"})
    EXPECT_TRUE(has(texts, text)) << text;
}

TEST_F(DrawTest, PngIsAPng) {
  const std::string png = drawn(difficult_figure(), "a.png");
  EXPECT_TRUE(png.starts_with("\x89PNG\r\n"));
  EXPECT_NE(png.find("IEND"), std::string::npos);
}

TEST_F(DrawTest, SameFigureSameBytes) {
  EXPECT_EQ(drawn(difficult_figure(), "a.svg"), drawn(difficult_figure(), "b.svg"));
  EXPECT_EQ(drawn(difficult_figure(), "a.png"), drawn(difficult_figure(), "b.png"));
  Figure other = difficult_figure();
  other.panels[0].curves[0].y[7] += 0.5;
  EXPECT_NE(drawn(difficult_figure(), "a.png"), drawn(other, "b.png"));
}

TEST_F(DrawTest, ExtremeCurvesAreDrawn) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& y : std::vector<std::vector<double>>{
           {}, {0}, {3, 3}, {NAN, NAN}, {1e300, -1e300}, {1e-310, 1e-300}, {infinity, 1}, {1e5, 1e5 + 1e-9}}) {
    for (bool logarithmic : {false, true}) {
      Figure figure{.x_logarithmic = logarithmic,
                    .panels = {{.y_logarithmic = logarithmic, .curves = {{.name = "c"}}}}};
      figure.panels[0].curves[0].y = y;
      for (std::size_t i = 0; i < y.size(); ++i) figure.panels[0].curves[0].x.push_back(static_cast<double>(i + 1));
      EXPECT_TRUE(has(texts_of(drawn(figure, "a.svg")), "c"));
      figure.panels[0].curves[0].x = y;
      EXPECT_TRUE(has(texts_of(drawn(figure, "a.svg")), "c"));
    }
  }
  EXPECT_FALSE(drawn(Figure{.panels = {{}}}, "a.svg").empty());
}

HeatMap difficult_map(std::vector<double> axis, std::vector<double> values) {
  HeatMap map{.title = "map", .x_label = "x'", .value_label = "v", .x = axis, .y = axis};
  for (std::size_t i = 0; i < axis.size() * axis.size(); ++i) map.values.push_back(values[i % values.size()]);
  return map;
}

// Numbers as axes and values of every kind of picture.
TEST_F(DrawTest, StudiesOfExtremeNumbersAreDrawn) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> lists = {{0},           {3, 3},        {NAN},          {1e300, -1e300},
                                                  {1e-310, 1},   {infinity, 1}, {-1e-12, 0, 1}, {1e5, 1e5 + 1e-9},
                                                  {-4, -3, 1e6}, {5e-324, 0},   {1e-300, 1e300}};
  for (const std::vector<double>& list : lists) {
    for (bool logarithmic : {false, true}) {
      HeatMap map = difficult_map(list, list);
      map.x_logarithmic = map.y_logarithmic = logarithmic;
      EXPECT_TRUE(has(texts_of(drawn(map, "a.svg")), "map"));
      Scatter scatter{.title = "points", .x = list, .y = list, .value = list, .failed_x = list, .failed_y = list};
      scatter.x_logarithmic = scatter.y_logarithmic = logarithmic;
      EXPECT_TRUE(has(texts_of(drawn(scatter, "a.svg")), "points"));
    }
    for (const auto& [real, imaginary] : {std::pair(list, list), std::pair(list, std::vector<double>(list.size(), 0)),
                                          std::pair(std::vector<double>(list.size(), 0), list)}) {
      RootLocus locus{.title = "poles", .branches = {{real, imaginary}}};
      EXPECT_TRUE(has(texts_of(drawn(locus, "a.svg")), "poles"));
      locus.values = list;
      for (bool logarithmic : {false, true}) {
        locus.logarithmic = logarithmic;
        EXPECT_TRUE(has(texts_of(drawn(locus, "a.svg")), "poles"));
      }
    }
    Tornado tornado{.title = "bars", .middle = 1};
    for (double number : list) tornado.bars.push_back({"b", number, -number});
    EXPECT_TRUE(has(texts_of(drawn(tornado, "a.svg")), "bars"));
  }
  for (const std::string& empty :
       {drawn(HeatMap{}, "a.svg"), drawn(RootLocus{}, "a.svg"), drawn(Scatter{}, "a.svg"), drawn(Tornado{}, "a.svg")})
    EXPECT_FALSE(empty.empty());
}

TEST_F(DrawTest, SameStudySameBytes) {
  const HeatMap map = difficult_map({1, 2, 7}, {0, NAN, 2, 5});
  const Scatter scatter{.title = "a", .x = {1, 2}, .y = {3, 5}, .value = {0, 1}, .failed_x = {1}, .failed_y = {2}};
  const Tornado tornado{.title = "a", .bars = {{"b", 1, 2}}};
  const RootLocus locus{.values = {1, 2}, .branches = {{{-1, 1}, {2, 3}}}, .boundaries = {{0, 2.5, "k = 1.5"}}};
  for (const char* name : {"a.svg", "a.png"}) {
    EXPECT_EQ(drawn(map, name), drawn(map, name));
    EXPECT_EQ(drawn(locus, name), drawn(locus, name));
    EXPECT_EQ(drawn(scatter, name), drawn(scatter, name));
    EXPECT_EQ(drawn(tornado, name), drawn(tornado, name));
  }
  HeatMap other = map;
  other.values[4] += 1;
  EXPECT_NE(drawn(map, "a.png"), drawn(other, "a.png"));
}

TEST_F(DrawTest, OtherKindsHaveTheSameErrors) {
  EXPECT_THROW(draw(HeatMap{}, folder_ / "a.pdf"), Error);
  EXPECT_THROW(draw(RootLocus{}, folder_ / "a.pdf"), Error);
  EXPECT_THROW(draw(Scatter{}, folder_ / "a.pdf"), Error);
  EXPECT_THROW(draw(Tornado{}, folder_ / "a.pdf"), Error);
  EXPECT_THROW(draw(HeatMap{}, folder_ / "no/such/a.svg"), Error);
  EXPECT_EQ(files(), 0u);
}

TEST_F(DrawTest, TheSuffixSaysTheKind) {
  for (const char* name : {"a.pdf", "a", "svg", "a.svg.txt", ".svg"}) {
    try {
      draw(difficult_figure(), folder_ / name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kInput);
      EXPECT_NE(error.message.find(name), std::string::npos);
      EXPECT_NE((error.message + error.hint).find(".svg"), std::string::npos);
      EXPECT_NE((error.message + error.hint).find(".png"), std::string::npos);
    }
    EXPECT_THROW(check_picture_path(name), Error);
  }
  check_picture_path("there/b.c.png");
  EXPECT_EQ(files(), 0u);
}

TEST_F(DrawTest, FoldersThatAreNotThere) {
  try {
    draw(difficult_figure(), folder_ / "no/such/a.svg");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
    EXPECT_NE(error.message.find("no/such/a.svg"), std::string::npos);
  }
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace kinemate
