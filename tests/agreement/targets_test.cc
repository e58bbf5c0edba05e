// Every shipped tree in every language that runs here: one second of motion by the same Runge-Kutta steps as the
// interpreter, and the outputs of the machine at the end.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "codegen/c/language.h"
#include "codegen/files.h"
#include "codegen/names.h"
#include "codegen/targets.h"
#include "expr/pool.h"
#include "model/formulas.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"
#include "program/interpret.h"
#include "program/routine.h"
#include "study/programs/shortest_program.h"

namespace kinemate {
namespace {


std::string literal(double value) { return fmt::format("{:.17g}", value); }

std::string list_of(std::span<const double> values) {
  std::string text;
  for (double value : values) text += (text.empty() ? "" : ", ") + literal(value);
  return text;
}

// A machine as its differential equation, and what it starts from.
struct Moving {
  std::vector<Program> programs;
  std::vector<double> example;
  std::string space, function;  // pendulum, pendulum_ode

  std::vector<double> of(std::string_view array) const { return example_of(programs[0], array, example); }
  // u, w, p: what stays as it is.
  std::vector<std::string> further() const {
    std::vector<std::string> names;
    for (const Array& array : programs[0].inputs)
      if (array.name != "t" && array.name != "x" && !array.entries.empty()) names.push_back(array.name);
    return names;
  }
};

Moving make_moving(const std::string& example) {
  const Model given = read_machine_file(KINEMATE_SOURCE "/examples/" + example + "/model.yaml").model;
  std::vector<std::string> open, values;
  for (const Parameter& parameter : given.parameters)
    if (!parameter.value) open.push_back(parameter.name);
  for (const std::string& name : undeclared_parameters(given)) open.push_back(name);
  Moving moving;
  for (Purpose purpose : {Purpose::kOde, Purpose::kOutputs}) {
    if (purpose == Purpose::kOutputs && given.outputs.empty()) continue;
    ProgramRequest request{.purpose = purpose, .parameters = open};
    request.algorithm.kind = Algorithm::Kind::kFastest;
    moving.programs.push_back(make_shortest_program(given, request, keep_quiet).optimized.program);
  }
  moving.example = example_inputs(given, moving.programs[0]);
  moving.space = make_name(given.name, c_language());
  moving.function = moving.space + "_ode";
  return moving;
}

// x after one second.
std::vector<double> integrate(const Moving& moving, int steps) {
  const Routine routine(moving.programs[0], 1, interpret);
  std::vector<double> x = moving.of("x");
  const auto rate = [&](double t, const std::vector<double>& at) {
    std::vector<double> inputs = {t};
    inputs.insert(inputs.end(), at.begin(), at.end());
    inputs.insert(inputs.end(), moving.example.begin() + static_cast<std::ptrdiff_t>(1 + x.size()),
                  moving.example.end());
    return run_once(routine, inputs);
  };
  const auto moved = [&](const std::vector<double>& by, double length) {
    std::vector<double> made = x;
    for (std::size_t i = 0; i < x.size(); ++i) made[i] = x[i] + length * by[i];
    return made;
  };
  const double h = 1.0 / steps;
  for (int step = 0; step < steps; ++step) {
    const double t = step * h;
    const std::vector<double> k1 = rate(t, x), k2 = rate(t + 0.5 * h, moved(k1, 0.5 * h)),
                              k3 = rate(t + 0.5 * h, moved(k2, 0.5 * h)), k4 = rate(t + h, moved(k3, h));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  }
  return x;
}

// The same steps in C and C++, which differ in headers and in how the function is called.
std::string c_driver(const Moving& moving, int steps, const std::string& head, const std::string& call) {
  std::string text = head + "#include <stdio.h>\n";
  const std::size_t n = moving.of("x").size();
  std::string further;
  for (const std::string& name : moving.further()) {
    text += fmt::format("static const double {}[] = {{{}}};\n", name, list_of(moving.of(name)));
    further += ", " + name;
  }
  text += fmt::format("static double x[{0}] = {{{1}}}, y[{0}], k1[{0}], k2[{0}], k3[{0}], k4[{0}];\n", n,
                      list_of(moving.of("x")));
  text +=
      fmt::format("static void rate(double t, const double *at, double *dx) {{ {}(t, at{}, dx); }}\n", call, further);
  text += fmt::format(
      "static void move(const double *by, double length) {{ for (int i = 0; i < {}; ++i) y[i] = x[i] + "
      "length * by[i]; }}\n",
      n);
  text += fmt::format(
      "int main(void) {{\n  const double h = 1.0 / {0};\n  for (int step = 0; step < {0}; ++step) {{\n"
      "    const double t = step * h;\n    rate(t, x, k1); move(k1, 0.5 * h); rate(t + 0.5 * h, y, k2);\n"
      "    move(k2, 0.5 * h); rate(t + 0.5 * h, y, k3); move(k3, h); rate(t + h, y, k4);\n"
      "    for (int i = 0; i < {1}; ++i) x[i] = x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);\n  }}\n"
      "  for (int i = 0; i < {1}; ++i) printf(\"= %.17g\\n\", x[i]);\n  return 0;\n}}\n",
      steps, n);
  return text;
}

std::string octave_driver(const Moving& moving, int steps) {
  std::string text, further;
  for (const std::string& name : moving.further()) {
    text += fmt::format("{} = [{}].';\n", name, list_of(moving.of(name)));
    further += ", " + name;
  }
  text += fmt::format("x = [{}].';\nrate = @(t, x) {}(t, x{});\nh = 1.0 / {};\n", list_of(moving.of("x")),
                      moving.function, further, steps);
  text += fmt::format(
      "for step = 0:{}\n  t = step*h;\n  k1 = rate(t, x);\n  k2 = rate(t + 0.5*h, x + 0.5*h*k1);\n"
      "  k3 = rate(t + 0.5*h, x + 0.5*h*k2);\n  k4 = rate(t + h, x + h*k3);\n"
      "  x = x + h/6.0*(k1 + 2.0*(k2 + k3) + k4);\nend\nprintf('= %.17g\\n', x);\n",
      steps - 1);
  return text;
}

std::string python_driver(const Moving& moving, int steps) {
  std::string text = fmt::format("import numpy as np\nfrom {} import ode\n", moving.function), further;
  for (const std::string& name : moving.further()) {
    text += fmt::format("{} = np.array([{}])\n", name, list_of(moving.of(name)));
    further += ", " + name;
  }
  text += fmt::format("x = np.array([{}])\nh = 1.0 / {}\nrate = lambda t, x: ode(t, x{})\n", list_of(moving.of("x")),
                      steps, further);
  text += fmt::format(
      "for step in range({}):\n    t = step*h\n    k1 = rate(t, x)\n    k2 = rate(t + 0.5*h, x + "
      "0.5*h*k1)\n    k3 = rate(t + 0.5*h, x + 0.5*h*k2)\n    k4 = rate(t + h, x + h*k3)\n"
      "    x = x + h/6.0*(k1 + 2.0*(k2 + k3) + k4)\n",
      steps);
  // as many states at once as one after the other; NumPy's sines of arrays may differ in their last digit, and stiff
  // springs amplify that
  text += fmt::format(
      "many, one = rate(0.0, np.stack([x, 2*x, x], axis=1)), rate(0.0, x)\n"
      "assert np.allclose(many[:, 2], one, rtol=1e-12, atol=1e-9*np.max(np.abs(np.nan_to_num(one))), "
      "equal_nan=True)\n"
      "for number in x: print('= %.17g' % number)\n");
  return text;
}

struct Run {
  const char* target;
  const char* file;     // of the driver
  const char* command;  // that must be there
  const char* line;     // that runs it
};

constexpr Run kRuns[] = {
    {"c", "drive.c", "cc", "cc -std=c99 -O1 -ffp-contract=off -Wall -Wextra drive.c *_ode.c -o drive -lm && ./drive"},
    {"cpp", "drive.cpp", "c++", "c++ -std=c++17 -O1 -ffp-contract=off -Wall -Wextra drive.cpp -o drive && ./drive"},
    {"matlab", "drive.m", "octave-cli", "octave-cli --no-gui --quiet drive.m"},
    {"python", "drive.py", "/usr/bin/python3", "/usr/bin/python3 drive.py"}};

std::string write_driver(const Run& run, const Moving& moving, int steps) {
  const std::string target = run.target;
  if (target == "c")
    return c_driver(moving, steps, fmt::format("#include \"{}.h\"\n", moving.function), moving.function);
  if (target == "cpp")
    return c_driver(moving, steps, fmt::format("#include \"{}.hpp\"\n", moving.function),
                    moving.space + "::ode<double>");
  return target == "matlab" ? octave_driver(moving, steps) : python_driver(moving, steps);
}

std::vector<double> numbers_of(const std::string& command, std::string& out) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::vector<double> numbers;
  char line[4096];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    out += line;
    if (line[0] == '=') numbers.push_back(std::strtod(line + 1, nullptr));
  }
  if (pclose(pipe) != 0) numbers.clear();
  return numbers;
}

