#include "codegen/simulink/block.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

// Functions for each program with the values it needs, and no parts of the same name.
TEST(SimulinkBlockFunction, CallsThePrograms) {
  const PendulumOptions options{.unspecified = true};
  const SimulinkBlock block = make_simulink_block(pendulum_programs(options), pendulum_example(options));
  const std::string text = write_simulink_block("pendulum_block", "pendulum", block, 2);
  EXPECT_TRUE(
      text.starts_with("function [dx, y] = pendulum_block(t, x, u, w, p)\n"
                       "%PENDULUM_BLOCK ode of pendulum: by hand\n"
                       "%   for a MATLAB Function block\n"
                       "%\n"
                       "%   t: input, time\n"))
      << text;
  EXPECT_NE(text.find("%#codegen\n"
                      "  dx = pendulum_ode(t, x, u, w(1), p);\n"
                      "  y = pendulum_outputs(t, x, u, w([2; 1]), p);\n"
                      "end\n"
                      "\n"
                      "function dx = pendulum_ode(t, x, u, w, p)\n"),
            std::string::npos)
      << text;
  for (const char* name : {"ode_part_1(", "outputs_part_1("}) {
    const std::string definition = std::string(" = ") + name;
    EXPECT_NE(text.find(definition), std::string::npos) << name;
  }
}

TEST(SimulinkBlockFunction, RatesAloneWhereThereAreNoOutputs) {
  const SimulinkBlock block = make_simulink_block(pendulum_programs({.outputs = false}), pendulum_example());
  const std::string text = write_simulink_block("pendulum_block", "pendulum", block, 1000);
  EXPECT_TRUE(text.starts_with("function dx = pendulum_block(t, x, u, p)\n")) << text;
}

}  // namespace
}  // namespace kinemate
