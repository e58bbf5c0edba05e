#include "codegen/simulink/ports.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

std::vector<std::string> port_names(std::span<const Array> arrays) {
  std::vector<std::string> names;
  for (const Array& array : arrays) names.push_back(array.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(SimulinkPorts, OfAPendulum) {
  const SimulinkBlock block = make_simulink_block(pendulum_programs(), pendulum_example());
  EXPECT_EQ(block.programs.size(), 3u);
  EXPECT_EQ(port_names(block.ports), Names{"u"});
  EXPECT_EQ(port_names(block.parameters), Names{"p"});
  EXPECT_EQ(block.start, (std::vector<double>{0.5, -0.25}));
  EXPECT_EQ(output_port(block).name, "y");
  EXPECT_TRUE(feeds_through(block, block.ports[0]));
}

TEST(SimulinkPorts, StatesAreOutputsWhereThereAreNoOthers) {
  const SimulinkBlock block = make_simulink_block(pendulum_programs({.outputs = false}), pendulum_example());
  EXPECT_EQ(output_port(block).name, "x");
  EXPECT_FALSE(feeds_through(block, block.ports[0]));
}

TEST(SimulinkPorts, AJacobianThatIsNotUsedIsNoPart) {
  const PendulumOptions options{.unspecified = true};
  const SimulinkBlock block = make_simulink_block(pendulum_programs(options), pendulum_example(options));
  EXPECT_EQ(block.programs.size(), 2u);
  EXPECT_NE(block.jacobian.missing, "");
  EXPECT_EQ(port_names(block.ports), (Names{"u", "w"}));
  EXPECT_EQ(block.ports[1].entries.size(), 2u);
}

TEST(SimulinkPorts, DependenceIsOfWhatResultsNeed) {
  const Program program = pendulum_outputs({});
  for (const char* needed : {"x", "u", "p"}) EXPECT_TRUE(depends_on(program, needed)) << needed;
  for (const char* not_needed : {"t", "w", "v"}) EXPECT_FALSE(depends_on(program, not_needed)) << not_needed;
  Program first_only = program;  // the second result alone has the torque
  first_only.outputs[0].entries.pop_back(), first_only.results.pop_back();
  EXPECT_FALSE(depends_on(first_only, "u"));
  EXPECT_TRUE(depends_on(first_only, "p"));
}

std::string message_of(const Program& program) {
  try {
    make_simulink_block({&program, 1}, {});
  } catch (const Error& error) {
    return error.message;
  }
  return "";
}

TEST(SimulinkPorts, OtherProgramsAreRefused) {
  EXPECT_EQ(message_of(pendulum_jacobian({})),
            "a block of Simulink is a differential equation, but jacobian was asked for");
  Builder nothing(with_inputs(0));
  Program still = finish(nothing, {});
  still.name = "ode";
  EXPECT_EQ(message_of(still), "a block of Simulink needs a state, but nothing moves in this machine");
  EXPECT_EQ(message_of(pendulum_ode({})), "");
}

}  // namespace
}  // namespace kinemate
