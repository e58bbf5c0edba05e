#include "picture/scripts/frame.h"

#include <gtest/gtest.h>

#include "picture/fixture.h"

namespace kinemate {
namespace {

TEST(Frame, TitleAndLegendTakeRoom) {
  EXPECT_EQ(frame_top("", ""), kPageTop);
  EXPECT_EQ(frame_top("a", ""), kPageTop + kTitleHeight);
  EXPECT_EQ(frame_top("a", "b"), kPageTop + kTitleHeight + kLegendHeight);
}

TEST(Frame, NumbersTakeRoom) {
  EXPECT_GE(frame_left({{1, "1000000.0001"}}) - frame_left({{1, "1.5"}}),
            text_width("1000000.0001") - text_width("1.5"));
}

TEST(Frame, EdgesAreSharesOfThePage) {
  const std::string head =
      frame_head({.height = 500, .left = 90, .right = 720, .top = 50, .bottom = 400}, "a", "b", "c");
  for (const char* line : {"set lmargin at screen 0.10000\n", "set rmargin at screen 0.80000\n",
                           "set tmargin at screen 0.90000\n", "set bmargin at screen 0.20000\n"})
    EXPECT_TRUE(script_has(head, line)) << line;
}

TEST(Frame, ALongTitleStaysOnThePage) {
  const PictureFrame frame{.left = 400, .right = 880, .top = 50, .bottom = 400};
  EXPECT_TRUE(script_has(frame_head(frame, "a", "", ""), "set label 1 'a' at screen 0.71111,"));
  EXPECT_TRUE(script_has(frame_head(frame, std::string(100, 'a'), "", ""), "at screen 0.53667,"));
  EXPECT_TRUE(script_has(frame_head(frame, std::string(1000, 'a'), "", ""), "a' at screen 0.50182,"));
}

TEST(Frame, AnAxisHasItsRange) {
  EXPECT_EQ(frame_axis("y", {.low = 0.5, .high = 20}, true, {{1, "1"}}),
            "set yrange [0.5:20] noextend\nset logscale y 10\nset ytics ('1' 1 0)\n");
  EXPECT_FALSE(script_has(frame_axis("y", {}, false, {}), "logscale"));
  EXPECT_EQ(legend_entry("with lines", "it's"), ", keyentry with lines title 'it''s'");
}

}  // namespace
}  // namespace kinemate
