// Subsystems that cannot be: each by its place and message.
#include "model/checks/subsystem_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class SubsystemCheckTest : public ModelTest {
 protected:
  static Model three_bodies() {
    return machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  ja: {type: revolute, axis: z, from: world, to: a, coordinate: qa}
  jb: {type: revolute, axis: z, from: a, to: b, coordinate: qb}
  jc: {type: revolute, axis: z, from: b, to: c, coordinate: qc}
loads: {la: {type: joint, joint: ja, effort: 1}}
)");
  }

  // "section element key: message (symbol)" of all that is found.
  static std::vector<std::string> found_in(const Model& model) {
    std::vector<std::string> texts;
    for (const Finding& f : find_subsystem_mistakes(model))
      texts.push_back(
          fmt::format("{} {} {}: {} ({})", f.path.section, f.path.element, f.path.key, f.message, f.symbol));
    return texts;
  }
};

TEST_F(SubsystemCheckTest, RightOnesPass) {
  Model model = three_bodies();
  EXPECT_TRUE(find_subsystem_mistakes(model).empty());
  model.subsystems = {{"first", {2, 1}}, {"second", {3}}};
  EXPECT_TRUE(find_subsystem_mistakes(model).empty());
  EXPECT_TRUE(find_mistakes(model).empty());
}

TEST_F(SubsystemCheckTest, WrongBodiesAreTold) {
  Model model = three_bodies();
  model.subsystems = {{"s", {1, 2, 1}}, {"none", {}}, {"t", {3, 2}}, {"u", {kWorld}}, {"v", {kNone}}};
  EXPECT_EQ(found_in(model),
            (std::vector<std::string>{"subsystems s bodies: body a stands twice in subsystem s (a)",
                                      "subsystems none bodies: subsystem none has no bodies ()",
                                      "subsystems t bodies: body b is in subsystem s already (b)",
                                      "subsystems u bodies: the world is no part of subsystem u (world)",
                                      "subsystems v bodies: subsystem v has a body that is not there ()"}));
  EXPECT_EQ(find_mistakes(model).size(), 5u);
}

TEST_F(SubsystemCheckTest, EqualNamesAreTold) {
  Model model = three_bodies();
  model.subsystems = {{"s", {1}}, {"s", {2}}};
  EXPECT_EQ(found_in(model), std::vector<std::string>{"subsystems s : s is already the name of another subsystem ()"});
  model.subsystems.clear();
  model.joints[2].name = "ja";
  model.loads.push_back(model.loads[0]);
  EXPECT_EQ(found_in(model), (std::vector<std::string>{"joints ja : ja is already the name of another joint ()",
                                                       "loads la : la is already the name of another load ()"}));
  // elements without a name are told apart by nobody
  for (Joint& joint : model.joints) joint.name.clear();
  model.loads.pop_back();
  EXPECT_TRUE(found_in(model).empty());
}

}  // namespace
}  // namespace kinemate
