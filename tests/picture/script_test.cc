#include "picture/script.h"

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

TEST(Script, NeedsAPanel) { EXPECT_THROW(gnuplot_script(Figure{}, PictureKind::kSvg), CheckFailure); }

}  // namespace
}  // namespace kinemate
