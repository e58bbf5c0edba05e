#include "model/connect.h"

#include "model/checks/check.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class ConnectTest : public ModelTest {};

TEST_F(ConnectTest, LoosePartsMoveFreelyAndThatIsSaid) {
  const Reading reading = read_model(R"(
parameters: {leg_x: 2}
bodies: {arm: {mass: 1}, "leg": {mass: leg_x}, foot: {mass: 1}, "9 toes": {mass: 1}}
joints:
  leg_free: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  ankle: {type: revolute, axis: z, from: leg, to: foot, coordinate: b}
)",
                                     "m");
  ASSERT_TRUE(reading.mistakes.empty());
  ASSERT_EQ(reading.remarks.size(), 2u);
  EXPECT_EQ(reading.remarks[0].message,
            "no joint connects body leg and 1 other to the world: taken to move freely, by the joint leg_free_2");
  EXPECT_EQ(reading.remarks[0].place->line, 3);
  EXPECT_EQ(reading.remarks[1].message,
            "no joint connects body 9 toes to the world: taken to move freely, by the joint 9 toes_free");
  const Model& model = reading.model;
  ASSERT_EQ(model.joints.size(), 4u);
  EXPECT_EQ(model.joints[2].type, JointType::kFree);
  EXPECT_EQ(model.coordinates[model.joints[2].coordinates[0]].name, "leg_x_2");
  EXPECT_EQ(model.coordinates[model.joints[3].coordinates[6]].name, "q_9_toes_p3");
  EXPECT_TRUE(find_mistakes(model).empty());
  EXPECT_TRUE(make_tree(model).unreached.empty());
  EXPECT_EQ(compute_kinematics(model).speeds.size(), 1u + 6u + 1u + 6u);
}

TEST_F(ConnectTest, ConnectedMachinesStayAsTheyAre) {
  const Model model = machine("bodies: {a: {mass: 1}}\njoints: {j: {type: fixed, from: a, to: world}}");
  EXPECT_EQ(model.joints.size(), 1u);
  EXPECT_TRUE(connect_parts(model).joints.empty());
}

TEST_F(ConnectTest, ManyPartsTakeNoTimeOutOfProportion) {
  Model model;
  for (int i = 0; i < 5'000; ++i) {
    model.bodies.emplace_back();
    model.bodies.back().name = "b" + std::to_string(i);
  }
  EXPECT_EQ(connect_parts(std::move(model)).joints.size(), 5'000u);
}

}  // namespace
}  // namespace kinemate
