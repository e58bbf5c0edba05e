#include "study/programs/compiled_machine.h"

#include <gtest/gtest.h>

#include <cmath>

#include "study/fixture.h"

namespace kinemate {
namespace {

constexpr const char* kBob = R"(
name: bob
parameters: {l: 0.5}
gravity: [0, 0, -9.81]
bodies: {bob: {mass: 2, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}
initial: {phi: 1, phi': 0.3}
)";

class CompiledMachineTest : public StudyTest {};

TEST_F(CompiledMachineTest, AccelerationsAtAnyState) {
  const CompiledMachine compiled(machine(kBob));
  std::vector<double> state = compiled.start();
  EXPECT_EQ(state[compiled.input("phi")], 1);
  EXPECT_EQ(state[compiled.input("phi'")], 0.3);
  for (const double phi : {-2.0, 0.1, 1.0, 3.0}) {
    state[compiled.input("phi")] = phi;
    EXPECT_NEAR(compiled(state)[compiled.output("phi''")], -9.81 / 0.5 * std::sin(phi), 1e-12);
  }
  EXPECT_FALSE(compiled.way().empty());
}

TEST_F(CompiledMachineTest, OtherPurposesAndParametersAsInputs) {
  const CompiledMachine mass(machine(kBob), {.purpose = Purpose::kMass, .parameters = {"l"}});
  std::vector<double> inputs = mass.start();
  inputs[mass.input("l")] = 3;
  EXPECT_NEAR(mass(inputs)[0], 2 * 9, 1e-12);
}

TEST_F(CompiledMachineTest, NamesThatAreNone) {
  const CompiledMachine compiled(machine(kBob));
  EXPECT_TRUE(contains(refusal([&] { compiled.input("ph"); }), "the program has no input 'ph'"));
  EXPECT_TRUE(contains(refusal([&] { compiled.input("ph"); }), "did you mean phi?"));
  EXPECT_TRUE(contains(refusal([&] { compiled.output("angle"); }), "there are: phi''"));
}

}  // namespace
}  // namespace kinemate
