// Files of loops, right and wrong.
#include "model_io/urdf/loops.h"

#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

class UrdfLoopsTest : public UrdfTest {
 protected:
  // A parallelogram, opened between `coupler` and the tip of `rod`.
  Reading read(const std::string& text) {
    const XmlDocument document(
        "m", robot_text(link_text("ground") + link_text("crank") + link_text("coupler") + link_text("rod") +
                        "<link name='tip'/><link name='twin'/>" + joint_text("a", "revolute", "ground", "crank") +
                        joint_text("b", "revolute", "crank", "coupler") + joint_text("c", "revolute", "ground", "rod") +
                        joint_text("rod", "fixed", "rod", "tip", "<origin xyz='0 1 0'/>") +
                        joint_text("twin", "fixed", "tip", "twin")));
    UrdfNotes notes;
    const UrdfRobot robot = read_robot(document, {}, notes);
    const auto tree = make_urdf_tree(document, robot, notes);
    EXPECT_TRUE(tree.has_value()) << messages(notes.mistakes);
    UrdfMachine machine = make_machine(robot, *tree, {}, notes);
    Reading reading;
    add_loops(text, "loops", robot, *tree, machine, reading);
    reading.model = std::move(machine.model);
    return reading;
  }
};

TEST_F(UrdfLoopsTest, PairsBecomeJoints) {
  const Reading reading = read("closed_loop: [[coupler, tip], [b, d2]]\n");
  EXPECT_EQ(messages(reading.mistakes), "there is no link or joint 'd2'\n");
  const Reading right =
      read("closed_loop: [[b, tip], [crank, ground], [twin, coupler]]\ntype: [6d, 3d, 3d]\nmotors: [a]\n");
  EXPECT_EQ(messages(right.mistakes), "");
  EXPECT_EQ(messages(right.remarks), "motors is not used\n");
  const Model& model = right.model;
  ASSERT_EQ(model.joints.size(), 6u);
  EXPECT_EQ(model.joints[3].name, "loop1");
  EXPECT_EQ(model.joints[3].type, JointType::kFixed);
  EXPECT_EQ(model.bodies[body_of(model, model.joints[3].from)].name, "coupler");
  EXPECT_EQ(model.frames[model.joints[3].to.frame].name, "tip");
  EXPECT_TRUE(model.joints[3].coordinates.empty());
  EXPECT_EQ(model.joints[4].type, JointType::kSpherical);
  EXPECT_TRUE(model.joints[4].euler_parameters);
  ASSERT_EQ(model.joints[4].coordinates.size(), 4u);
  EXPECT_EQ(model.coordinates[model.joints[4].coordinates[3]].name, "loop2_p3");
  EXPECT_EQ(model.bodies[body_of(model, model.joints[4].to)].name, "world");
  EXPECT_EQ(model.frames[model.joints[5].from.frame].name, "twin");
}

TEST_F(UrdfLoopsTest, WhatIsWrong) {
  const std::pair<const char*, const char*> table[] = {
      {"", "a file of loops has a mapping: closed_loop: [[frame, frame], ...]\n"},
      {"[a, b]", "a file of loops has a mapping: closed_loop: [[frame, frame], ...]\n"},
      {"type: [6d]", "closed_loop is missing: pairs of frames\n"},
      {"closed_loop: a", "closed_loop is a list of pairs of frames: [[frame, frame], ...]\n"},
      {"closed_loop: [a, b]",
       "a loop is closed by a pair of frames: [frame, frame]\n"
       "a loop is closed by a pair of frames: [frame, frame]\n"},
      {"closed_loop: [[coupler]]", "a loop is closed by a pair of frames: [frame, frame]\n"},
      {"closed_loop: [[coupler, [tip]]]", "the name of a link or joint is expected here\n"},
      {"closed_loop: [[coupler, tp]]", "there is no link or joint 'tp'\n"},
      {"closed_loop: [[coupler, rod]]", "rod is the name of a link and of a joint with another child\n"},
      {"closed_loop: [[tip, twin]]", "these two frames are on one and the same body\n"},
      {"closed_loop: [[coupler, tip]]\ntype: [5d]", "there is no type '5d' of loops\n"},
      {"closed_loop: [[coupler, tip]]\ntype: 6d", "type is a list with one entry for each of the 1 pairs\n"},
      {"closed_loop: [[coupler, tip]]\ntype: [6d, 6d]", "type is a list with one entry for each of the 1 pairs\n"},
      {"closed_loop: [[coupler, tip]]\nclosed_loop: []", "closed_loop stands twice here\n"},
      {"closed_loop: [[coupler, tip]", "expected ',' or ']' of the list that begins in line 1, column 14\n"}};
  for (const auto& [text, expected] : table) {
    const Reading reading = read(text);
    EXPECT_EQ(messages(reading.mistakes), expected) << text;
    for (const Error& mistake : reading.mistakes) {
      ASSERT_TRUE(mistake.place.has_value()) << text;
      EXPECT_EQ(mistake.place->source, "loops");
    }
  }
  const Reading near = read("closed_loop: [[coupler, tp]]");
  EXPECT_EQ(near.mistakes[0].hint, "did you mean tip?");
  EXPECT_EQ(near.mistakes[0].place->column, 25);
  EXPECT_EQ(read("closed_loops: []\nclosed_loop: []").remarks[0].hint, "did you mean closed_loop?");
}

}  // namespace
}  // namespace kinemate
