#include "report/latex.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kinemate {
namespace {

TEST(LatexTest, ADocumentHasABeginningAndAnEnd) {
  const std::string text = latex_document("x\n");
  EXPECT_EQ(text.find("\\documentclass"), 0u);
  EXPECT_NE(text.find("\\begin{document}\nx\n\\end{document}\n"), std::string::npos);
}

TEST(LatexTest, PaperIsA4) { EXPECT_NE(latex_document("").find("[a4paper"), std::string::npos); }

TEST(LatexTest, LongSumsAreBrokenBeforeTheirSigns) {
  EXPECT_EQ(latex_equation("M_{11}", "m + J"), "M_{11} &= m + J");
  std::string sum = "x_{0}";
  for (int i = 1; i < 60; ++i) sum += " + x_{" + std::to_string(i) + "}";
  const std::string lines = latex_equation("k_{1}", sum);
  EXPECT_NE(lines.find(" \\\\\n&\\quad + x_{"), std::string::npos) << lines;
  for (std::size_t from = 0, to; from < lines.size(); from = to + 1) {
    to = std::min(lines.find('\n', from), lines.size());
    EXPECT_LT(latex_width(lines.substr(from, to - from)), 85) << lines.substr(from, to - from);
  }
}

// What \left opens is closed on the same line.
TEST(LatexTest, BracketsAreClosedWhereLinesEnd) {
  std::string sum = "m \\, \\left(a";
  for (int i = 1; i < 60; ++i) sum += " - b_{" + std::to_string(i) + "}";
  const std::string lines = latex_equation("M", sum + "\\right)");
  std::size_t count = 0;
  for (std::size_t from = 0, to; from < lines.size(); from = to + 1, ++count) {
    to = std::min(lines.find('\n', from), lines.size());
    const std::string line = lines.substr(from, to - from);
    EXPECT_NE(line.find("\\left"), std::string::npos) << line;
    EXPECT_NE(line.find("\\right"), std::string::npos) << line;
  }
  EXPECT_GT(count, 2u);
}

TEST(LatexTest, WhatCannotBeBrokenIsMadeSmaller) {
  EXPECT_EQ(latex_scaled("x", 10, 1), "x");
  EXPECT_NE(latex_scaled("x", 500, 0.5).find("\\resizebox{0.50\\linewidth}"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
