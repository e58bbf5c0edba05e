// The text of scripts; they run in julia_test.cc.
#include "codegen/julia/scripts.h"

#include <gtest/gtest.h>

#include "codegen/julia/language.h"
#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

TEST(JuliaScripts, AnExample) {
  const Program program = pendulum_jacobian({.outputs = false});
  EXPECT_EQ(write_julia_example(program, make_module_interface(program, "m", julia_language())),
            R"(# One call: jacobian of pendulum: by hand
# Made by Kinemate.
include("m_jacobian.jl")

function print_entries(names, values)
  for (name, value) in zip(names, values)
    println(name, " = ", value)
  end
end

results = m_jacobian.jacobian(m_jacobian.T0, m_jacobian.X0, m_jacobian.U0, m_jacobian.P0)
print_entries(m_jacobian.A_NAMES, permutedims(results[1]))
print_entries(m_jacobian.B_NAMES, permutedims(results[2]))
)");
}

TEST(JuliaScripts, ASimulation) {
  const std::vector<Program> programs = pendulum_programs();
  std::vector<ModuleInterface> modules;
  for (const Program& program : programs) modules.push_back(make_module_interface(program, "m", julia_language()));
  const std::string text = write_julia_simulation(programs, modules, 0);
  for (const char* part :
       {"# Simulation of pendulum: prints the state at the end\n", "include(\"m_ode.jl\")\ninclude(\"m_outputs.jl\")\n",
        "inputs(t) = m_ode.U0\n", "rates(t, x) = m_ode.ode(t, x, inputs(t), m_ode.P0)\n",
        "state = simulate(m_ode.X0, seconds, steps)\nprint_entries(m_ode.X_NAMES, state)\n"
        "results = m_outputs.outputs(seconds, state, inputs(seconds), m_outputs.P0)\n"
        "print_entries(m_outputs.Y_NAMES, results)\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const std::string alone = write_julia_simulation(std::span(programs).first(1), std::span(modules).first(1), 0);
  EXPECT_EQ(alone.find("m_outputs"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
