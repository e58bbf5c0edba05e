// S-functions compiled against a stand-in for Simulink's headers and driven through their callbacks, and the text of
// MATLAB Function blocks run by Octave.
#include "codegen/simulink/emitter.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "codegen/octave.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

/// What the stand-in says: numbers by names; or what the S-function complains of.
struct Driven {
  std::map<std::string, double> numbers;
  std::string error;

  double at(const std::string& name) const {
    EXPECT_TRUE(numbers.contains(name)) << name;
    return numbers.contains(name) ? numbers.at(name) : 0;
  }
};

/// How an S-function is compiled: no warning is allowed.
struct CompilerKind {
  std::string compiler, definition;
};

// By each compiler, as a MEX file and not as one.
std::vector<CompilerKind> all_kinds() {
  std::vector<CompilerKind> kinds;
  for (const std::string& compiler : c_compilers())
    for (const char* definition : {"-DMATLAB_MEX_FILE", ""}) kinds.push_back({compiler, definition});
  return kinds;
}

Driven run_block(const std::filesystem::path& folder, const std::string& numbers) {
  std::ofstream(folder / "in") << numbers;
  const std::string command = "cd '" + folder.string() + "' && timeout 10 ./run < in > out 2> err";
  const bool failed = std::system(command.c_str()) != 0;
  Printed printed;
  read_printed(read_whole(folder / "out"), printed);
  Driven driven{{}, failed ? read_whole(folder / "err") : ""};
  EXPECT_TRUE(!failed || !driven.error.empty());
  for (std::size_t i = 0; i < printed.names.size(); ++i) driven.numbers[printed.names[i]] = printed.numbers[i];
  return driven;
}

// Run with each of these lines of numbers.
std::vector<Driven> drive(std::span<const GeneratedFile> files, const std::vector<std::string>& lines,
                          const std::vector<CompilerKind>& kinds = all_kinds()) {
  const CompileFolder folder;
  write_files(folder.path(), files);
  std::string sources;
  for (const GeneratedFile& file : files)
    if (file.name.ends_with(".c")) sources += file.name + " ";
  std::vector<Driven> all;
  for (const CompilerKind& kind : kinds) {
    const std::string command = "cd '" + folder.path().string() + "' && " + kind.compiler + " " + kStrictFlags + " " +
                                kind.definition + " -I'" KINEMATE_SOURCE "/tests/codegen/simulink_stand_in' " +
                                sources + "-o run -lm > log 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << read_whole(folder.path() / "log").substr(0, 3000);
    for (const std::string& numbers : lines) all.push_back(run_block(folder.path(), numbers));
  }
  return all;
}

class SimulinkFunction : public testing::Test {
 protected:
  void SetUp() override {
    if (c_compilers().empty()) GTEST_SKIP() << "neither gcc nor clang is there";
  }
};

void expect_numbers(const Driven& driven, const std::string& name, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(driven.at(name + "[" + std::to_string(i) + "]"), expected[i]) << name << " " << i;
}

// [A B; C D] of the stand-in against the matrices of the program, row by row, and what is 0 is not stored.
void expect_matrix(const Driven& driven, std::size_t row, std::size_t column, std::size_t columns,
                   std::span<const double> expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string place =
        "J[" + std::to_string(row + i / columns) + "][" + std::to_string(column + i % columns) + "]";
    EXPECT_EQ(driven.numbers.contains(place), expected[i] != 0) << place;
    if (expected[i] != 0) {
      EXPECT_EQ(driven.at(place), expected[i]) << place;
    }
  }
}

TEST_F(SimulinkFunction, StatesInputsOutputsAndJacobian) {
  const std::vector<Program> programs = pendulum_programs();
  const std::vector<GeneratedFile> files = generate_simulink(programs, {.example = pendulum_example()});
  // x0 = [], p = (2, 0.5), t = 3, x = (0.7, -0.4), u = 0.3
  const std::vector<double> inputs = {3, 0.7, -0.4, 0.3, 2, 0.5};
  const std::vector<double> J = run_plainly(programs[2], inputs);
  for (const Driven& driven : drive(files, {"2  0  2 2 0.5  3  2 0.7 -0.4  0.3"})) {
    ASSERT_EQ(driven.error, "");
    EXPECT_EQ(driven.at("parameters"), 2);
    EXPECT_EQ(driven.at("states"), 2);
    EXPECT_EQ(driven.at("inputs"), 1);
    EXPECT_EQ(driven.at("width[0]"), 1);
    EXPECT_EQ(driven.at("feedthrough[0]"), 1);
    EXPECT_EQ(driven.at("outputs"), 1);
    EXPECT_EQ(driven.at("output width"), 2);
    expect_numbers(driven, "x0", {0.5, -0.25});
    expect_numbers(driven, "y", run_plainly(programs[1], inputs));
    expect_numbers(driven, "dx", run_plainly(programs[0], inputs));
    expect_matrix(driven, 0, 0, 2, std::span(J).subspan(0, 4));
    expect_matrix(driven, 0, 2, 1, std::span(J).subspan(4, 2));
    expect_matrix(driven, 2, 0, 2, std::span(J).subspan(6, 4));
    expect_matrix(driven, 2, 2, 1, std::span(J).subspan(10, 2));
  }
}

