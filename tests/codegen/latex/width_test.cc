#include "codegen/latex/width.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(LatexWidth, FractionsAreAsWideAsTheirWiderPart) {
  const double letter = measure_latex("a").width;
  EXPECT_NEAR(measure_latex("\\frac{a}{a a a}").width, measure_latex("\\frac{a a a}{a}").width, 1e-12);
  EXPECT_NEAR(measure_latex("\\frac{a}{a a a}").width, 3 * letter + 0.8, 1e-12);
}

TEST(LatexWidth, DepthOfFractions) {
  EXPECT_EQ(measure_latex("a + b").fractions, 0);
  EXPECT_EQ(measure_latex("\\frac{a}{b} + \\frac{c}{d}").fractions, 1);
  EXPECT_EQ(measure_latex("\\frac{a}{1 + \\sqrt{\\frac{c}{d}}}").fractions, 2);
  EXPECT_EQ(measure_latex("\\frac{\\frac{\\frac{a}{b}}{c}}{d}").fractions, 3);
}

TEST(LatexWidth, CommandsCountAsWhatTheyPrint) {
  EXPECT_EQ(measure_latex("\\left(\\right)").width, measure_latex("()").width);
  EXPECT_LT(measure_latex("\\alpha_{1}").width, 2.5);
  EXPECT_LT(measure_latex("\\ddot{\\alpha}").width, 1.5);
  EXPECT_NEAR(measure_latex("\\mathrm{mass}").width, 4 * measure_latex("a").width, 1e-12);
  EXPECT_NEAR(measure_latex("\\sin").width, 3.4, 1e-12);
  EXPECT_EQ(measure_latex("ü").width, measure_latex("u").width);
  EXPECT_EQ(measure_latex("}{").width, 0);  // no formula
}

}  // namespace
}  // namespace kinemate
