#include "study/programs/program_outputs.h"

#include "formalism/methods/kane.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class ProgramOutputsTest : public ModelTest {
 protected:
  ProgramOutputsTest()
      : model_(machine(R"(name: pendulum
parameters: {g: , m: , l: , d: }
inputs: {u: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {brake: {type: joint, joint: hinge, effort: u - d*phi'}}
)")),
        kinematics_(compute_kinematics(model_)),
        source_{model_, kinematics_, compute_rates(kinematics_), {}, derive_by_kane(model_, kinematics_), {}} {}

  void expect(Purpose purpose, std::size_t array, const std::vector<const char*>& formulas) {
    const std::vector<OutputFormulas> outputs = make_outputs(source_, purpose, std::vector{make_symbol("u")});
    ASSERT_LT(array, outputs.size());
    ASSERT_EQ(outputs[array].formulas.size(), formulas.size());
    EXPECT_EQ(outputs[array].array.entries.size(), formulas.size());
    for (std::size_t i = 0; i < formulas.size(); ++i)
      EXPECT_TRUE(is_zero(outputs[array].formulas[i] - parse(formulas[i]))) << formulas[i];
  }

  Model model_;
  Kinematics kinematics_;
  ProgramSource source_;
};

TEST_F(ProgramOutputsTest, PendulumByHand) {
  expect(Purpose::kForward, 0, {"(u - d*phi')/(m*l^2) - g/l*sin(phi)"});
  expect(Purpose::kInverse, 0, {"m*l^2*phi'' + m*g*l*sin(phi) - u + d*phi'"});
  expect(Purpose::kMass, 0, {"m*l^2"});
  expect(Purpose::kEquations, 1, {"0"});
  expect(Purpose::kEquations, 2, {"u - d*phi' - m*g*l*sin(phi)"});
  expect(Purpose::kOde, 0, {"phi'", "(u - d*phi')/(m*l^2) - g/l*sin(phi)"});
  expect(Purpose::kJacobian, 0, {"0", "1", "-g/l*cos(phi)", "-d/(m*l^2)"});
  expect(Purpose::kJacobian, 1, {"0", "1/(m*l^2)"});
}

TEST_F(ProgramOutputsTest, RegressorRestAndBaseParameters) {
  source_.base.base = {{make_symbol("rod_cz"), 0, 3, make_symbol("rod_cz"), parse("-m*l")},
                       {make_symbol("rod_Iyy"), 0, 5, make_symbol("rod_Iyy"), parse("m*l^2")}};
  source_.solution = {parse("-g*sin(phi)"), parse("phi''"), parse("d*phi' - u")};
  expect(Purpose::kRegressor, 0, {"-g*sin(phi)", "phi''"});
  expect(Purpose::kRegressor, 1, {"d*phi' - u"});
  expect(Purpose::kRegressor, 2, {"-m*l", "m*l^2"});
  const Array Y = make_outputs(source_, Purpose::kRegressor, {})[0].array;
  EXPECT_EQ(Y.entries[1].name, "Y(1,2)");
  EXPECT_EQ(Y.entries[1].meaning, "effort on phi' by rod_Iyy");
}

TEST_F(ProgramOutputsTest, KnowsWhatNeedsInertia) {
  EXPECT_TRUE(needs_inertia(Purpose::kOde) && needs_inertia(Purpose::kForward) && needs_inertia(Purpose::kJacobian));
  EXPECT_FALSE(needs_inertia(Purpose::kMass) || needs_inertia(Purpose::kInverse) || needs_inertia(Purpose::kRegressor));
}

}  // namespace
}  // namespace kinemate
