#include "study/machine_parameters.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class MachineParametersTest : public StudyTest {
 protected:
  static std::string text_of(const MachineParameters& machine, const std::string& name) {
    for (const BaseParameter& base : machine.parameters.base)
      if (base.symbol.name() == name) return regrouped_text(machine.parameters, base);
    return "there is no " + name;
  }
};

TEST_F(MachineParametersTest, SumsAsText) {
  const MachineParameters puma = find_parameters(example("puma_560"));
  EXPECT_EQ(text_of(puma, "link2_cxR"), "link2_cx + a2*(link3_m + link4_m + link5_m + link6_m)");
  EXPECT_EQ(text_of(puma, "link3_IxxR"),
            "link3_Ixx + link4_Iyy - link3_Iyy + (d4^2 - a3^2)*(link4_m + link5_m + link6_m) + 2*d4*link4_cz");
  EXPECT_EQ(text_of(puma, "link6_Izz"), "link6_Izz");
  EXPECT_EQ(text_of(puma, "link1_m"), "there is no link1_m");
}

// Angles of files have some ten digits: what they leave where nothing should be is not told.
TEST_F(MachineParametersTest, FactorsOfRoundingAreLeftOut) {
  const MachineParameters arm = find_parameters(machine(R"(gravity: [0, 0, -10]
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  i: {type: revolute, axis: x, from: world, to: a, coordinate: q1}
  j: {type: revolute, axis: z, from: {body: a, at: [0, 0, 1/3], rotation: [[x, 1.57079632679]]}, to: b, coordinate: q2}
  k: {type: fixed, from: {body: b, at: [0, 0, 0.123456789012345]}, to: c}
)"));
  for (const BaseParameter& base : arm.parameters.base) {
    const std::string text = regrouped_text(arm.parameters, base);
    EXPECT_EQ(text.find("e-"), std::string::npos) << text;
    EXPECT_EQ(text.find("real"), std::string::npos) << text;
  }
  EXPECT_TRUE(contains(text_of(arm, "a_cxR"), "0.123456789*c_m"));
}

TEST_F(MachineParametersTest, ValuesAsTheMachineHasThem) {
  const Model model = machine(R"(parameters: {m: 3, l: }
gravity: [0, -10, 0]
bodies: {a: {mass: m, center: [2, 0, 0]}, b: {mass: 1}}
joints:
  i: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  j: {type: revolute, axis: z, from: {body: a, at: [0, l, 0]}, to: b, coordinate: q2}
)");
  const MachineParameters arm = find_parameters(model);
  const std::vector<std::optional<double>> values = values_of(model, arm.parameters);
  ASSERT_EQ(values.size(), 6u);
  EXPECT_EQ(arm.parameters.base[0].symbol.name(), "a_cx");
  EXPECT_EQ(values[0], 6.0);
  EXPECT_EQ(arm.parameters.base[1].symbol.name(), "a_cyR");
  EXPECT_FALSE(values[1]);  // l is open
}

TEST_F(MachineParametersTest, Refusals) {
  EXPECT_TRUE(contains(refusal([] { find_parameters(example("four_bar")); }), "closed loop"));
  const Model shared = machine(R"(coordinates: [q]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  one: {type: motion, from: world, to: a, coordinates: [q], position: [q, 0, 0]}
  two: {type: motion, from: world, to: b, coordinates: [q], position: [0, q, 0]}
)");
  EXPECT_TRUE(contains(refusal([&] { find_parameters(shared); }),
                       "this machine has no base parameters: several joints share the speed of q"));
}

}  // namespace
}  // namespace kinemate
