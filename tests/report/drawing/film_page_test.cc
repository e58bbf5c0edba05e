#include "report/drawing/film_page.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <pugixml.hpp>

namespace kinemate {
namespace {

using PathNumbers = std::vector<double>;

// One body from point 0 to point 1, with a disc and a tip there.
Skeleton rod() {
  Skeleton skeleton;
  skeleton.lines = {{1, 0, 1}};
  skeleton.discs = {{1, 1}};
  skeleton.tips = {{1, 1}};
  skeleton.marks = {0};
  skeleton.points = 2;
  return skeleton;
}

FilmPage swing(const Skeleton& skeleton, std::size_t moments = 16) {
  FilmPage page{"swing", {"world", "rod"}, skeleton, {{1, 0, 0}, {0, 0, 1}, true}, 0, 10, {}, {{}}};
  for (std::size_t m = 0; m < moments; ++m) {
    const double angle = 0.1 * static_cast<double>(m);
    page.moments.push_back({{0, 0}, {std::sin(angle), -std::cos(angle)}});
    page.paths[0].push_back(page.moments.back()[1]);
  }
  return page;
}

pugi::xml_document parsed(const std::string& svg) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(svg.c_str());
  EXPECT_TRUE(result) << result.description();
  return document;
}

std::vector<pugi::xml_node> all(const pugi::xml_document& document, const char* path) {
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xpath_node& found : document.select_nodes(path)) nodes.push_back(found.node());
  return nodes;
}

std::vector<std::string> texts(const pugi::xml_document& document) {
  std::vector<std::string> result;
  for (const pugi::xml_node& node : all(document, "//text")) result.emplace_back(node.text().get());
  return result;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Of "M1 2L3 4".
PathNumbers numbers_of(std::string d) {
  for (char& c : d)
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) c = ' ';
  std::replace(d.begin(), d.end(), ',', ' ');
  PathNumbers numbers;
  for (const char* at = d.c_str();;) {
    char* end = nullptr;
    const double x = std::strtod(at, &end);
    if (end == at) return numbers;
    numbers.push_back(x);
    at = end;
  }
}

TEST(FilmPage, MomentsBecomeStrongerAndTheLastIsStrongest) {
  const Skeleton skeleton = rod();
  const auto document = parsed(film_svg(swing(skeleton)));
  const auto groups = all(document, "//g[circle]");
  ASSERT_EQ(groups.size(), 16u);
  for (std::size_t m = 1; m < 16; ++m)
    EXPECT_GT(groups[m].attribute("opacity").as_double(), groups[m - 1].attribute("opacity").as_double());
  EXPECT_EQ(groups[15].attribute("opacity").as_double(), 1);
  EXPECT_LT(groups[14].attribute("opacity").as_double(), 0.7);
  EXPECT_EQ(all(document, "//path[@fill='#909090']").size(), 1u) << "a mark that stands still is drawn once";
}

// One metre is as many pixels across as down, and what is higher is nearer to the top.
TEST(FilmPage, BothAxesHaveOneScale) {
  const Skeleton skeleton = rod();
  FilmPage page = swing(skeleton, 1);
  page.moments = {{{0, 0}, {3, 0}}, {{0, 0}, {0, 1}}};
  const auto document = parsed(film_svg(page));
  const auto strokes = all(document, "//g[circle]/path[@stroke='#0072B2']");
  ASSERT_EQ(strokes.size(), 2u);
  const PathNumbers across = numbers_of(strokes[0].attribute("d").value()),
                    up = numbers_of(strokes[1].attribute("d").value());
  ASSERT_EQ(across.size(), 4u);
  const double metre = (across[2] - across[0]) / 3;
  EXPECT_GT(metre, 50);
  EXPECT_EQ(across[1], across[3]);
  EXPECT_NEAR(up[1] - up[3], metre, 0.2);
  EXPECT_EQ(up[0], up[2]);
}

TEST(FilmPage, TicksSayWhereThingsAre) {
  const Skeleton skeleton = rod();
  FilmPage page = swing(skeleton, 1);
  page.moments = {{{0, 0}, {3, -1}}};
  const auto document = parsed(film_svg(page));
  EXPECT_TRUE(has(texts(document), "x [m]"));
  EXPECT_TRUE(has(texts(document), "z [m]"));
  const double metre = [&] {
    const PathNumbers d = numbers_of(all(document, "//g[circle]/path[@stroke='#0072B2']")[0].attribute("d").value());
    return (d[2] - d[0]) / 3;
  }();
  std::map<std::string, double> across;
  for (const pugi::xml_node& node : all(document, "//text[@text-anchor='middle'][@x]"))
    across[node.text().get()] = node.attribute("x").as_double();
  ASSERT_TRUE(across.contains("0.0") || across.contains("0"));
  ASSERT_TRUE(across.contains("3.0"));
  EXPECT_NEAR(across["3.0"] - across["0"], 3 * metre, 0.3);
}

