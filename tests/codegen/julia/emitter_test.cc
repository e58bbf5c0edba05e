// Programs as Julia, read by a grammar of our own and computed (julia_reader.py).
#include "codegen/julia/emitter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "codegen/every_function.h"
#include "codegen/pendulum_programs.h"
#include "codegen/run_script.h"
#include "codegen/timed_mass.h"

namespace kinemate {
namespace {

class Julia : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_command(kPythonCommand)) GTEST_SKIP() << kPythonCommand << " is not there";
  }
};

std::vector<double> run_julia_example(const Program& program, const std::vector<double>& inputs,
                                      TargetOptions options = {}) {
  options.example = inputs;
  return run_julia(generate_julia({&program, 1}, options), "example.jl").numbers;
}

// A script behind the files of a pendulum.
std::vector<double> run_pendulum(const std::string& script) {
  std::vector<GeneratedFile> files = generate_julia(pendulum_programs(), {.example = pendulum_example()});
  files.push_back({"script.jl", "include(\"pendulum_ode.jl\")\ninclude(\"pendulum_jacobian.jl\")\n" + script});
  return run_julia(files, "script.jl").numbers;
}

TEST_F(Julia, RandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Program program = random_program(seed, {.operations = 400});
    const std::vector<double> inputs = random_inputs(seed, 8);
    expect_agreement(run_julia_example(program, inputs, {.chunk = seed == 4 ? 17u : 1000u}),
                     run_plainly(program, inputs));
  }
}

// The reader throws beyond the domain of a function, as Julia does. Binomials of numbers beyond 2^53 are not those of
// the interpreter, which subtracts logarithms there.
TEST_F(Julia, EveryFunction) {
  const auto [program, numbers] = every_function();
  std::vector<double> found = run_julia_example(program, numbers), expected = run_plainly(program, numbers);
  ASSERT_EQ(found.size(), expected.size());
  std::size_t large = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Operation& operation = program.operations[program.results[i]];
    const bool comb = operation.code == Code::kCall && operation.function == Function::kComb;
    if (!comb || program.operations[operation.operands[0]].operands[0] != 10) continue;
    ++large;
    found[i] = expected[i] = 0;
  }
  EXPECT_LT(large, 10u);
  expect_agreement(found, expected);
}

TEST_F(Julia, FunctionsThatJuliaHasNot) {
  const std::vector<double> numbers = {-7.0, -5.75, -3.1, -1e-9, 0.0, 0.3, 0.99, 2.4, 4.8, 6.5};
  std::vector<double> expected;
  for (const double x : numbers) expected.push_back(std::erf(x));
  const Program erf = program_of(numbers.size(), [](Builder& builder, const ValueList& x) {
    ValueList results;
    for (const Value value : x) results.push_back(builder.call(Function::kErf, std::array{value}));
    return results;
  });
  expect_agreement(run_julia_example(erf, numbers), expected);
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    return ValueList{builder.call(Function::kFactorial, std::array{x[0]}),
                     builder.call(Function::kComb, std::array{x[0], x[1]}),
                     builder.call(Function::kComb, std::array{x[0], x[1], x[2]})};
  });
  for (const std::vector<double>& x : {std::vector<double>{40, 17, 9}, {6, 0, 6}, {5, 3, 3}, {200, 100, 50}})
    expect_agreement(run_julia_example(program, x), run_plainly(program, x));
}

TEST_F(Julia, PowersOfNegativeNumbers) {
  const std::vector<double> numbers = {-kInfinity, 0.5, -kInfinity, -0.5, -8, 1 / 3.0, -2, 3, -0.0, -3, -2, kInfinity};
  const Program program = program_of(numbers.size(), [](Builder& builder, const ValueList& x) {
    ValueList results;
    for (std::size_t i = 0; i < x.size(); i += 2) results.push_back(builder.power(x[i], x[i + 1]));
    return results;
  });
  expect_same(run_julia_example(program, numbers), run_plainly(program, numbers));
}

TEST_F(Julia, RelationsAndConnectivesWithinEachOther) {
  const Program program = nested_relations();
  const std::vector<double> inputs = {0.5, std::numeric_limits<double>::quiet_NaN(), 0, 1};
  expect_same(run_julia_example(program, inputs), run_plainly(program, inputs));
}

