#include "report/dot.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"

namespace kinemate {
namespace {

TEST(Dot, TextsAreQuoted) { EXPECT_EQ(dot_string("a \"b\" \\c\n&lt;"), "\"a \\\"b\\\" \\\\c &amp;lt;\""); }

TEST(Dot, PicturesShowTheLabelsOfTheGraph) {
  const std::string svg = draw_svg("graph g { a [label=" + dot_string("left & \"right\"") + "]; a -- b; }");
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_NE(svg.find("left &amp; &quot;right&quot;"), std::string::npos) << svg;
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_EQ(svg, draw_svg("graph g { a [label=" + dot_string("left & \"right\"") + "]; a -- b; }"));
}

TEST(Dot, TheProgramMayBeMissing) {
  const std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    draw_svg("graph {}");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
    EXPECT_NE(error.hint.find("apt-get install graphviz"), std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
}

TEST(Dot, WhatIsNoGraphIsRefused) {
  try {
    draw_svg("graph {");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kNumerical);
  }
}

}  // namespace
}  // namespace kinemate
