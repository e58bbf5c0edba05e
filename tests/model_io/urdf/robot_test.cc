// Links and joints as the file has them.
#include "model_io/urdf/robot.h"

#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

class UrdfRobotTest : public UrdfTest {
 protected:
  UrdfRobot read(const std::string& inside, const UrdfOptions& options = {}) {
    const XmlDocument document("m", robot_text(inside));
    notes_ = {};
    return read_robot(document, options, notes_);
  }

  UrdfNotes notes_;
};

TEST_F(UrdfRobotTest, LinksWithInertia) {
  const UrdfRobot robot = read(
      "<link name='a'/><link name='b'><inertial><origin xyz='1 2 3' rpy='0 0 0.5'/><mass value='0.7'/>"
      "<inertia ixx='1' iyy='2' izz='3' ixy='0.1' ixz='0.2' iyz='-0.3'/></inertial></link>");
  EXPECT_TRUE(notes_.mistakes.empty());
  EXPECT_EQ(robot.name, "r");
  ASSERT_EQ(robot.links.size(), 2u);
  EXPECT_EQ(robot.links[0].name, "a");
  EXPECT_FALSE(robot.links[0].inertial.has_value());
  const UrdfInertial& inertial = *robot.links[1].inertial;
  EXPECT_EQ(inertial.mass, parse("0.7"));
  EXPECT_EQ(inertial.center, parse_vector("1", "2", "3"));
  ASSERT_EQ(inertial.rotation.sequence.size(), 1u);
  EXPECT_EQ(inertial.rotation.sequence[0].angle, parse("1/2"));
  const Symmetric3<Expr> expected{1, 2, 3, parse("0.1"), parse("0.2"), parse("-0.3")};
  EXPECT_EQ(inertial.tensor, expected);
}

TEST_F(UrdfRobotTest, JointsWithAllTheyHave) {
  const UrdfRobot robot = read(joint_text("j", "prismatic", "a", "b",
                                          "<origin xyz='0 0 1' rpy='1 0 0'/><axis xyz='0 0 -2'/>"
                                          "<dynamics damping='0.3' friction='0'/>"
                                          "<mimic joint='k' multiplier='-2' offset='0.1'/><limit effort='1'/>"));
  EXPECT_TRUE(notes_.mistakes.empty());
  EXPECT_EQ(messages(notes_.remarks), "not used: 1 <limit>: they do not change the equations of motion\n");
  EXPECT_TRUE(notes_.doubts.empty());
  ASSERT_EQ(robot.joints.size(), 1u);
  const UrdfJoint& joint = robot.joints[0];
  EXPECT_EQ(joint.name, "j");
  EXPECT_EQ(joint.type, UrdfJointType::kPrismatic);
  EXPECT_EQ(joint.parent.name, "a");
  EXPECT_EQ(joint.child.name, "b");
  EXPECT_EQ(joint.position, parse_vector("0", "0", "1"));
  EXPECT_EQ(joint.rotation.sequence.size(), 1u);
  EXPECT_EQ(joint.axis, parse_vector("0", "0", "-1"));
  EXPECT_EQ(joint.damping, parse("0.3"));
  ASSERT_TRUE(joint.mimic.has_value());
  EXPECT_EQ(joint.mimic->joint.name, "k");
  EXPECT_EQ(joint.mimic->multiplier, Expr(-2));
  EXPECT_EQ(joint.mimic->offset, parse("0.1"));
}

TEST_F(UrdfRobotTest, WhatIsLeftOut) {
  const UrdfRobot robot = read(joint_text("j", "continuous", "a", "b", "<mimic joint='k'/>"));
  const UrdfJoint& joint = robot.joints[0];
  EXPECT_EQ(joint.type, UrdfJointType::kRevolute);
  EXPECT_EQ(joint.axis, unit<Expr>(0));
  EXPECT_EQ(joint.position, Vector{});
  EXPECT_TRUE(joint.rotation.is_identity());
  EXPECT_TRUE(joint.damping.is_zero());
  EXPECT_TRUE(joint.mimic->multiplier.is_one());
  EXPECT_TRUE(joint.mimic->offset.is_zero());
}

TEST_F(UrdfRobotTest, TypesHaveCoordinates) {
  const std::pair<const char*, std::size_t> table[] = {{"fixed", 0},     {"revolute", 1}, {"continuous", 1},
                                                       {"prismatic", 1}, {"planar", 3},   {"floating", 7}};
  for (const auto& [type, count] : table)
    EXPECT_EQ(coordinate_count(read(joint_text("j", type, "a", "b")).joints[0].type), count) << type;
}

TEST_F(UrdfRobotTest, TheAxisOfFixedJointsDoesNotMatter) {
  for (const char* type : {"fixed", "floating"}) {
    read(joint_text("j", type, "a", "b", "<axis xyz='0 0 0'/>"));
    EXPECT_TRUE(notes_.mistakes.empty());
    EXPECT_EQ(messages(notes_.remarks),
              fmt::format("not used: 1 <axis> of {} joints: they do not change the equations of motion\n", type));
  }
  read(joint_text("j", "planar", "a", "b", "<axis xyz='0 0 0'/>"));
  EXPECT_EQ(messages(notes_.mistakes), "the axis of joint j has length zero\n");
}

TEST_F(UrdfRobotTest, NothingIsDroppedWithoutAWord) {
  read(
      "<material name='m'/><link name='a'><visual/><visual/><collision/><contact/></link><transmission/><sensor/>"
      "<gazebo/><gazebo/><foo/>text" +
      joint_text("j", "revolute", "a", "b",
                 "<calibration/><safety_controller/><dynamics damping='1' friction='0.1' K='2'/>") +
      joint_text("k", "revolute", "a", "b", "<dynamics friction='0.2'/>"));
  EXPECT_TRUE(notes_.mistakes.empty());
  EXPECT_EQ(messages(notes_.remarks),
            "not used: 1 <material>, 2 <visual>, 1 <collision>, 1 <sensor>, 1 <calibration>, 1 <safety_controller>: "
            "they do not change the equations of motion\n");
  EXPECT_EQ(
      messages(notes_.doubts),
      "<contact> in <link> is not used (once)\n<transmission> is not used (once)\n<gazebo> is not used (2 times)\n"
      "<foo> in <robot> is not used (once)\ntext in <robot> is not used (once)\n"
      "attribute K of <dynamics> is not used (once)\nfriction of joints is not used (2 times)\n");
}

TEST_F(UrdfRobotTest, TheRobotNeedsNoName) {
  for (const char* text : {"<robot/>", "<robot name=''/>"}) {
    const XmlDocument document("m", text);
    UrdfNotes notes;
    EXPECT_EQ(read_robot(document, {}, notes).name, "");
    EXPECT_TRUE(notes.mistakes.empty());
  }
}

TEST_F(UrdfRobotTest, VersionsBeyondOneAreDoubtful) {
  for (const auto& [version, doubts] : {std::pair("1.0", 0), std::pair("1.2", 0), std::pair("2.0", 1)}) {
    const XmlDocument document("m", fmt::format("<robot version='{}'/>", version));
    UrdfNotes notes;
    read_robot(document, {}, notes);
    EXPECT_EQ(notes.doubts.size(), static_cast<std::size_t>(doubts)) << version;
  }
}

}  // namespace
}  // namespace kinemate