TEST_F(Julia, LongProgramsAreCut) {
  const Program program = random_program(7, {.operations = 100'000, .functions = false});
  const std::vector<double> inputs = random_inputs(7, 8);
  expect_same(run_julia_example(program, inputs), run_plainly(program, inputs));
}

TEST_F(Julia, OutputsThatAreInputsConstantsOrEachOther) {
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    const Value sum = builder.add(x[0], x[2]), s = builder.sine(x[2]);
    const Value infinite = builder.constant(std::numeric_limits<double>::infinity());
    const Value nothing = builder.constant(std::numeric_limits<double>::quiet_NaN());
    const Value least = builder.constant(std::numeric_limits<double>::denorm_min());
    return ValueList{x[2], builder.constant(-2.5),   sum,     sum,   x[0],
                     s,    builder.negate(infinite), nothing, least, builder.divide(x[0], builder.constant(0))};
  });
  const std::vector<double> inputs = {0.25, -3, 1.5};
  expect_same(run_julia_example(program, inputs, {.chunk = 2}), run_plainly(program, inputs));
}

TEST_F(Julia, NoOperationsNoInputsNoOutputs) {
  Builder copies(with_inputs(2)), constants(with_inputs(0)), unused(with_inputs(2)), nothing(with_inputs(0));
  expect_same(run_julia_example(finish(copies, {copies.input(1), copies.input(0)}), {1.5, -0.0}), {-0.0, 1.5});
  expect_same(run_julia_example(finish(constants, {constants.constant(0.1)}), {}), {0.1});
  expect_same(run_julia_example(finish(unused, {}), {1, 2}), {});
  expect_same(run_julia_example(finish(nothing, {}), {}), {});
}

TEST_F(Julia, TheWorstNames) {
  Program like;
  like.name = "end", like.machine = "\"\"\"\\\n$(exit())\xff", like.meaning = "an end \\";
  like.inputs = {{"t", "\"\"\"$x", {{"t", "\\"}}}, {"z1", "", {{"a\"b\\", "\\x"}, {"\u202Ex%d", "=#"}}},
                 {"w", "", {{"# int", "\u2028"}}}, {"sin", "", {{"sin_α", ""}}},
                 {"T", "", {{"ω'", "Кран"}}},      {"axes", "", {{"", ""}}},
                 {"_part_1", "", {{"$name", ""}}}, {"module", "", {{"x", ""}}}};
  const Program program = nine_results(like, {{"pow", "", entries("a\n\"\\$s", 8)}, {"T0", "", {{"last\\", "\\"}}}});
  const std::vector<double> inputs = {0.5, 1, 2, 3, 4, 5, 6, 7, 8};
  for (const std::size_t chunk : {1000, 7}) {
    const Printed printed = run_julia(generate_julia({&program, 1}, {.chunk = chunk, .example = inputs}), "example.jl");
    expect_same(printed.numbers, run_plainly(program, inputs));
    ASSERT_EQ(printed.names.size(), 9u);
    EXPECT_EQ(printed.names[0], "a \"\\$s0");
    EXPECT_EQ(printed.names[8], "last\\");
  }
}

// Row by row, as the program has them.
TEST_F(Julia, Matrices) {
  const Program program = pendulum_jacobian({});
  const std::vector<double> inputs = pendulum_example();
  expect_agreement(run_julia_example(program, inputs), run_plainly(program, inputs));
}

// As solvers call them, the input a function of time.
TEST_F(Julia, FunctionsForSolvers) {
  const std::vector<double> found = run_pendulum(
      "torque(t) = [2 * t]\n"
      "dx = [0.0, 0.0]\n"
      "pendulum_ode.f!(dx, [0.5, -0.25], (u = torque, p = pendulum_ode.P0), 3)\n"
      "println(\"a = \", dx[1])\n"
      "println(\"b = \", dx[2])\n"
      "A = pendulum_jacobian.jacobian(0, [0.5, -0.25], [1.0], [1.5, 0.75])[1]\n"
      "pendulum_jacobian.jac!(A, [0.75, -0.25], (u = [1.0], p = [1.5, 0.75]), 0)\n"
      "println(\"c = \", A[2, 1])\n");
  expect_agreement(
      found, {-0.25, -(9.81 / 0.75 * std::sin(0.5)) + 6 / (1.5 * (0.75 * 0.75)), -(9.81 / 0.75 * std::cos(0.75))});
}

