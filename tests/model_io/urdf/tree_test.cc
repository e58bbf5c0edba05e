// Trees, and what is none. Whole messages stand in wrong_urdf/.
#include "model_io/urdf/tree.h"

#include <algorithm>

#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

class UrdfTreeTest : public UrdfTest {
 protected:
  std::optional<UrdfTree> tree(const std::string& inside) {
    const XmlDocument document("m", robot_text(inside));
    notes_ = {};
    robot_ = read_robot(document, {}, notes_);
    check_mimicry(robot_, notes_);
    return make_urdf_tree(document, robot_, notes_);
  }

  static std::string links(const std::string& letters) {
    std::string text;
    for (const char letter : letters) text += fmt::format("<link name='{}'/>", letter);
    return text;
  }
  static std::string joint(char name, char parent, char child, const std::string& more = "",
                           const std::string& type = "revolute") {
    return joint_text(std::string(1, name), type, std::string(1, parent), std::string(1, child), more);
  }

  UrdfRobot robot_;
  UrdfNotes notes_;
};

TEST_F(UrdfTreeTest, ParentsComeBeforeChildren) {
  const auto found = tree(links("dbac") + joint('1', 'b', 'd') + joint('2', 'a', 'b') + joint('3', 'a', 'c'));
  ASSERT_TRUE(found.has_value()) << messages(notes_.mistakes);
  EXPECT_EQ(robot_.links[found->root].name, "a");
  EXPECT_EQ(found->order, (std::vector<std::size_t>{2, 1, 3, 0}));
  EXPECT_EQ(found->joint_to, (std::vector<std::size_t>{0, 1, kNone, 2}));
  EXPECT_EQ(found->parent_of, (std::vector<std::size_t>{1, 2, 2}));
  EXPECT_EQ(found->child_of, (std::vector<std::size_t>{0, 1, 3}));
}

TEST_F(UrdfTreeTest, WhatIsNoTree) {
  const std::pair<std::string, std::string> table[] = {
      {"", "this robot has no links\n"},
      {links("ab"), "2 links are the child of no joint: a, b\n"},
      {links("aab") + joint('1', 'a', 'b'), "there are two links called a\n"},
      {links("abc") + joint('1', 'a', 'b') + joint('1', 'a', 'c'), "there are two joints called 1\n"},
      {links("ab") + joint('1', 'a', 'x'), "there is no link 'x'\n"},
      {links("ab") + joint('1', 'a', 'a') + joint('2', 'a', 'b'), "joint 1 joins link a with itself\n"},
      {links("abc") + joint('1', 'a', 'b') + joint('2', 'a', 'c') + joint('3', 'c', 'b'),
       "link b is the child of two joints: 1 and 3\n"},
      {links("ab") + joint('1', 'a', 'b') + joint('2', 'b', 'a'), "links hang on each other in a circle: a, b, a\n"},
      {links("rabcd") + joint('1', 'a', 'b') + joint('2', 'b', 'c') + joint('3', 'c', 'a') + joint('4', 'c', 'd'),
       "links hang on each other in a circle: a, b, c, a\n"}};
  for (const auto& [text, expected] : table) {
    EXPECT_FALSE(tree(text).has_value()) << text;
    EXPECT_EQ(messages(notes_.mistakes), expected) << text;
  }
}

TEST_F(UrdfTreeTest, Mimicry) {
  const std::string three = links("abcd") + joint('2', 'b', 'c') + joint('3', 'c', 'd', "", "fixed");
  const std::pair<std::string, std::string> table[] = {
      {joint('1', 'a', 'b', "<mimic joint='2'/>"), ""},
      {joint('1', 'a', 'b', "<mimic joint='9'/>"), "there is no joint '9'\n"},
      {joint('1', 'a', 'b', "<mimic joint='1'/>"), "joint 1 mimics itself\n"},
      {joint('1', 'a', 'b', "<mimic joint='3'/>"), "joint 3 cannot be mimicked: it has no coordinate\n"},
      {joint('1', 'a', 'b', "<mimic joint='2'/>", "planar"), "joint 1 cannot mimic another: it has 3 coordinates\n"}};
  for (const auto& [text, expected] : table) {
    tree(three + text);
    EXPECT_EQ(messages(notes_.mistakes), expected) << text;
  }
  tree(links("abcd") + joint('1', 'a', 'b', "<mimic joint='2'/>") + joint('2', 'b', 'c', "<mimic joint='3'/>") +
       joint('3', 'c', 'd', "<mimic joint='2'/>"));
  EXPECT_EQ(messages(notes_.mistakes), "joints mimic each other in a circle: 2, 3\n");
  tree(links("abc") + joint('1', 'a', 'b') + joint('2', 'b', 'c', "<mimic joint='1'/>", "fixed"));
  EXPECT_TRUE(notes_.mistakes.empty());
  EXPECT_EQ(messages(notes_.doubts), "joint 2 is fixed: its <mimic> is not used\n");
}

TEST_F(UrdfTreeTest, ManyLinksAndManyMistakesTakeNoTimeOutOfProportion) {
  std::string chain = "<link name='l0'/>", wrong;
  for (int i = 1; i <= 20'000; ++i) {
    chain += fmt::format("<link name='l{}'/>", i) +
             joint_text(fmt::format("j{}", i), "revolute", fmt::format("l{}", i - 1), fmt::format("l{}", i));
    wrong += joint_text(fmt::format("k{}", i), "revolute", fmt::format("m{}", i), fmt::format("n{}", i));
  }
  EXPECT_TRUE(tree(chain).has_value());
  EXPECT_FALSE(tree(chain + wrong).has_value());
  EXPECT_EQ(notes_.mistakes.size(), 40'000u);
  EXPECT_FALSE(tree(chain + joint_text("last", "fixed", "l20000", "l0")).has_value());
  EXPECT_EQ(messages(notes_.mistakes).substr(0, 60), "links hang on each other in a circle: l0, l1, l2, l3, l4, l5");
}

}  // namespace
}  // namespace kinemate
