#include "codegen/matlab/scripts.h"

#include <gtest/gtest.h>

#include "codegen/matlab/language.h"
#include "codegen/pendulum_programs.h"
#include "codegen/shared_inputs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

CodeInterface interface_of(const Program& program) { return make_interface(program, "pendulum", matlab_language()); }

TEST(MatlabScripts, AnExample) {
  const Program program = pendulum_ode({});
  EXPECT_EQ(write_matlab_example(program, interface_of(program), pendulum_example()),
            "% An example: ode of pendulum: by hand\n"
            "% Made by Kinemate.\n"
            "t = 0.0;\n"
            "x = [\n"
            "  0.5  % phi\n"
            "  -0.25  % omega\n"
            "];\n"
            "u = [\n"
            "  0.125  % torque\n"
            "];\n"
            "p = [\n"
            "  1.5  % m\n"
            "  0.75  % l\n"
            "];\n"
            "dx_names = {\n"
            "  'phi'''\n"
            "  'omega'''\n"
            "};\n"
            "dx = pendulum_ode(t, x, u, p);\n"
            "for k = 1:numel(dx_names)\n"
            "  fprintf('%s = %.17g\\n', dx_names{k}, dx(k));\n"
            "end\n");
}

TEST(MatlabScripts, ASimulation) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = {pendulum_ode(options), pendulum_outputs(options)};
  const std::vector<CodeInterface> interfaces = {interface_of(programs[0]), interface_of(programs[1])};
  EXPECT_EQ(write_matlab_simulation(programs, interfaces, pendulum_example(options)),
            "% A simulation: ode of pendulum: by hand\n"
            "% Made by Kinemate.\n"
            "duration = 1;  % seconds\n"
            "x0 = [\n"
            "  0.5  % phi\n"
            "  -0.25  % omega\n"
            "];\n"
            "u = [\n"
            "  0.125  % torque\n"
            "];\n"
            "w = [\n"
            "  2.0  % f(phi)\n"
            "  1.0  % g(t)\n"
            "];\n"
            "p = [\n"
            "  1.5  % m\n"
            "  0.75  % l\n"
            "];\n"
            "\n"
            "% inputs that change: functions of t and x in place of u or w\n"
            "rates = @(t, x) pendulum_ode(t, x, u, w(1), p);\n"
            "options = odeset('RelTol', 1e-9, 'AbsTol', 1e-9);\n"
            "[t, x] = ode45(rates, [0, duration], x0, options);\n"
            "x_names = {\n"
            "  'phi'\n"
            "  'omega'\n"
            "};\n"
            "for k = 1:numel(x_names)\n"
            "  fprintf('%s = %.17g\\n', x_names{k}, x(end, k));\n"
            "end\n"
            "\n"
            "% outputs of pendulum: by hand\n"
            "outputs = zeros(numel(t), 2);\n"
            "for k = 1:numel(t)\n"
            "  outputs(k, :) = pendulum_outputs(t(k), x(k, :), u, w([2; 1]), p);\n"
            "end\n"
            "output_names = {\n"
            "  'side'\n"
            "  'rate'\n"
            "};\n"
            "for k = 1:numel(output_names)\n"
            "  fprintf('%s = %.17g\\n', output_names{k}, outputs(end, k));\n"
            "end\n"
            "\n"
            "if exist('OCTAVE_VERSION', 'builtin') ~= 0\n"
            "  desktop = have_window_system();\n"
            "else\n"
            "  desktop = usejava('desktop');\n"
            "end\n"
            "if desktop\n"
            "  figure;\n"
            "  plot(t, x);\n"
            "  legend(x_names, 'Interpreter', 'none');\n"
            "  xlabel('t in seconds');\n"
            "  figure;\n"
            "  plot(t, outputs);\n"
            "  legend(output_names, 'Interpreter', 'none');\n"
            "  xlabel('t in seconds');\n"
            "end\n");
}

TEST(MatlabScripts, NoWordOfInputsWhereThereAreNone) {
  const Program program = pendulum_ode({.inputs = false});
  const std::vector<CodeInterface> interfaces = {interface_of(program)};
  const std::string text = write_matlab_simulation({&program, 1}, interfaces, pendulum_example({.inputs = false}));
  EXPECT_NE(text.find("];\n\nrates = @(t, x) pendulum_ode(t, x, p);\n"), std::string::npos) << text;
}

TEST(MatlabScripts, EntriesWithoutANameAreCalledByTheirPlace) {
  Program program = program_of(1, [](Builder& builder, const ValueList& x) { return ValueList{builder.sine(x[0])}; });
  program.outputs[0].entries[0].name = "";
  EXPECT_NE(write_matlab_example(program, interface_of(program), {}).find("  'y(1)'\n"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