TEST_F(SimulinkFunction, WithoutInputsAndOutputsStatesComeOut) {
  const PendulumOptions options{.inputs = false, .outputs = false};
  const std::vector<Program> programs = pendulum_programs(options);
  const std::vector<GeneratedFile> files = generate_simulink(programs, {.example = pendulum_example(options)});
  const std::vector<double> inputs = {0, 0.1, 0.2, 1, 2}, J = run_plainly(programs[1], inputs);
  // x0 = (0.1, 0.2), p = (1, 2), t = 0, the initial states
  for (const Driven& driven : drive(files, {"2  2 0.1 0.2  2 1 2  0  0"})) {
    ASSERT_EQ(driven.error, "");
    EXPECT_EQ(driven.at("inputs"), 0);
    EXPECT_EQ(driven.at("output width"), 2);
    expect_numbers(driven, "x0", {0.1, 0.2});
    expect_numbers(driven, "y", {0.1, 0.2});
    expect_numbers(driven, "dx", run_plainly(programs[0], inputs));
    expect_matrix(driven, 0, 0, 2, J);
    expect_matrix(driven, 2, 0, 2, std::vector<double>{1, 0, 0, 1});
  }
}

// w is f(phi), g(t) for all programs; the Jacobian is left to Simulink.
TEST_F(SimulinkFunction, UnspecifiedFunctionsHaveAPortOfTheirOwn) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = pendulum_programs(options);
  const std::vector<GeneratedFile> files = generate_simulink(programs, {.example = pendulum_example(options)});
  EXPECT_EQ(file(files, "pendulum_jacobian.c"), nullptr);
  EXPECT_EQ(file(files, "pendulum_sfun.c")->find("mdlJacobian"), std::string::npos);
  for (const Driven& driven : drive(files, {"2  0  2 2 0.5  3  2 0.7 -0.4  0.3  5 7"})) {
    ASSERT_EQ(driven.error, "");
    EXPECT_EQ(driven.at("inputs"), 2);
    EXPECT_EQ(driven.at("width[1]"), 2);
    EXPECT_EQ(driven.at("feedthrough[1]"), 1);
    expect_numbers(driven, "dx", run_plainly(programs[0], {3, 0.7, -0.4, 0.3, 5, 2, 0.5}));
    expect_numbers(driven, "y", run_plainly(programs[1], {3, 0.7, -0.4, 0.3, 7, 5, 2, 0.5}));
  }
}

// The stand-in refuses to hand out a port without feedthrough while outputs are computed.
TEST_F(SimulinkFunction, PortsThatOutputsDoNotNeedDoNotFeedThrough) {
  std::vector<Program> programs = pendulum_programs();
  programs.pop_back();
  programs[1].outputs[0].entries.pop_back(), programs[1].results.pop_back();
  const std::vector<GeneratedFile> files = generate_simulink(programs, {.example = pendulum_example()});
  const std::vector<double> inputs = {3, 0.7, -0.4, 0.3, 2, 0.5};
  for (const Driven& driven : drive(files, {"2  0  2 2 0.5  3  2 0.7 -0.4  0.3"})) {
    ASSERT_EQ(driven.error, "");
    EXPECT_EQ(driven.at("feedthrough[0]"), 0);
    EXPECT_EQ(driven.at("output width"), 1);
    expect_numbers(driven, "y", run_plainly(programs[1], inputs));
    expect_numbers(driven, "dx", run_plainly(programs[0], inputs));
  }
}

TEST_F(SimulinkFunction, WrongParametersAreRefused) {
  const std::vector<GeneratedFile> files = generate_simulink(pendulum_programs(), {.example = pendulum_example()});
  const std::vector<Driven> driven =
      drive(files, {"2  1 5  2 2 0.5", "2  0  1 2", "1  0"}, {{c_compilers()[0], "-DMATLAB_MEX_FILE"}});
  EXPECT_EQ(driven[0].error, "x0: expected 2 numbers, or []");
  EXPECT_EQ(driven[1].error, "p: expected 2 numbers");
  EXPECT_EQ(driven[2].error, "2 parameters expected");
}

