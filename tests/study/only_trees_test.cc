#include "study/only_trees.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class OnlyTreesTest : public StudyTest {
 protected:
  static std::string refusal_of(const std::string& name) {
    const Model model = example(name);
    return message_of([&] { require_tree(model, compute_kinematics(model)); });
  }
};

TEST_F(OnlyTreesTest, LoopsAndConstraintsAreNamed) {
  EXPECT_EQ(refusal_of("four_bar"), "this machine has a closed loop (joint B)");
  EXPECT_NE(refusal_of("rolling_disc").find("constraint"), std::string::npos);
  EXPECT_EQ(refusal_of("planar_pendulum"), "");
}

}  // namespace
}  // namespace kinemate
