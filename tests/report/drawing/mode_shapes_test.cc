#include "report/drawing/mode_shapes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <pugixml.hpp>

#include "base/error.h"
#include "base/file.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

constexpr const char* kHangingRod = R"(name: a < b
parameters: {l: 2, g: 9.81}
gravity: [0, 0, -g]
bodies: {rod: {mass: 1, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
)";

class ModeShapesTest : public ModelTest {
 protected:
  ModeShapesTest() : path_(testing::TempDir() + fmt::format("modes_{}.svg", getpid())) {}
  ~ModeShapesTest() override { std::filesystem::remove(path_); }

  std::string picture(const std::string& text, const std::vector<double>& reference,
                      const std::vector<ModeShapePicture>& modes) {
    write_mode_shapes(machine(text), reference, 0, modes, path_);
    return read_text_file(path_);
  }

  std::string path_;
};

std::vector<std::string> mode_texts(const std::string& svg) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(svg.c_str()));
  std::vector<std::string> texts;
  for (const pugi::xpath_node& node : document.select_nodes("//text")) texts.emplace_back(node.node().text().get());
  return texts;
}

bool has_mode_text(const std::string& svg, const std::string& text) {
  const std::vector<std::string> texts = mode_texts(svg);
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

TEST_F(ModeShapesTest, TilesHaveTheTitlesThatAreGiven) {
  const std::string svg = picture(kHangingRod, {0.1}, {{"mode 1: 0.35 Hz, damping < 1 %", {1}}});
  EXPECT_TRUE(has_mode_text(svg, "a < b: modes"));
  EXPECT_TRUE(has_mode_text(svg, "mode 1: 0.35 Hz, damping < 1 %"));
  EXPECT_TRUE(has_mode_text(svg, "x"));
  EXPECT_TRUE(has_mode_text(svg, "z"));
  EXPECT_FALSE(has_mode_text(svg, "y"));  // it swings in a plane
  EXPECT_EQ(svg, picture(kHangingRod, {0.1}, {{"mode 1: 0.35 Hz, damping < 1 %", {1}}}));
}

TEST_F(ModeShapesTest, MoreThanTwelveAreCounted) {
  std::vector<ModeShapePicture> modes;
  for (int i = 1; i <= 12; ++i) modes.push_back({fmt::format("mode {}", i), {1}});
  EXPECT_FALSE(has_mode_text(picture(kHangingRod, {0}, modes), "The first 12 of 12 modes."));
  modes.push_back({"mode 13", {1}});
  const std::string svg = picture(kHangingRod, {0}, modes);
  EXPECT_TRUE(has_mode_text(svg, "mode 12"));
  EXPECT_FALSE(has_mode_text(svg, "mode 13"));
  EXPECT_TRUE(has_mode_text(svg, "The first 12 of 13 modes."));
}

// One plane is not enough for all modes.
TEST_F(ModeShapesTest, SpaceIsSeenFromTheSideAndAbove) {
  constexpr const char* kGimbal = R"(name: gimbal
bodies: {a: {mass: 1}, b: {mass: 1, center: [0, 0.5, -2]}}
joints:
  one: {type: revolute, axis: y, from: world, to: a, coordinate: q}
  two: {type: revolute, axis: x, from: {body: a, at: [0, 0, -1]}, to: b, coordinate: p}
)";
  const std::string svg = picture(kGimbal, {0.2, 0.1}, {{"mode 1", {1, 0}}, {"mode 2", {0, 1}}});
  for (const char* axis : {"x", "y", "z"}) EXPECT_TRUE(has_mode_text(svg, axis)) << axis;
}

TEST_F(ModeShapesTest, ATimeIsSaidWhereItMatters) {
  const std::string svg = picture(R"(name: driven
bodies: {a: {mass: 1}, b: {mass: 1, center: [0, 0, -1]}}
joints:
  one: {type: prismatic, axis: x, from: world, to: a, coordinate: s, drive: {s: t}}
  two: {type: revolute, axis: y, from: a, to: b, coordinate: p}
)",
                                  {0}, {{"mode 1", {1}}});
  EXPECT_TRUE(has_mode_text(svg, "driven: modes at t = 0 s"));
}

TEST_F(ModeShapesTest, Refusals) {
  const auto kind = [&](const std::vector<double>& reference, const std::vector<ModeShapePicture>& modes,
                        const std::string& path) {
    try {
      write_mode_shapes(machine(kHangingRod), reference, 0, modes, path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      return error.kind;
    }
    return Error::Kind::kInput;
  };
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(kind({0}, {{"m", {1}}}, "modes.png"), Error::Kind::kInput);
  EXPECT_EQ(kind({nothing}, {{"m", {1}}}, path_), Error::Kind::kNumerical);
  EXPECT_EQ(kind({0}, {{"m", {{0, nothing}}}}, path_), Error::Kind::kNumerical);
  EXPECT_EQ(kind({0}, {{"m", {1}}}, "/nowhere/modes.svg"), Error::Kind::kFileSystem);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace kinemate