// So long that its C needs room from the caller, and has loops.
TEST_F(SimulinkFunction, LongProgramsGetTheirRoomFromSimulink) {
  constexpr std::size_t kStates = 5000;
  Program like;
  like.name = "ode", like.machine = "chain";
  like.inputs = {{"x", "the state", entries("x", kStates)}};
  Builder builder(like);
  std::vector<Value> x, results;
  for (std::size_t i = 0; i < kStates; ++i) x.push_back(builder.input(i));
  Value sum = x[0];
  for (std::size_t i = 0; i < kStates; ++i) {
    sum = builder.multiply(builder.constant(0.5), builder.add(builder.sine(x[i]), builder.multiply(sum, x[i])));
    results.push_back(sum);
  }
  for (std::size_t i = 0; i < kStates; ++i) results[i] = builder.subtract(results[i], sum);
  const Program program = builder.finish({{"dx", "", entries("dx", kStates)}}, results);
  const std::vector<double> inputs = random_inputs(1, kStates), expected = run_plainly(program, inputs);
  const std::vector<GeneratedFile> files = generate_simulink({&program, 1}, {.example = inputs});
  EXPECT_NE(file(files, "chain_ode.h")->find("CHAIN_ODE_WORKSPACE"), std::string::npos);
  const std::vector<Driven> all = drive(files, {"1  0  0  0"}, {{c_compilers()[0], "-DMATLAB_MEX_FILE"}});
  expect_numbers(all[0], "dx", expected);
}

TEST_F(SimulinkFunction, TheWorstNames) {
  std::vector<Program> programs = pendulum_programs();
  for (Program& program : programs) {
    program.machine = "class */ \\ ?\?/ für", program.meaning = "*/\n\\";
    for (Array& array : program.inputs) {
      array.meaning = "*/ \"\\";
      for (Entry& entry : array.entries) entry.name += " */\n\"%d\\", entry.meaning = "/*";
    }
  }
  const std::vector<GeneratedFile> files = generate_simulink(programs, {.example = pendulum_example()});
  ASSERT_NE(file(files, "class_fur_sfun.c"), nullptr);
  for (const Driven& driven : drive(files, {"2  0  2 2 0.5  3  0  0.3"})) EXPECT_EQ(driven.error, "");
}

class SimulinkBlockText : public OctaveTest {};

TEST_F(SimulinkBlockText, RunsInOctave) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = pendulum_programs(options);
  for (const std::size_t chunk : {1000, 2}) {
    std::vector<GeneratedFile> files = generate_simulink(programs, {.chunk = chunk, .example = {}});
    files.push_back({"use.m",
                     "[dx, y] = pendulum_block(3, [0.7; -0.4], 0.3, [5; 7], [2; 0.5]);\n"
                     "fprintf('n = %.17g\\n', [dx; y]);\n"});
    std::vector<double> expected = run_plainly(programs[0], {3, 0.7, -0.4, 0.3, 5, 2, 0.5});
    const std::vector<double> y = run_plainly(programs[1], {3, 0.7, -0.4, 0.3, 7, 5, 2, 0.5});
    expected.insert(expected.end(), y.begin(), y.end());
    const Printed printed = run_octave(files, "use.m");
    ASSERT_EQ(printed.numbers.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(printed.numbers[i], expected[i], 1e-12);
  }
}

TEST(SimulinkFiles, AreThoseOfAFolder) {
  const std::vector<GeneratedFile> files = generate_simulink(pendulum_programs(), {.example = pendulum_example()});
  std::vector<std::string> names;
  for (const GeneratedFile& file : files) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string>{"pendulum_ode.h", "pendulum_ode.c", "pendulum_outputs.h",
                                             "pendulum_outputs.c", "pendulum_jacobian.h", "pendulum_jacobian.c",
                                             "pendulum_sfun.c", "build_sfun.m", "pendulum_block.m", "README.md"}));
  EXPECT_NE(file(files, "build_sfun.m")
                ->find("sources = fullfile(folder, {'pendulum_sfun.c', 'pendulum_ode.c', 'pendulum_outputs.c', "
                       "'pendulum_jacobian.c'});"),
            std::string::npos);
  const std::string& readme = *file(files, "README.md");
  EXPECT_NE(readme.find("- S-function parameters: `x0, p`, such as `[], [1.5, 0.75]`"), std::string::npos) << readme;
  EXPECT_NE(readme.find("input port 1: `u`, inputs (1, direct feedthrough)"), std::string::npos) << readme;
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 30);
}

TEST(SimulinkFiles, OnlyOfDifferentialEquations) {
  const Program program = random_program(1);
  EXPECT_THROW(generate_simulink({&program, 1}, {}), Error);
}

}  // namespace
}  // namespace kinemate
