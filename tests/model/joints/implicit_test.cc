// The implicit forms of all joints are tested beside their explicit ones in joint_test.cc; here what is special.
#include "model/joints/implicit.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class ImplicitTest : public ModelTest {};

TEST_F(ImplicitTest, RevoluteHoldsPointAndAxis) {
  const Model model = joint_machine("type: revolute, axis: z, coordinate: q");
  const Pose<Expr> tilted{make_rotation(ElementaryRotation<Expr>{unit<Expr>(0), make_symbol("a")}),
                          parse_vector("x", "y", "z")};
  const auto equations = make_implicit(model, model.joints[0], tilted);
  ASSERT_EQ(equations.size(), 5u);
  // a tilt about x is seen by the second condition, shifts by the last three
  EXPECT_TRUE(is_zero(equations[0].residual));
  EXPECT_TRUE(is_zero(equations[1].residual + sin(make_symbol("a"))));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(equations[2 + i].residual, tilted.position[i]);
}

TEST_F(ImplicitTest, ScrewCouplesAdvanceAndAngle) {
  const Model model = joint_machine("type: screw, axis: z, pitch: h, coordinate: q");
  const Pose<Expr> pose{make_rotation(ElementaryRotation<Expr>{unit<Expr>(2), parse("1/3")}),
                        parse_vector("0", "0", "x")};
  const auto equations = make_implicit(model, model.joints[0], pose);
  EXPECT_TRUE(is_zero(equations.back().residual - parse("x - h/3")));
}

TEST_F(ImplicitTest, FreeJointForbidsNothing) {
  const Model model = joint_machine("type: free, sequence: xyz, coordinates: [x, y, z, a, b, c]");
  EXPECT_TRUE(make_implicit(model, model.joints[0], {}).empty());
}

TEST_F(ImplicitTest, DrivenJointFollowsTheTime) {
  const Model model = joint_machine("type: prismatic, axis: x, coordinate: q, drive: f(t)");
  const auto equations = make_implicit(model, model.joints[0], {Matrix::identity(), parse_vector("x", "0", "0")});
  ASSERT_EQ(equations.size(), 6u);
  EXPECT_TRUE(is_zero(equations.back().residual - parse("x - f(t)")));
  EXPECT_TRUE(is_zero(equations.back().rate - parse("f'(t)")));
}

TEST_F(ImplicitTest, CustomJointHasResidualsOfItsPoseAlone) {
  const Model model = joint_machine(
      "type: custom, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]], locked_directions: "
      "[[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, -sin(a), cos(a), 0]]");
  EXPECT_EQ(make_implicit(model, model.joints[0], {}).size(), 3u);
}

}  // namespace
}  // namespace kinemate