TEST_F(Julia, Simulates) {
  const std::vector<Program> programs = pendulum_programs();
  const std::vector<GeneratedFile> files = generate_julia(programs, {.example = pendulum_example()});
  const Printed coarse = run_julia(files, "simulate.jl 1 100"), fine = run_julia(files, "simulate.jl 1.0 200");
  EXPECT_EQ(coarse.names, (std::vector<std::string>{"phi", "omega", "side", "rate"}));
  ASSERT_EQ(coarse.numbers.size(), 4u);
  ASSERT_EQ(fine.numbers.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(coarse.numbers[i], fine.numbers[i], 1e-6);
  EXPECT_NEAR(fine.numbers[2], 0.75 * std::sin(fine.numbers[0]), 1e-15);
  EXPECT_NE(fine.numbers[0], 0.5);
}

// The reader refuses what is no Julia, and what Julia refuses: so it can find mistakes.
TEST_F(Julia, TheReaderIsStrict) {
  const std::string good[] = {"x = 1.0 < 2.0 ? 3.0 : 4.0\n", "f(x) = -x^2\nprintln(\"a = \", f(3))\n", "x = 1e-5\n"};
  const std::string bad[] = {"x = (1 +\n",
                             "x = 1.0 ?2.0 : 3.0\n",
                             "x = 2y\n",
                             "x = \"$y\"\n",
                             "x = 1.0 < 2.0 < 3.0\n",
                             "x = y\n",
                             "x = ifelse(1.0, 2.0, 3.0)\n",
                             "x = sqrt(-1.0)\n",
                             "x = sin(Inf)\n",
                             "x = [1.0, 2.0]\ny = x[0]\n",
                             "x = Vector{Float64}(undef, 2)\ny = x[1]\n",
                             "f (x) = x\n",
                             "for i in 1:2\n",
                             "x = 1.0; y = 2.0\n",
                             "f(x) = x\nf(1.0, 2.0)\n",
                             "if 1\nend\n",
                             "x = \"a\\q\"\n",
                             "end\n",
                             "x == y = 3\n",
                             "(-8.0)^(1.0 / 3.0)\n"};
  const CompileFolder folder;
  const auto read = [&](const std::string& text) {
    const GeneratedFile file{"script.jl", text};
    write_files(folder.path(), {&file, 1});
    return std::system(("cd '" + folder.path().string() + "' && " + kPythonCommand +
                        " -B '" KINEMATE_SOURCE "/tests/codegen/julia_reader.py' script.jl > out 2>&1")
                           .c_str());
  };
  for (const std::string& text : good) EXPECT_EQ(read(text), 0) << text << read_whole(folder.path() / "out");
  for (const std::string& text : bad) {
    EXPECT_NE(read(text), 0) << text;
    EXPECT_NE(read_whole(folder.path() / "out").find("Julia"), std::string::npos) << text;
  }
  EXPECT_EQ(read("f(x) = -x^2\nprintln(f(3) == -9.0)\n"), 0);
  EXPECT_EQ(read_whole(folder.path() / "out"), "true\n");
}

TEST(JuliaFiles, AreThoseOfTheFolderAndTheSameEveryTime) {
  const std::vector<Program> programs = pendulum_programs();
  const std::vector<GeneratedFile> first = generate_julia(programs, {}), second = generate_julia(programs, {});
  std::vector<std::string> names;
  for (std::size_t i = 0; i < first.size(); ++i) {
    names.push_back(first[i].name);
    EXPECT_EQ(first[i].text, second[i].text);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"pendulum_ode.jl", "pendulum_outputs.jl", "pendulum_jacobian.jl",
                                             "example.jl", "simulate.jl", "README.md"}));
  const std::string& readme = first.back().text;
  EXPECT_NE(readme.find("ODEProblem(ODEFunction(pendulum_ode.f!; jac = pendulum_jacobian.jac!), pendulum_ode.X0, "
                        "(0.0, 1.0), (u = pendulum_ode.U0, p = pendulum_ode.P0,))"),
            std::string::npos);
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 30);
}

// Within a step something switches; the reader is slow, so that there are few steps.
TEST_F(Julia, SimulationsStopWhereTheTimeSwitches) {
  for (const Pushed& pushed : kPushes) {
    SCOPED_TRACE(pushed.name);
    const Program program = timed_mass(pushed.push);
    const auto files = generate_julia({&program, 1}, {.example = timed_mass_example()});
    const std::vector<double> numbers = run_julia(files, "simulate.jl 1 70").numbers;
    ASSERT_EQ(numbers.size(), 2u);
    EXPECT_NEAR(numbers[0], pushed.position, 1e-6);
    EXPECT_NEAR(numbers[1], pushed.speed, 1e-6);
  }
}

// Derivatives that need the values of other functions do not go with the same p.
TEST(JuliaFiles, TheReadmeHasNoDerivativesThatTakeOtherNumbers) {
  std::vector<Program> programs = pendulum_programs({.unspecified = true});
  EXPECT_NE(generate_julia(programs, {}).back().text.find("jac ="), std::string::npos);
  programs[2].inputs[3].entries.push_back({"f_1(phi)", ""});
  for (Operation& operation : programs[2].operations)
    if (operation.code == Code::kInput && operation.operands[0] > 3) ++operation.operands[0];
  const std::string readme = generate_julia(programs, {}).back().text;
  EXPECT_EQ(readme.find("jac ="), std::string::npos);
  EXPECT_NE(readme.find("(u = pendulum_ode.U0, w = pendulum_ode.W0, p = pendulum_ode.P0,)"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
