#include <gtest/gtest.h>

#include <cmath>

#include "picture/fixture.h"
#include "picture/scripts/colour_scale.h"

namespace kinemate {
namespace {

// An oscillator whose damping goes from -1 to 1.
RootLocus oscillator(int steps) {
  RootLocus locus{.title = "osc_1", .parameter = "d [N s/m]"};
  locus.branches.resize(2);
  for (int i = 0; i <= steps; ++i) {
    const double d = 2.0 * i / steps - 1;
    locus.values.push_back(d);
    for (int side = 0; side < 2; ++side) {
      locus.branches[static_cast<std::size_t>(side)].real.push_back(-d / 2);
      locus.branches[static_cast<std::size_t>(side)].imaginary.push_back((1 - 2 * side) * std::sqrt(1 - d * d / 4));
    }
  }
  locus.boundaries = {{0, 1, "d = 0"}, {0, -1, "d = 0"}};
  return locus;
}

TEST(RootLocusScript, BranchesHaveTheColoursOfTheValues) {
  const RootLocus locus{.values = {0, 5, 10}, .branches = {{{-1, NAN, -3}, {1, 2, 3}}}};
  EXPECT_EQ(block_of(gnuplot_script(locus, PictureKind::kSvg), "lines"),
            (std::vector<std::string>{"-1 1 " + std::to_string(0x440154), "", "-3 3 " + std::to_string(0xFDE725), ""}));
}

TEST(RootLocusScript, StartAndEndHaveSigns) {
  const std::string script = gnuplot_script(oscillator(4), PictureKind::kSvg);
  EXPECT_EQ(block_of(script, "start"), (std::vector<std::string>{"0.5 0.866025404", "0.5 -0.866025404"}));
  EXPECT_EQ(block_of(script, "end"), (std::vector<std::string>{"-0.5 0.866025404", "-0.5 -0.866025404"}));
  EXPECT_EQ(block_of(script, "marks"), (std::vector<std::string>{"0 1", "0 -1"}));
  EXPECT_TRUE(script_has(script, "'first, -1'"));
  EXPECT_TRUE(script_has(script, "'last, 1'"));
  EXPECT_TRUE(script_has(script, "$dots << END"));
}

TEST(RootLocusScript, ManyValuesAreThinnedLinesWithoutDots) {
  const std::string script = gnuplot_script(oscillator(100'000), PictureKind::kSvg);
  const std::size_t lines = block_of(script, "lines").size();
  EXPECT_LT(lines, 2000u);
  EXPECT_GT(lines, 400u);
  EXPECT_FALSE(script_has(script, "$dots"));
}

TEST(RootLocusScript, WithoutValuesItIsAMapOfPoles) {
  for (const std::vector<double>& values : {std::vector<double>{}, std::vector<double>{7}}) {
    const RootLocus locus{.values = values, .branches = {{{-1}, {1}}, {{-1}, {-1}}}};
    const std::string script = gnuplot_script(locus, PictureKind::kSvg);
    EXPECT_EQ(block_of(script, "start"), (std::vector<std::string>{"-1 1", "-1 -1"}));
    EXPECT_TRUE(script_has(script, "unset colorbox"));
    EXPECT_FALSE(script_has(script, "$lines"));
    EXPECT_FALSE(script_has(script, "keyentry"));
  }
}

TEST(RootLocusScript, PolesOutsideAreToldAndHaveASignAtTheEdge) {
  RootLocus locus{.title = "map", .branches = {{{-1, -1, -2, -2, -3e6}, {3, -3, 2, -2, 0}}}};
  std::string script = gnuplot_script(locus, PictureKind::kSvg);
  EXPECT_TRUE(script_has(script, "'map (◆ 1 pole outside, at 3e+06 1/s)'"));
  EXPECT_EQ(block_of(script, "beyond"), (std::vector<std::string>{"-2.12 0"}));
  EXPECT_TRUE(script_has(script, "set xrange [-2.12:"));
  EXPECT_EQ(block_of(script, "start").size(), 4u);
  locus.title = "";
  locus.branches.push_back({{0}, {-1e7}});
  script = gnuplot_script(locus, PictureKind::kSvg);
  EXPECT_TRUE(script_has(script, "'◆ 2 poles outside, up to 1e+07 1/s'"));
  EXPECT_EQ(block_of(script, "beyond").size(), 2u);
}

TEST(RootLocusScript, LabelsOfMarksStandApartAndInTheFrame) {
  RootLocus locus = oscillator(10);
  locus.boundaries = {{0, 1, "d = 0.001"}, {0, 0.99, "d = 0.002"}, {0, 0.98, "d = 0.003"}, {0.5, 0.9, "d = 0.004"}};
  const std::string script = gnuplot_script(locus, PictureKind::kPng);
  std::vector<std::pair<double, double>> places;
  for (const RootLocus::Mark& mark : locus.boundaries) {
    const std::string head = "set label '" + mark.label + "' at graph ";
    const std::size_t at = script.find(head);
    ASSERT_NE(at, std::string::npos);
    places.emplace_back(std::stod(script.substr(at + head.size())), std::stod(script.substr(script.find(',', at) + 1)));
    EXPECT_TRUE(places.back().first > 0.03 && places.back().first < 0.97);
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_TRUE(std::abs(places[i].first - places[k].first) > 0.09 ||
                  std::abs(places[i].second - places[k].second) > 0.03)
          << i << " " << k;
}

TEST(RootLocusScript, TheDrawingHasTheTexts) {
  const pugi::xml_document svg = drawn_svg(oscillator(20));
  for (const char* text : {"osc_1", "d [N s/m]", "d = 0", "limit of stability", "unstable", "real part [1/s]"})
    EXPECT_TRUE(svg_shows(svg, text)) << text;
  RootLocus locus = oscillator(20);
  for (double& value : locus.values) value = std::pow(10, value);
  locus.logarithmic = true;
  EXPECT_TRUE(svg_shows(drawn_svg(locus), "10"));
}

}  // namespace
}  // namespace kinemate
