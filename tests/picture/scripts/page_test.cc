#include "picture/scripts/page.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Page, TextsAreQuoted) {
  EXPECT_EQ(gnuplot_string("q' \"a\" \\n `ls` @m"), "'q'' \"a\" \\n `ls` @m'");
  EXPECT_EQ(gnuplot_string("z'' [m]"), "'z' . \"''\" . ' [m]'") << "gnuplot cannot read two in a row";
  EXPECT_EQ(gnuplot_string("a\nb\tφ\xFF"), "'a b φ?'");
}

TEST(Page, LongTextsGetSmallLetters) {
  EXPECT_EQ(fit_text("angle [rad]", 300).text, "angle [rad]");
  EXPECT_EQ(fit_text("angle [rad]", 300).font, kFontSize);
  const std::string text(50, 'x');
  const FittedText small = fit_text(text, 0.75 * text_width(text));
  EXPECT_EQ(small.text, text);
  EXPECT_DOUBLE_EQ(small.font, 0.75 * kFontSize);
}

TEST(Page, TheMiddleOfVeryLongTextsGivesWay) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "φ";
  text = "front" + text + "rear";
  const FittedText cut = fit_text(text, 300, 10);
  EXPECT_EQ(cut.font, 10);
  EXPECT_TRUE(cut.text.starts_with("frontφ") && cut.text.ends_with("φrear")) << cut.text;
  EXPECT_NE(cut.text.find("φ…φ"), std::string::npos);
  EXPECT_LE(text_width(cut.text) * cut.font / kFontSize, 300);
  EXPECT_GT(text_width(cut.text) * cut.font / kFontSize, 280);
  EXPECT_EQ(fit_text("abcdef", 0).text, "a…f");
  EXPECT_EQ(fit_text("", 0).text, "");
}

TEST(Page, BothKindsLookTheSame) {
  EXPECT_EQ(gnuplot_font(12, PictureKind::kSvg), "'DejaVu Sans,12.0'");
  EXPECT_EQ(gnuplot_font(12, PictureKind::kPng), "'DejaVu Sans,9.0'");
  EXPECT_NE(gnuplot_points(kDiscSign, 1, PictureKind::kSvg), gnuplot_points(kDiscSign, 1, PictureKind::kPng));
  EXPECT_NE(gnuplot_page(PictureKind::kPng, 321).find("pngcairo"), std::string::npos);
  EXPECT_NE(gnuplot_page(PictureKind::kSvg, 321).find("size 900,321 "), std::string::npos);
}

}  // namespace
}  // namespace kinemate