struct Case {
  const char* example;
  int steps;
};

class Targets : public testing::TestWithParam<std::tuple<Case, Run>> {};

TEST_P(Targets, OneSecondAsTheInterpreterHasIt) {
  const auto& [machine, run] = GetParam();
  if (std::system(("command -v " + std::string(run.command) + " > /dev/null").c_str()) != 0)
    GTEST_SKIP() << run.command << " is not installed";
  Pool pool;
  const PoolScope scope(pool);
  const Moving moving = make_moving(machine.example);
  const std::vector<double> expected = integrate(moving, machine.steps);
  const std::filesystem::path folder =
      testing::TempDir() + fmt::format("kinemate_targets_{}_{}_{}", machine.example, run.target, getpid());
  write_files(folder, find_target(run.target).generate(moving.programs, {.example = moving.example}));
  std::ofstream(folder / run.file) << write_driver(run, moving, machine.steps);
  std::string out;
  const std::vector<double> numbers = numbers_of("cd '" + folder.string() + "' && " + run.line, out);
  ASSERT_EQ(numbers.size(), expected.size()) << out;
  double size = 1;
  for (double value : expected) size = std::max(size, std::abs(value));
  ASSERT_TRUE(std::isfinite(size));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(numbers[i], expected[i], 1e-12 * size);
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(
    Examples, Targets,
    testing::Combine(testing::Values(Case{"cardan_double_pendulum", 200}, Case{"cart_pendulums", 200},
                                     Case{"disc_guided_mass", 200}, Case{"flyball_governor", 4000},
                                     Case{"lagr_pendulum", 200}, Case{"loudspeaker", 2000},
                                     Case{"planar_pendulum", 200}, Case{"puma_560", 200}, Case{"quadruped", 200},
                                     Case{"rotor", 200}, Case{"spatial_pendulum", 200}),
                     testing::ValuesIn(kRuns)),
    [](const auto& row) { return std::string(std::get<0>(row.param).example) + "_" + std::get<1>(row.param).target; });

}  // namespace
}  // namespace kinemate
