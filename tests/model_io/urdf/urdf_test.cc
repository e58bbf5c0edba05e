// Whole URDF files: real robots, wrong files to the letter, files that are cut or damaged.
//
// What is expected of a new file in wrong_urdf/ is written by the command itself, and read by a person before it is
// kept:
//   cd tests/model_io/wrong_urdf && kinemate check NAME.urdf 2>&1 | head -n -1 > NAME.expected
#include "model_io/urdf/urdf.h"

#include <filesystem>

#include "base/file.h"
#include "model_io/random_robot.h"
#include "model_io/read.h"
#include "model_io/urdf_fixture.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

const fs::path kCases = fs::path(KINEMATE_SOURCE) / "../shared/cases/urdf";

struct RobotCase {
  const char* file;
  std::size_t bodies, frames, joints, coordinates;
  const char* root;  // that floats
};

constexpr RobotCase kRobots[] = {{"5bar_linkage.urdf", 6, 2, 6, 6, "built"},
                                 {"anymal_b.urdf", 12, 11, 12, 12, "base"},
                                 {"double_pendulum_simple.urdf", 2, 2, 2, 2, "base_link"},
                                 {"kuka_iiwa_robot_drake.urdf", 7, 2, 7, 7, "base"},
                                 {"panda.urdf", 9, 4, 9, 9, "panda_link0"},
                                 {"ur5_robot.urdf", 6, 4, 6, 6, "base_link"}};

std::string good_robot() {
  return robot_text(link_text("base") + "\n" + link_text("upper") + "\n" + link_text("lower") + "\n<!-- c -->" +
                    joint_text("shoulder", "revolute", "base", "upper", "<axis xyz='0 1 0'/>") + "\n" +
                    joint_text("elbow", "prismatic", "upper", "lower",
                               "<origin xyz='0 0 0.5' rpy='0 1.5708 0'/><mimic joint='shoulder' multiplier='2'/>"));
}

void expect_reads_back(const Model& model) {
  const std::string once = write_model(model);
  const Reading again = read_model(once, "again");
  for (const Error& mistake : again.mistakes) ADD_FAILURE() << render(mistake);
  EXPECT_EQ(write_model(again.model), once);
  expect_same_machine(model, again.model);
}

TEST_F(UrdfTest, RealRobots) {
  if (!fs::exists(kCases)) GTEST_SKIP() << kCases << " is not there";
  for (const RobotCase& robot : kRobots) {
    const std::string text = read_text_file(kCases / robot.file);
    const Model model = robot_machine(text);
    EXPECT_EQ(model.bodies.size() - 1, robot.bodies) << robot.file;
    EXPECT_EQ(model.frames.size(), robot.frames) << robot.file;
    EXPECT_EQ(model.joints.size(), robot.joints) << robot.file;
    EXPECT_EQ(model.coordinates.size(), robot.coordinates) << robot.file;
    expect_reads_back(model);
    UrdfOptions options;
    options.floating = options.round_angles = true;
    const Model floating = robot_machine(text, options);
    EXPECT_EQ(floating.bodies.size(), model.bodies.size() + 1) << robot.file;
    EXPECT_EQ(floating.coordinates.size(), model.coordinates.size() + 7) << robot.file;
    EXPECT_EQ(floating.joints[0].name, std::string(robot.root) + "_free");
    expect_reads_back(floating);
  }
}

TEST_F(UrdfTest, WhatRealRobotsDoNotUse) {
  if (!fs::exists(kCases)) GTEST_SKIP() << kCases << " is not there";
  const Reading panda = read_urdf(read_text_file(kCases / "panda.urdf"), "panda");
  EXPECT_EQ(messages(panda.doubts),
            "attribute D of <dynamics> is not used (7 times)\nattribute K of <dynamics> is not used (7 times)\n"
            "attribute mu_coulomb of <dynamics> is not used (7 times)\n"
            "attribute mu_viscous of <dynamics> is not used (7 times)\n");
  EXPECT_NE(
      messages(panda.remarks).find("not used: 11 <visual>, 17 <collision>, 9 <limit>, 7 <safety_controller>: they"),
      std::string::npos);
  EXPECT_EQ(panda.model.constraints.size(), 1u);
  EXPECT_EQ(panda.model.loads.size(), 9u);
  const Reading ur5 = read_urdf(read_text_file(kCases / "ur5_robot.urdf"), "ur5");
  EXPECT_EQ(messages(ur5.doubts), "<gazebo> is not used (8 times)\n<transmission> is not used (6 times)\n");
  EXPECT_NE(
      messages(ur5.remarks).find("5 angles are nearly, but not quite, multiples of 15 degrees, such as 1.57079632679"),
      std::string::npos);
}

