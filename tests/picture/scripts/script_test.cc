#include "picture/scripts/script.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/check.h"

namespace kinemate {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Script, PointsAndGaps) {
  const Figure figure{.panels = {{.curves = {{.name = "a", .x = {0, 1, 2, 3}, .y = {0.1, NAN, 2, 3}}}}}};
  EXPECT_TRUE(has(gnuplot_script(figure, PictureKind::kSvg), "$curve_0_0 << END\n0 0.1\n\n2 2\n3 3\n\nEND\n"));
}

TEST(Script, LinesAreThinnedAndPointsAreNot) {
  Curve curve{.name = "a"};
  for (int i = 0; i < 100'000; ++i) {
    curve.x.push_back(i * 1e-3);
    curve.y.push_back(i % 2);
  }
  Figure figure{.panels = {{.curves = {curve}}}};
  const std::size_t thinned = gnuplot_script(figure, PictureKind::kSvg).size();
  figure.panels[0].curves[0].style = CurveStyle::kPoints;
  EXPECT_LT(10 * thinned, gnuplot_script(figure, PictureKind::kSvg).size());
}

TEST(Script, TheLegendStandsBesideIfItsNamesDoNotFitIntoARow) {
  Figure figure{.panels = {{.curves = {{.name = "a", .x = {0, 1}, .y = {0, 1}}}}}};
  EXPECT_TRUE(has(gnuplot_script(figure, PictureKind::kSvg), "horizontal"));
  figure.panels[0].curves.resize(40, figure.panels[0].curves[0]);
  const std::string script = gnuplot_script(figure, PictureKind::kSvg);
  EXPECT_TRUE(has(script, "vertical"));
  EXPECT_FALSE(has(script, "size 900,600 "));  // higher, so that no name is lost
}

TEST(Script, CurvesLookDifferent) {
  Figure figure{.panels = {{}}};
  figure.panels[0].curves.resize(28, {.x = {0, 1}, .y = {0, 1}});
  const std::string script = gnuplot_script(figure, PictureKind::kPng);
  const std::string plot = script.substr(script.find("\nplot "));
  std::set<std::string> looks;
  for (std::size_t at = plot.find("with lines"); at != std::string::npos; at = plot.find("with lines", at + 1))
    looks.insert(plot.substr(at, plot.find(" notitle", at) - at));
  EXPECT_EQ(looks.size(), 28u);
}

TEST(Script, LogarithmicAxesHaveNumbersWithinADecade) {
  Figure figure{.x_logarithmic = true, .panels = {{}, {}}};
  for (Panel& panel : figure.panels) panel.curves = {{.x = {2, 8}, .y = {1, 3}}};
  const std::string script = gnuplot_script(figure, PictureKind::kSvg);
  EXPECT_TRUE(has(script, "'2' 2 0"));
  EXPECT_TRUE(has(script, "'8' 8 0"));
  EXPECT_LT(script.find("'' 2 0"), script.find("'2' 2 0"));  // numbers stand below the last panel alone
  EXPECT_TRUE(has(script, "mxtics"));
}

TEST(Script, EveryPanelHasItsOwnNumbers) {
  Figure figure{.panels = {{.y_numbers = AxisNumbers::kDegrees}, {}}};
  for (Panel& panel : figure.panels) panel.curves = {{.x = {2, 8}, .y = {-180, 0}}};
  const std::string script = gnuplot_script(figure, PictureKind::kSvg);
  EXPECT_TRUE(has(script, "'-135' -135 0"));
  EXPECT_LT(script.find("-135"), script.find("set ytics autofreq"));
}

// A panel without names is as high as the others, and nearer to the one above.
TEST(Script, LegendsTakeRoomWhereThereAreNames) {
  Figure figure{.panels = {{}, {}}};
  for (Panel& panel : figure.panels) panel.curves = {{.name = "a", .x = {2, 8}, .y = {1, 2}}};
  const auto edges = [&] {
    const std::string script = gnuplot_script(figure, PictureKind::kSvg);
    std::vector<double> places;
    for (const std::string margin : {"set tmargin at screen ", "set bmargin at screen "})
      for (std::size_t at = script.find(margin); at != std::string::npos; at = script.find(margin, at + 1))
        places.push_back(600 * (1 - std::stod(script.substr(at + margin.size()))));
    return places;  // tops, then bottoms
  };
  const std::vector<double> both = edges();
  figure.panels[1].curves[0].name = "";
  const std::vector<double> one = edges();
  ASSERT_EQ(both.size(), 4u);
  EXPECT_NEAR(both[1] - both[2], 38, 0.02);
  EXPECT_NEAR(one[1] - one[2], 14, 0.02);
  EXPECT_NEAR(one[2] - one[0], one[3] - one[1], 0.02);
  EXPECT_NEAR(one[3], both[3], 0.02);
}

TEST(Script, NeedsAPanel) { EXPECT_THROW(gnuplot_script(Figure{}, PictureKind::kSvg), CheckFailure); }

}  // namespace
}  // namespace kinemate
