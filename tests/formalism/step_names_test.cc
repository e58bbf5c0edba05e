#include "formalism/step_names.h"

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class StepNamesTest : public ModelTest {
 protected:
  const Model model_ = machine(R"(parameters: {arm_w: 2}
bodies: {arm: {mass: 1}, 2nd rod: {mass: open}, plate: {mass: 1}}
joints:
  hinge: {type: revolute, axis: z, from: world, to: arm, coordinate: arm_ax}
  cardan: {type: universal, axes: [x, y], from: arm, to: 2nd rod, coordinates: [a, b]}
  ball-joint: {type: spherical, sequence: zyx, from: 2nd rod, to: plate, coordinates: [c, d, e]}
)");
  const MachineLinks links_ = make_links(model_, compute_kinematics(model_));
};

// By bodies; by joints where a link has none.
TEST_F(StepNamesTest, LinksHaveTheNamesOfTheirBodies) {
  StepNames names(model_, links_, StepNames::Short::kNamed);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < links_.links.size(); ++i) {
    Expr formula(1);
    names.name("pass", i, "v", formula);
    found.emplace_back(to_text(formula));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"arm_v", "cardan1_v", "b2nd_rod_v", "ball_joint1_v", "ball_joint2_v",
                                             "plate_v"}));
}

TEST_F(StepNamesTest, AStepStandsForItsFormula) {
  StepNames names(model_, links_);
  Expr formula = parse("2*a + b");
  names.name("pass", 0, "f", formula);
  ASSERT_EQ(names.steps.size(), 1u);
  EXPECT_EQ(formula, make_symbol("arm_f"));
  EXPECT_EQ(names.steps[0].symbol, formula);
  EXPECT_EQ(names.steps[0].formula, parse("2*a + b"));
  EXPECT_EQ(names.steps[0].group, "pass");
}

TEST_F(StepNamesTest, WhatIsShortMayStay) {
  for (const StepNames::Short brief : {StepNames::Short::kStay, StepNames::Short::kNamed}) {
    StepNames names(model_, links_, brief);
    Vector v = parse_vector("0", "-3*a", "a*b");
    names.name("pass", 0, "v", v);
    if (brief == StepNames::Short::kStay) {
      EXPECT_EQ(v, (Vector{Expr(0), parse("-3*a"), make_symbol("arm_vz")}));
      EXPECT_EQ(names.steps.size(), 1u);
    } else {
      EXPECT_EQ(v, (Vector{make_symbol("arm_vx"), make_symbol("arm_vy"), make_symbol("arm_vz")}));
      ASSERT_EQ(names.steps.size(), 3u);
      EXPECT_EQ(names.steps[1].formula, parse("-3*a"));
    }
  }
}

// Parameters, coordinates, symbols without a declaration, and names that were given before.
TEST_F(StepNamesTest, NamesThatAreTakenGetAnUnderscore) {
  StepNames names(model_, links_, StepNames::Short::kNamed);
  const char* const expected[][2] = {{"arm_w", "arm_w_"}, {"arm_ax", "arm_ax_"}, {"open", "open_"},
                                     {"new", "new"},      {"new", "new_"},       {"new", "new__"}};
  for (const auto& [wanted, given] : expected) EXPECT_EQ(to_text(names.make_new(wanted)), given);
  Vector v;
  names.name("pass", 0, "a", v);
  EXPECT_EQ(to_text(v.x), "arm_ax__");
  EXPECT_EQ(to_text(v.y), "arm_ay");
}

}  // namespace
}  // namespace kinemate