// The figures are those of other programs for the same file.
TEST_F(UrdfTest, TheHandOfTheIiwaIsWhereItShouldBe) {
  if (!fs::exists(kCases)) GTEST_SKIP() << kCases << " is not there";
  const Model model = robot_machine(read_text_file(kCases / "kuka_iiwa_robot_drake.urdf"));
  Values values;
  for (int i = 1; i <= 7; ++i)
    values[make_symbol(fmt::format("iiwa_joint_{}", i))] = (i % 2 == 1 ? 60 : 30) * std::acos(-1.0) / 180;
  const Pose<double> expected{{{{{-.5939002959880204, .8043869080239565, -.015625},
                                 {-.8043869080239565, -.5932991120359317, .03094940802395521},
                                 {.015625, .03094940802395527, .9993988160479114}}}},
                              {0.2970356451892219, 0.1727696964662288, 1.154681973689345}};
  expect_near(number_poses(model, values).at("iiwa_link_7"), expected, 1e-14, "iiwa_link_7");
}

TEST_F(UrdfTest, TheLoopOfTheFiveBarLinkage) {
  if (!fs::exists(kCases)) GTEST_SKIP() << kCases << " is not there";
  UrdfOptions options;
  options.loops = kCases / "5bar_linkage.yaml";
  const Reading reading = read_urdf(read_text_file(kCases / "5bar_linkage.urdf"), "5bar", options);
  EXPECT_TRUE(reading.mistakes.empty()) << messages(reading.mistakes);
  EXPECT_EQ(reading.remarks.back().message, "name_mot is not used");
  EXPECT_EQ(reading.remarks.back().place->source, options.loops);
  const Model& model = reading.model;
  ASSERT_EQ(model.joints.size(), 7u);
  const Joint& loop = model.joints.back();
  EXPECT_EQ(loop.name, "loop1");
  EXPECT_EQ(loop.type, JointType::kFixed);
  EXPECT_EQ(model.bodies[loop.from.body].name, "sphere");
  EXPECT_EQ(model.bodies[loop.to.body].name, "sphere_2");
  const std::string once = write_model(model);
  EXPECT_EQ(write_model(machine(once)), once);
}

TEST_F(UrdfTest, TheOrderOfElementsDoesNotMatter) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 10; ++round) {
    const std::vector<RandomLink> links = random_links(random, 8, round % 2 == 0);
    const Model a = robot_machine(random_order_text(links, random));
    expect_same_machine(a, robot_machine(random_order_text(links, random)), 1e-13);
    expect_reads_back(a);
  }
}

TEST_F(UrdfTest, NamesDoNotMatter) {
  const std::string text = good_robot();
  auto renamed = [](std::string s) {
    for (const auto& [from, to] : {std::pair("upper", "zz"), std::pair("shoulder", "a1")})
      for (std::size_t at; (at = s.find(from)) != std::string::npos;) s.replace(at, std::string(from).size(), to);
    return s;
  };
  EXPECT_EQ(renamed(write_model(robot_machine(text))), write_model(robot_machine(renamed(text))));
}

TEST_F(UrdfTest, WrongFilesTellEveryMistake) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(KINEMATE_SOURCE) / "tests/model_io/wrong_urdf")) {
    if (entry.path().extension() != ".urdf") continue;
    ++count;
    const fs::path expected = fs::path(entry.path()).replace_extension(".expected");
    ASSERT_TRUE(fs::exists(expected)) << expected;
    std::string rendered;
    for (const Error& mistake : read_urdf(read_text_file(entry.path()), entry.path().filename()).mistakes)
      rendered += render(mistake);
    EXPECT_EQ(rendered, read_text_file(expected)) << entry.path();
    EXPECT_FALSE(rendered.empty()) << entry.path();
  }
  EXPECT_GE(count, 40);
}

// A good file cut off anywhere, or with any one byte changed, is read or refused with places in order.
TEST_F(UrdfTest, CutAndDamagedFilesAreRefusedInOrder) {
  const std::string good = good_robot();
  EXPECT_TRUE(read_urdf(good, "m").mistakes.empty());
  auto check = [](const std::string& text) {
    const Reading reading = read_urdf(text, "m");
    std::pair<int, int> before(0, 0);
    for (const Error& mistake : reading.mistakes) {
      EXPECT_TRUE(mistake.place.has_value()) << mistake.message << "\n" << text;
      EXPECT_FALSE(mistake.message.empty());
      const std::pair<int, int> here(mistake.place->line, mistake.place->column);
      EXPECT_LE(before, here) << text;
      before = here;
    }
    return reading.mistakes.size();
  };
  for (std::size_t length = 0; length < good.size(); ++length) EXPECT_GT(check(good.substr(0, length)), 0u) << length;
  const std::string bytes = std::string("<>&\"'/=!? \n-0e.,;a\xC3\0", 21);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] = bytes[at % bytes.size()];
    check(damaged);
  }
}

TEST_F(UrdfTest, ManyMistakesInOneLineTakeNoTimeOutOfProportion) {
  std::string inside;
  for (int i = 0; i < 20'000; ++i) inside += link_text(fmt::format("l{}", i), "x");
  EXPECT_GT(read_urdf(robot_text(inside), "m").mistakes.size(), 10'000u);
}

}  // namespace
}  // namespace kinemate
