#include "model/checks/joint_check.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class JointCheckTest : public ModelTest {
 protected:
  static std::string mistakes_of(const Model& model) {
    std::string text;
    for (const Finding& finding : find_joint_mistakes(model)) text += finding.path.key + ": " + finding.message + "\n";
    return text;
  }
};

TEST_F(JointCheckTest, CoordinatesFitTheJoint) {
  Model model = joint_machine("type: revolute, axis: x, coordinate: q");
  EXPECT_EQ(mistakes_of(model), "");
  model.joints[0].coordinates = {0, 0};
  EXPECT_EQ(mistakes_of(model),
            "coordinates: a revolute joint has 1 coordinate: the angle; 2 are given\n"
            "coordinates: coordinate q stands twice in joint j\n");
  model.joints[0].coordinates = {0};
  model.joints.push_back(model.joints[0]);
  model.joints.back().name = "k";
  EXPECT_EQ(mistakes_of(model), "coordinates: coordinate q belongs to joint j already\n");
  model.listed_coordinates = 1;
  EXPECT_EQ(mistakes_of(model),
            "coordinates: q serves several joints; only joints of type motion may share a coordinate\n"
            "coordinates: q serves several joints; only joints of type motion may share a coordinate\n");
  model.joints.pop_back();  // listed for its place alone
  EXPECT_EQ(mistakes_of(model), "");
}

TEST_F(JointCheckTest, AxesDirectionsAndSpeedsFitTheJoint) {
  Model model = joint_machine("type: revolute, axis: x, coordinate: q");
  Joint& joint = model.joints[0];
  joint.axes.clear();
  joint.to.world_axes = true;
  joint.locked_directions.resize(7);
  joint.locked_rates.resize(2);
  EXPECT_EQ(mistakes_of(model),
            "to: `axes: world` belongs to the `from` of a joint, not to its `to`\n"
            ": a revolute joint has 1 axes, not 0\n"
            "locked_directions: a joint has at most six directions, not 7\n"
            "locked_rates: 2 rates are given for 7 locked directions\n");
}

}  // namespace
}  // namespace kinemate
