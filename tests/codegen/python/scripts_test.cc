// The text of scripts; they run in python_test.cc.
#include "codegen/python/scripts.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"
#include "codegen/python/language.h"

namespace kinemate {
namespace {

std::string simulation_of(const PendulumOptions& options, std::size_t count) {
  std::vector<Program> programs = pendulum_programs(options);
  programs.resize(count);
  std::vector<ModuleInterface> modules;
  for (const Program& program : programs)
    modules.push_back(make_module_interface(program, program.machine, python_language()));
  return write_python_simulation(programs, modules, 0);
}

TEST(PythonScripts, AnExample) {
  const Program program = pendulum_ode({});
  EXPECT_EQ(write_python_example(program, make_module_interface(program, "pendulum", python_language())),
            R"("""One call: ode of pendulum: by hand

Made by Kinemate.
"""

import numpy as np

import pendulum_ode


def show(names, values):
    for name, value in zip(names, np.ravel(values).tolist()):
        print(f"{name} = {value!r}")


results = pendulum_ode.ode(pendulum_ode.T0, pendulum_ode.X0, pendulum_ode.U0, pendulum_ode.P0)
show(pendulum_ode.DX_NAMES, results)
)");
}

TEST(PythonScripts, ResultsOfSeveralArrays) {
  const Program program = pendulum_jacobian({.outputs = false});
  const std::string text = write_python_example(program, make_module_interface(program, "pendulum", python_language()));
  EXPECT_TRUE(
      text.ends_with("show(pendulum_jacobian.A_NAMES, results[0])\nshow(pendulum_jacobian.B_NAMES, results[1])\n"));
}

// Inputs are a function of time, which users change; derivatives are for implicit methods.
TEST(PythonScripts, ASimulation) {
  const std::string text = simulation_of({}, 3);
  for (const char* part :
       {"import pendulum_ode\nimport pendulum_outputs\nimport pendulum_jacobian\n",
        "def inputs(t):\n    \"\"\"Of the machine, at a time: change them here.\"\"\"\n    return pendulum_ode.U0\n",
        "def rates(t, x):\n    return pendulum_ode.ode(t, x, inputs(t), pendulum_ode.P0)\n",
        "    return pendulum_jacobian.jacobian(t, x, inputs(t), pendulum_jacobian.P0)[0]\n",
        "    options = {\"jac\": derivatives} if method in (\"Radau\", \"BDF\", \"LSODA\") else {}\n",
        "    results = pendulum_outputs.outputs(t, x, inputs(t), pendulum_outputs.P0)\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(PythonScripts, ASimulationOfTheEquationAlone) {
  const std::string text = simulation_of({.inputs = false}, 1);
  EXPECT_NE(text.find("    options = {\"vectorized\": True} if"), std::string::npos);
  for (const char* part : {"inputs(", "derivatives", "pendulum_outputs"})
    EXPECT_EQ(text.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace kinemate
