#include "report/drawing/skeleton_svg.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>

namespace kinemate {
namespace {

// Two rods, the second with a disc; a mark at the first joint; the second slides on the first.
Skeleton two_rods() {
  Skeleton skeleton;
  skeleton.lines = {{1, 0, 1}, {2, 1, 2}};
  skeleton.guides = {{2, 0, 2}};
  skeleton.discs = {{2, 2}};
  skeleton.marks = {0};
  skeleton.points = 3;
  return skeleton;
}

const std::vector<PicturePoint> kStretched = {{0, 0}, {1, 0}, {2, 0.5}};
const SvgPanel kTenfold{.left = 100, .top = 50, .x_low = -1, .y_high = 3, .scale = 10};

std::size_t number_of(const std::string& svg, const char* path) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(svg.c_str())) << svg;
  return document.select_nodes(path).size();
}

TEST(SkeletonSvg, PointsAreInOneScale) {
  EXPECT_DOUBLE_EQ(kTenfold.right(0), 110);
  EXPECT_DOUBLE_EQ(kTenfold.down(0), 80);
  EXPECT_EQ(to_text(kTenfold.pixel({2, 0.5})), "130 75");
  const std::string svg = skeleton_svg(two_rods(), kStretched, kTenfold, {});
  EXPECT_NE(svg.find("<path class=\"b1\" stroke=\"#0072B2\" d=\"M110 80L120 80\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<circle class=\"b2 disc\" cx=\"130\" cy=\"75\" r=\"5\" fill=\"#D55E00\"/>"), std::string::npos)
      << svg;
  EXPECT_EQ(number_of(svg, "//g[@stroke-dasharray]/path"), 1u);
}

TEST(SkeletonSvg, OneInkIsOnePath) {
  const std::string svg = skeleton_svg(two_rods(), kStretched, kTenfold, {.opacity = 0.5, .ink = "#123456"});
  EXPECT_EQ(number_of(svg, "/g[@opacity='0.50']/path[@stroke='#123456']"), 1u);
  EXPECT_EQ(number_of(svg, "//circle[@fill='#123456']"), 1u);
  EXPECT_EQ(svg.find("#0072B2"), std::string::npos);
}

TEST(SkeletonSvg, MarksThatStandStillAreDrawnOnce) {
  std::vector<PicturePoint> other = kStretched;
  EXPECT_EQ(
      number_of(skeleton_svg(two_rods(), kStretched, kTenfold, {.other_pose = &other}), "//path[@fill='#909090']"), 0u);
  other[0].x += 1;
  EXPECT_EQ(
      number_of(skeleton_svg(two_rods(), kStretched, kTenfold, {.other_pose = &other}), "//path[@fill='#909090']"), 1u);
}

TEST(SkeletonSvg, JointsSpringsAndCentresHaveSigns) {
  Skeleton skeleton = two_rods();
  skeleton.pins = {1};
  skeleton.centres = {{1, 1}};
  skeleton.wires = {{Skeleton::WireKind::kSpringDamper, 0, 2}, {Skeleton::WireKind::kLine, 0, 1}};
  skeleton.circles = {{2, 2, 1, 0}};
  const std::string svg = skeleton_svg(skeleton, kStretched, kTenfold, {});
  for (const char* sign : {"//circle[@class='pin']", "//path[@class='spring']", "//path[@class='damper']",
                           "//path[@class='wire']", "//path[@class='b2 circle']", "//circle[@class='b1 com']"})
    EXPECT_EQ(number_of(svg, sign), 1u) << sign;
  const std::string faded = skeleton_svg(skeleton, kStretched, kTenfold, {.with_joints = false});
  EXPECT_EQ(number_of(faded, "//circle[@class='pin']"), 0u);
  EXPECT_EQ(number_of(faded, "//circle[@class='b1 com']"), 1u);
}

TEST(SkeletonSvg, RangesHaveAMarginAndSomeSize) {
  const std::vector<std::vector<PicturePoint>> lines = {kStretched}, point = {{{5, 5}}}, none;
  const PanelRanges ranges = panel_ranges({&lines, &none});
  EXPECT_NEAR(ranges.x.low, -0.12, 1e-12);
  EXPECT_NEAR(ranges.x.high, 2.12, 1e-12);
  EXPECT_NEAR(ranges.y.high, 0.62, 1e-12);
  EXPECT_GT(panel_ranges({&point}).y.size(), 0);
}

TEST(SkeletonSvg, TriadsLeaveOutTheAxisOneLooksAlong) {
  const auto axes = [](const FilmView& view) {
    return number_of("<svg>" + triad_svg(view, 100, 0, 0) + "</svg>", "//path");
  };
  EXPECT_EQ(axes({{1, 0, 0}, {0, 0, 1}, true}), 2u);
  EXPECT_EQ(axes({{0.6, 0.8, 0}, {0.1, 0.1, 0.99}, false}), 3u);
  EXPECT_NE(triad_svg({{1, 0, 0}, {0, 0, 1}, true}, 100, 0, 0).find("axes of 0.5 m"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