// Up is -z: numbers grow downwards.
TEST(FilmPage, TicksCountTheAxisEvenWhereItPointsDown) {
  const Skeleton skeleton = rod();
  FilmPage page = swing(skeleton, 1);
  page.view.up = {0, 0, -1};
  page.moments = {{{0, 0}, {0, -8}}};  // z = 8
  std::map<std::string, double> heights;
  const auto document = parsed(film_svg(page));
  for (const pugi::xml_node& node : all(document, "//text[@text-anchor='end']"))
    heights[node.text().get()] = node.attribute("y").as_double();
  ASSERT_TRUE(heights.contains("8"));
  EXPECT_GT(heights["8"], heights["0"]);
  EXPECT_FALSE(heights.contains("-8"));
}

TEST(FilmPage, SpaceHasATriadInsteadOfAxes) {
  const Skeleton skeleton = rod();
  FilmPage page = swing(skeleton);
  page.view = {{0.6, 0.8, 0}, {0, 0, 1}, false};
  const auto document = parsed(film_svg(page));
  for (const char* axis : {"x", "y", "z"}) EXPECT_TRUE(has(texts(document), axis)) << axis;
  EXPECT_FALSE(has(texts(document), "x [m]"));
  EXPECT_TRUE(has(texts(document), "axes of 0.1 m")) << fmt::format("{}", fmt::join(texts(document), "; "));
}

TEST(FilmPage, TheLegendNamesAtMostEighteenBodies) {
  Skeleton skeleton;
  skeleton.points = 1;
  FilmPage page{"many", {"world"}, skeleton, {{1, 0, 0}, {0, 0, 1}, true}, 0, 1, {{{0, 0}}}, {}};
  for (std::size_t body = 1; body <= 20; ++body) {
    skeleton.discs.push_back({body, 0});
    page.names.push_back(fmt::format("body{}", body));
  }
  const auto shown = texts(parsed(film_svg(page)));
  EXPECT_TRUE(has(shown, "body18"));
  EXPECT_FALSE(has(shown, "body19"));
  EXPECT_TRUE(has(shown, "and 2 more"));
  skeleton.discs.resize(18);
  EXPECT_FALSE(has(texts(parsed(film_svg(page))), "and 2 more"));
}

TEST(FilmPage, TextsAreEscaped) {
  const Skeleton skeleton = rod();
  FilmPage page = swing(skeleton);
  page.machine = "<&> 1";
  page.names[1] = "a & b";
  const auto shown = texts(parsed(film_svg(page)));
  EXPECT_TRUE(has(shown, "<&> 1, t = 0 .. 10 s"));
  EXPECT_TRUE(has(shown, "a & b"));
}

TEST(FilmPage, LongPathsStaySmallAndKeepTheirShape) {
  const Skeleton skeleton = rod();
  FilmPage page = swing(skeleton);
  page.paths[0].clear();
  for (std::size_t i = 0; i < 1'000'000; ++i) {
    const double t = 1e-4 * static_cast<double>(i);
    page.paths[0].push_back({std::sin(37 * t) * std::cos(0.1 * t), std::cos(31 * t)});
  }
  const std::string svg = film_svg(page);
  EXPECT_LT(svg.size(), 500'000u);
  EXPECT_GT(svg.size(), 100'000u);
  // steps add up to the way from the first point to the last that is kept, within the panel
  const PathNumbers path = numbers_of(all(parsed(svg), "//g[@stroke-width='0.8']/path")[0].attribute("d").value());
  double x = 0, y = 0, right = 0, low = 1e9;
  for (std::size_t i = 0; i + 1 < path.size(); i += 2) {
    x += path[i], y += path[i + 1];
    right = std::max(right, x), low = std::min(low, y);
    ASSERT_GT(x, 70);
    ASSERT_LT(x, 720);
  }
  EXPECT_LT(all(parsed(svg), "//g[@stroke-width='0.8']")[0].attribute("opacity").as_double(), 0.2)
      << "it must not hide the machine";
  EXPECT_GT(right, 600);
  EXPECT_LT(low, 90);
}

TEST(FilmPage, AStillPointCanBeDrawn) {
  Skeleton skeleton;
  skeleton.points = 1;
  skeleton.discs = {{1, 0}};
  const FilmPage page{"still", {"world", "b"}, skeleton, {{1, 0, 0}, {0, 0, 1}, true}, 0, 1, {{{5e3, 1e-7}}}, {}};
  const std::string svg = film_svg(page);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_EQ(all(parsed(svg), "//circle").size(), 1u);
}

}  // namespace
}  // namespace kinemate
