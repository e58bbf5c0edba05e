#include "study/programs/shortest_program.h"

#include "model/fixture.h"
#include "model_io/machine_file.h"
#include "program/interpret.h"
#include "program/routine.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class ShortestProgramTest : public ModelTest {};

TEST_F(ShortestProgramTest, PendulumIsASineAndTwoProducts) {
  const Model model = machine(R"(name: pendulum
gravity: [0, 0, -10]
bodies: {rod: {mass: 2, center: [0, 0, -4]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {brake: {type: joint, joint: hinge, effort: -phi'}}
)");
  const Optimized shortest = make_shortest_program(model, {.purpose = Purpose::kForward}, keep_quiet).optimized;
  EXPECT_EQ(shortest.passes[0].pass, "as derived");
  EXPECT_LE(shortest.passes.back().count.total(), 5);
  EXPECT_EQ(shortest.passes.back().count.divisions, 0);
  const std::vector<double> inputs = {0, 0.3, 2};
  EXPECT_NEAR(run_once(Routine(shortest.program, 1, interpret), inputs)[0], -2.5 * std::sin(0.3) - 2.0 / 32, 1e-14);
}

TEST_F(ShortestProgramTest, SimplifiesFirstWhereThatIsShorter) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/flyball_governor/model.yaml").model;
  std::vector<std::string> parameters;
  for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name);
  const ProgramRequest request{.purpose = Purpose::kForward, .parameters = parameters};
  const Optimized shortest = make_shortest_program(model, request, keep_quiet).optimized;
  ASSERT_GT(shortest.passes.size(), 2u);
  EXPECT_EQ(shortest.passes[0].pass, "as derived");
  EXPECT_EQ(shortest.passes[1].pass, "simplified");
  const Optimized derived = optimize(make_machine_program(model, request, keep_quiet));
  EXPECT_LT(1.3 * shortest.passes.back().cost, derived.passes.back().cost);
}

TEST_F(ShortestProgramTest, NeverLongerThanAsDerived) {
  for (const char* name : {"cart_pendulums", "planar_pendulum", "flyball_governor"}) {
    const Model model = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model;
    std::vector<std::string> parameters;
    for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name);
    const ProgramRequest request{.purpose = Purpose::kOde, .parameters = parameters};
    const Optimized derived = optimize(make_machine_program(model, request, keep_quiet));
    EXPECT_LE(make_shortest_program(model, request, keep_quiet).optimized.passes.back().cost,
              derived.passes.back().cost);
  }
}

}  // namespace
}  // namespace kinemate
