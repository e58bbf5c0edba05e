#include "report/elements/link_frame.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class LinkFrameTest : public ModelTest {
 protected:
  // Of the body at the end of this joint; `joint` is the inside of its braces.
  static std::string frame(const std::string& joint) {
    const Model model = machine("parameters: {l: }\nbodies: {a: {mass: 1}}\njoints: {j: {" + joint + "}}\n");
    const MachineLinks links = make_links(model, compute_kinematics(model));
    return link_frame_text(links.links[links.link_of[1]]);
  }
};

TEST_F(LinkFrameTest, OnlyWhatIsNotAsOnTheBody) {
  EXPECT_EQ(frame("type: revolute, axis: z, from: world, to: a, coordinate: q"), "");
  EXPECT_EQ(frame("type: revolute, axis: z, from: world, to: {body: a, at: [l, 0, 1/3]}, coordinate: q"),
            "at [l, 0, 0.333333] of the body");
  EXPECT_EQ(frame("type: revolute, axis: x, from: world, to: a, coordinate: q"),
            "x along [0, 1, 0], y along [0, 0, 1], z along [1, 0, 0] of the body");
  EXPECT_EQ(frame("type: revolute, axis: x, from: world, to: {body: a, at: [0, 2*l, 0]}, coordinate: q"),
            "at [0, 2*l, 0], x along [0, 1, 0], y along [0, 0, 1], z along [1, 0, 0] of the body");
}

// The z axis is the joint's, whatever the axis.
TEST_F(LinkFrameTest, TheAxisOfTheJointIsZ) {
  const std::string text = frame("type: revolute, axis: [3, 0, 4], from: world, to: a, coordinate: q");
  EXPECT_NE(text.find("z along [0.6, 0, 0.8] of the body"), std::string::npos) << text;
}

}  // namespace
}  // namespace kinemate
