#include "study/model_outputs.h"

#include "model/fixture.h"
#include "study/programs/program_outputs.h"

namespace kinemate {
namespace {

class ModelOutputsTest : public ModelTest {
 protected:
  static Model pendulum(const std::string& outputs) {
    return machine(R"(name: pendulum
parameters: {g: , m: , l: }
inputs: {u: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {motor: {type: joint, joint: hinge, effort: u}}
outputs:
)" + outputs);
  }
  static ProgramSource source(const Model& model) {
    ProgramSource machine{model, compute_kinematics(model), {}, {}, {}, {}, {}};
    machine.rates = compute_rates(machine.kinematics);
    machine.equations.speeds = machine.kinematics.speeds;
    return machine;
  }
  static void expect(const OutputFormulas& made, const std::vector<std::pair<const char*, const char*>>& entries) {
    ASSERT_EQ(made.formulas.size(), entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(made.array.entries[i].name, entries[i].first);
      EXPECT_TRUE(is_zero(made.formulas[i] - parse(entries[i].second))) << entries[i].first;
    }
  }
};

TEST_F(ModelOutputsTest, FormulasAndVectors) {
  const Model model = pendulum(R"(  work: u*phi'
  tip: {quantity: position, point: {body: rod, at: [0, 0, -2*l]}}
  speed: {quantity: velocity, point: {body: rod, at: [0, 0, -2*l]}, axes: rod}
  turn: {quantity: angular_velocity, point: rod}
)");
  const ProgramSource machine = source(model);
  expect(make_model_outputs(machine), {{"work", "u*phi'"},
                                       {"tip_x", "-2*l*sin(phi)"},
                                       {"tip_y", "0"},
                                       {"tip_z", "-2*l*cos(phi)"},
                                       {"speed_x", "-2*l*phi'"},
                                       {"speed_y", "0"},
                                       {"speed_z", "0"},
                                       {"turn_x", "0"},
                                       {"turn_y", "phi'"},
                                       {"turn_z", "0"}});
  EXPECT_FALSE(needs_equations(machine, Purpose::kOutputs));
  EXPECT_TRUE(needs_equations(machine, Purpose::kOde));
}

TEST_F(ModelOutputsTest, AccelerationsNeedEquations) {
  const Model model = pendulum("  a: {quantity: angular_acceleration, point: rod}\n");
  ProgramSource machine = source(model);
  expect(make_model_outputs(machine), {{"a_x", "0"}, {"a_y", "phi''"}, {"a_z", "0"}});
  EXPECT_TRUE(needs_equations(machine, Purpose::kOutputs));
  machine.solution = {parse("u/(m*l^2)")};
  const std::vector<OutputFormulas> y = make_outputs(machine, Purpose::kOutputs, {});
  ASSERT_EQ(y.size(), 1u);
  expect(y[0], {{"a_x", "0"}, {"a_y", "u/(m*l^2)"}, {"a_z", "0"}});
}

// dy/dx and dy/du, by way of the acceleration too.
TEST_F(ModelOutputsTest, JacobianOfOutputs) {
  const Model model = pendulum("  s: l*sin(phi) + u\n  a: {quantity: angular_acceleration, point: rod}\n");
  ProgramSource machine = source(model);
  machine.equations = {machine.kinematics.speeds, {parse("m*l^2")}, {Expr(0)}, {parse("u - m*g*l*sin(phi)")}};
  const std::vector<OutputFormulas> made = make_outputs(machine, Purpose::kJacobian, std::vector{make_symbol("u")});
  ASSERT_EQ(made.size(), 4u);
  EXPECT_EQ(made[2].array.columns, 2u);
  EXPECT_EQ(made[0].array.entries[2].meaning, "phi'' by phi");
  EXPECT_EQ(made[3].array.entries[2].meaning, "a_y by u");
  expect(made[2], {{"C(1,1)", "l*cos(phi)"},
                   {"C(1,2)", "0"},
                   {"C(2,1)", "0"},
                   {"C(2,2)", "0"},
                   {"C(3,1)", "-g/l*cos(phi)"},
                   {"C(3,2)", "0"},
                   {"C(4,1)", "0"},
                   {"C(4,2)", "0"}});
  expect(made[3], {{"D(1,1)", "1"}, {"D(2,1)", "0"}, {"D(3,1)", "1/(m*l^2)"}, {"D(4,1)", "0"}});
}

}  // namespace
}  // namespace kinemate
