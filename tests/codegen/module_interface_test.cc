#include "codegen/module_interface.h"

#include <gtest/gtest.h>

#include "codegen/julia/language.h"
#include "codegen/pendulum_programs.h"
#include "codegen/python/language.h"

namespace kinemate {
namespace {

TEST(ModuleInterface, NamesOfFilesFunctionsAndConstants) {
  Program program;
  program.name = "lambda", program.machine = "3R";
  const Entry entry{"a", ""};
  program.inputs = {{"t", "", {entry}}, {"q", "", {entry}}, {"Q", "", {entry}}, {"none", "", {}}};
  program.outputs = {{"dx", "", {entry}}};
  const ModuleInterface made = make_module_interface(program, "3R", python_language());
  EXPECT_EQ(made.code.function, "n3R_lambda_v");
  EXPECT_EQ(made.function, "lambda_v");
  EXPECT_EQ(made.entries, (std::vector<std::string>{"T_NAMES", "Q_NAMES", "Q_2_NAMES", "DX_NAMES"}));
  EXPECT_EQ(made.beginning, (std::vector<std::string>{"T0", "Q0", "Q_20", ""}));
  EXPECT_EQ(input_names(made.code), (std::vector<std::string>{"t", "q", "Q"}));
  EXPECT_EQ(output_names(made.code), (std::vector<std::string>{"dx"}));
}

TEST(ModuleInterface, EntriesAsCallersWriteThem) {
  const Program program = pendulum_jacobian({});
  const ModuleInterface python = make_module_interface(program, "m", python_language());
  const ModuleInterface julia = make_module_interface(program, "m", julia_language());
  const CodeParameter& A = python.code.parameters[4];
  ASSERT_EQ(A.name, "A");
  EXPECT_EQ(entry_text(A, 2, python_language()), "A[1, 0]");
  EXPECT_EQ(entry_text(julia.code.parameters[4], 1, julia_language()), "A[1, 2]");
  EXPECT_EQ(entry_text(julia.code.parameters[1], 1, julia_language()), "x[2]");
  EXPECT_EQ(entry_text(python.code.parameters[0], 0, python_language()), "t");
  EXPECT_EQ(entry_label(A, 2, python_language()), "A(2,1)");
  Array nameless{"v", "", {{"", ""}}};
  const CodeParameter parameter{&nameless, "v", "", false, true};
  EXPECT_EQ(entry_label(parameter, 0, python_language()), "v[0]");
}

TEST(ModuleInterface, EveryEntryIsDescribed) {
  Program program;
  program.inputs = {{"t", "time", {{"t", "s"}}}, {"in", "line\nbreak", {{"a", "b\n"}, {"", ""}}}};
  program.outputs = {{"y", "", {{"c", ""}}}};
  EXPECT_EQ(describe_entries(make_module_interface(program, "m", python_language())),
            "t: input, time\n  t: t -- s\nin_v: input in, line break\n  in_v[0]: a -- b \n  in_v[1]: \n"
            "y: result\n  y[0]: c\n");
}

TEST(ModuleInterface, ValuesOfTheFirstProgramByName) {
  const PendulumOptions options{.unspecified = true};
  const Program ode = pendulum_ode(options), outputs = pendulum_outputs(options);
  const std::vector<double> example = pendulum_example(options);
  EXPECT_EQ(example_for(ode, ode, example), example);
  // g is only among the outputs, f comes second there
  EXPECT_EQ(example_for(outputs, ode, example), (std::vector<double>{0, 0.5, -0.25, 0.125, 1, 2, 1.5, 0.75}));
  EXPECT_EQ(example_for(ode, ode, {}), std::vector<double>(example.size(), 0.0));
}

TEST(ModuleInterface, CallsWithWhatTheModuleHas) {
  const std::vector<Program> programs = pendulum_programs();
  std::vector<ModuleInterface> modules;
  for (const Program& program : programs)
    modules.push_back(make_module_interface(program, program.machine, python_language()));
  EXPECT_EQ(module_call(modules[0], "", ""),
            "pendulum_ode.ode(pendulum_ode.T0, pendulum_ode.X0, pendulum_ode.U0, pendulum_ode.P0)");
  EXPECT_EQ(module_call(modules[1], "t", "x"), "pendulum_outputs.outputs(t, x, inputs(t), pendulum_outputs.P0)");
  EXPECT_EQ(constant_of(modules[0], "x", modules[0].entries), "pendulum_ode.X_NAMES");
  EXPECT_EQ(constant_of(modules[0], "w", modules[0].entries), "");
  EXPECT_EQ(find_module(programs, modules, "jacobian"), &modules[2]);
  EXPECT_EQ(find_module(programs, modules, "mass"), nullptr);
}

}  // namespace
}  // namespace kinemate
