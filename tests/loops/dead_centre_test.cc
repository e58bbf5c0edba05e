#include "loops/dead_centre.h"

#include <gtest/gtest.h>

#include "loops/closed_kinematics.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class DeadCentreTest : public ModelTest {};

// A slider-crank driven by its slider: at phi = 0 the crank is stretched.
TEST_F(DeadCentreTest, NamesBothSpeeds) {
  const Model model = machine(R"(
bodies: {crank: {mass: 1}, rod: {mass: 1}, slider: {mass: 1}}
joints:
  O: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  A: {type: revolute, axis: z, from: {body: crank, at: [1, 0, 0]}, to: rod, coordinate: alpha}
  B: {type: revolute, axis: z, from: {body: rod, at: [3, 0, 0]}, to: slider, coordinate: beta}
  G: {type: prismatic, axis: x, from: world, to: slider, coordinate: x}
initial: {phi: 1, alpha: -1.3, x: 3.4}
independent: [x]
)");
  const Kinematics kinematics = compute_closed_kinematics(model);
  ASSERT_EQ(kinematics.speeds, std::vector<Expr>{make_symbol("x", 1)});
  Values values = kinematics.closing->start;
  EXPECT_FALSE(find_dead_centre(*kinematics.closing, values));
  values[make_symbol("x")] = 4 - 1e-9;
  const auto error = find_dead_centre(*kinematics.closing, values);
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("dead centre of x"), std::string::npos) << error->message;
  EXPECT_NE(error->hint.find("independent: ["), std::string::npos) << error->hint;
  values[make_symbol("x")] = 4.1;  // beyond: no value
  EXPECT_FALSE(find_dead_centre(*kinematics.closing, values));
}

}  // namespace
}  // namespace kinemate
