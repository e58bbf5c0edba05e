#include "study/programs/forward_dynamics.h"

#include "base/allocations.h"
#include "base/error.h"
#include "model/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class ForwardDynamicsTest : public ModelTest {};

using Means = ForwardDynamics::Means;

Model example(const std::string& name) {
  return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
}

// Inputs that differ from lane to lane; Euler parameters of the quadruped need not be of norm one for this comparison.
std::vector<double> run(const ForwardDynamics& dynamics, unsigned width) {
  ForwardDynamics::Workspace workspace = dynamics.make_workspace();
  std::span<double> inputs = workspace.inputs();
  for (std::size_t i = 0; i < inputs.size() / width; ++i)
    for (unsigned lane = 0; lane < width; ++lane)
      inputs[i * width + lane] = 0.3 + 0.01 * static_cast<double>((7 * i + 3 * lane) % 50);
  std::size_t at = 0;
  for (const Array& array : dynamics.inputs())
    for (const Entry& entry : array.entries) {
      for (unsigned lane = 0; lane < width; ++lane) {
        if (entry.name == "p0") inputs[at * width + lane] = 0.8;
        if (entry.name == "p1" || entry.name == "p3") inputs[at * width + lane] = 0.4;
        if (entry.name == "p2") inputs[at * width + lane] = -0.2;
      }
      ++at;
    }
  dynamics.run(workspace);
  const std::span<const double> result = workspace.accelerations();
  return {result.begin(), result.end()};
}

TEST_F(ForwardDynamicsTest, EngineAndProgramAgree) {
  for (const char* name : {"puma_560", "quadruped", "spatial_pendulum", "cart_pendulums", "rotor"}) {
    SCOPED_TRACE(name);
    Model model = example(name);
    for (Parameter& parameter : model.parameters)
      if (!parameter.value) parameter.value = Expr(Rational(3, 4));
    for (unsigned width : {1u, 4u, 8u}) {
      const ForwardDynamics program(model, Means::kProgram, width), engine(model, Means::kEngine, width);
      EXPECT_EQ(program.means(), Means::kProgram);
      EXPECT_EQ(engine.means(), Means::kEngine);
      const std::vector<double> a = run(program, width), b = run(engine, width);
      ASSERT_EQ(a.size(), b.size());
      double size = 0;
      for (double x : a) size = std::max(size, std::abs(x));
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-10 * size) << i;
    }
  }
}

TEST_F(ForwardDynamicsTest, ChoosesByItself) {
  EXPECT_EQ(ForwardDynamics(example("puma_560")).means(), Means::kProgram);
  std::string text = "name: chain\nbodies:\n";
  for (int i = 1; i <= 1001; ++i) text += "  b" + std::to_string(i) + ": {mass: 1, center: [1, 0, 0]}\n";
  text += "joints:\n";
  for (int i = 1; i <= 1001; ++i)
    text += "  j" + std::to_string(i) + ": {type: revolute, axis: " + (i % 2 == 0 ? "y" : "z") +
            ", from: " + (i == 1 ? "world" : "{body: b" + std::to_string(i - 1) + ", at: [1, 0, 0]}") + ", to: b" +
            std::to_string(i) + ", coordinate: q" + std::to_string(i) + "}\n";
  EXPECT_EQ(ForwardDynamics(machine(text)).means(), Means::kEngine);
}

TEST_F(ForwardDynamicsTest, RunAllocatesNothing) {
  for (const char* name : {"puma_560", "quadruped"})
    for (Means means : {Means::kProgram, Means::kEngine})
      for (unsigned width : {1u, 8u}) {
        const ForwardDynamics dynamics(example(name), means, width);
        ForwardDynamics::Workspace workspace = dynamics.make_workspace();
        std::fill(workspace.inputs().begin(), workspace.inputs().end(), 0.5);
        const std::size_t before = allocations;
        dynamics.run(workspace);
        EXPECT_EQ(allocations, before) << name << " " << width;
      }
}

TEST_F(ForwardDynamicsTest, Refuses) {
  EXPECT_THROW(ForwardDynamics(example("four_bar"), Means::kEngine), Error);
  EXPECT_THROW(ForwardDynamics(example("loudspeaker"), Means::kEngine), Error);
  const Model massless = machine(
      "bodies: {arm: {mass: 1, center: [1, 0, 0]}, tip: {mass: 0}}\njoints:\n"
      "  first: {type: revolute, axis: z, from: world, to: arm, coordinate: a}\n"
      "  second: {type: revolute, axis: z, from: {body: arm, at: [1, 0, 0]}, to: tip, coordinate: b}\n");
  for (Means means : {Means::kProgram, Means::kEngine}) EXPECT_THROW(ForwardDynamics(massless, means), Error);
}

}  // namespace
}  // namespace kinemate
