// Programs as MATLAB, run by Octave: the numbers of run_plainly.
#include "codegen/matlab/emitter.h"

#include <gtest/gtest.h>

#include <limits>

#include "codegen/every_function.h"
#include "codegen/octave.h"
#include "codegen/pendulum_programs.h"
#include "codegen/timed_mass.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

class Matlab : public OctaveTest {};

Printed run_matlab_example(const Program& program, const std::vector<double>& inputs, TargetOptions options = {}) {
  options.example = inputs;
  return run_octave(generate_matlab({&program, 1}, options), "run_example.m");
}

void expect_near(const Printed& printed, const std::vector<double>& expected) {
  ASSERT_EQ(printed.numbers.size(), expected.size()) << printed.how;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double found = printed.numbers[i];
    if (std::isfinite(expected[i])) {
      EXPECT_NEAR(found, expected[i], 1e-12 * (1 + std::abs(expected[i]))) << printed.names[i];
    } else {
      EXPECT_TRUE(same(found, expected[i])) << printed.names[i] << ": " << found << ", but " << expected[i];
    }
  }
}

TEST_F(Matlab, RandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Program program = random_program(seed, {.operations = 300});
    const std::vector<double> inputs = random_inputs(seed, 8);
    expect_near(run_matlab_example(program, inputs), run_plainly(program, inputs));
  }
}

TEST_F(Matlab, ArithmeticIsTheSameBitForBitInWholeAndInChunks) {
  const Program program = random_program(3, {.operations = 150, .functions = false});
  const std::vector<double> inputs = random_inputs(3, 8), expected = run_plainly(program, inputs);
  for (const std::size_t chunk : {7, 1000}) {
    const std::vector<GeneratedFile> files = generate_matlab({&program, 1}, {.chunk = chunk});
    EXPECT_EQ(file(files, "random_3_random.m")->find("random_part_10") != std::string::npos, chunk == 7);
    expect_same(run_matlab_example(program, inputs, {.chunk = chunk}).numbers, expected);
  }
}

TEST_F(Matlab, EveryFunction) {
  const auto [program, inputs] = every_function();
  expect_near(run_matlab_example(program, inputs), run_plainly(program, inputs));
}

TEST_F(Matlab, ManyOperations) {
  const Program program = random_program(4, {.operations = 100'000});
  const std::vector<double> inputs = random_inputs(4, 8);
  expect_near(run_matlab_example(program, inputs), run_plainly(program, inputs));
}

TEST_F(Matlab, OutputsThatAreInputsConstantsOrEachOther) {
  Builder builder(with_inputs(3));
  const Value x = builder.input(0), y = builder.input(2), sum = builder.add(x, y);
  const Value infinite = builder.constant(std::numeric_limits<double>::infinity());
  const Value nothing = builder.constant(std::numeric_limits<double>::quiet_NaN());
  const Value least = builder.constant(std::numeric_limits<double>::denorm_min());
  const Program program =
      finish(builder, {y, builder.constant(-2.5), sum, sum, x, x, infinite, builder.negate(infinite), nothing, least,
                       builder.constant(1e300), builder.constant(-0.0), builder.multiply(sum, sum)});
  const std::vector<double> inputs = {0.25, -3, 1.5};
  for (const std::size_t chunk : {2, 1000})
    expect_same(run_matlab_example(program, inputs, {.chunk = chunk}).numbers, run_plainly(program, inputs));
}

TEST_F(Matlab, NoOperationsNoInputsNoOutputs) {
  const auto expect_exact = [](const Program& program, const std::vector<double>& inputs) {
    expect_same(run_matlab_example(program, inputs).numbers, run_plainly(program, inputs));
  };
  Builder copies(with_inputs(2)), constants(with_inputs(0)), unused(with_inputs(2)), nothing(with_inputs(0));
  expect_exact(finish(copies, {copies.input(1), copies.input(0)}), {1.5, -0.0});
  expect_exact(finish(constants, {constants.constant(0.1)}), {});
  expect_exact(finish(unused, {}), {1, 2});
  expect_exact(finish(nothing, {}), {});
}

// A matrix of 2 x 3 comes out as such: its entries are printed row by row.
TEST_F(Matlab, MatricesAreMatrices) {
  Builder builder(with_inputs(6));
  std::vector<Value> results;
  for (std::size_t i = 0; i < 6; ++i) results.push_back(builder.multiply(builder.input(i), builder.constant(2)));
  results.push_back(builder.sine(builder.input(0)));
  const Program program =
      builder.finish({{"M", "a matrix", entries("m", 6), 3}, {"v", "no matrix", {{"v", ""}}}}, results);
  std::vector<GeneratedFile> files = generate_matlab({&program, 1}, {});
  files.push_back({"use.m",
                   "[M, v] = machine_test([1 2 3 4 5 6]);\n"
                   "fprintf('rows = %d\\ncolumns = %d\\nsecond = %g\\nlast = %g\\n', size(M), M(1, 2), M(2, 3));\n"});
  expect_same(run_octave(files, "use.m").numbers, {2, 3, 4, 12});
  expect_same(run_octave(generate_matlab({&program, 1}, {.example = {1, 2, 3, 4, 5, 6}}), "run_example.m").numbers,
              {2, 4, 6, 8, 10, 12, std::sin(1)});
}

TEST_F(Matlab, TheWorstNames) {
  Program like;
  like.name = "end", like.machine = "für 'f%d'\\", like.meaning = "%{ ...";
  like.inputs = {{"t", "%}", {{"t", "...\n%{"}}}, {"end", "", {{"a'b%d\\n", "'"}, {"\u202Ex%s", ""}}},
                 {"w", "", {{"sin", "%"}}},       {"z0", "", {{"sin_α", ""}}},
                 {"i", "", {{"ω'", "Кран"}}},     {"zeros", "", {{"", ""}}},
                 {"sqrt_of", "", {{"x", ""}}},    {"k", "", {{"x", ""}}}};
  const Program program = nine_results(like, {{"function", "", entries("a\n%s'", 8)}, {"ans", "", {{"last\\", "\\"}}}});
  const std::vector<double> inputs = {0.5, 1, 2, 3, 4, 5, 6, 7, 8};
  for (const std::size_t chunk : {1000, 7}) {
    const Printed printed = run_matlab_example(program, inputs, {.chunk = chunk});
    expect_near(printed, run_plainly(program, inputs));
    ASSERT_EQ(printed.names.size(), 9u);
    EXPECT_EQ(printed.names[0], "a %s'0");
    EXPECT_EQ(printed.names[8], "last\\");
  }
}

// RK4 in small steps is as good as ode45 to its tolerance.
std::vector<double> simulate(const Program& ode, std::vector<double> inputs) {
  constexpr int kSteps = 2000;
  const double h = 1.0 / kSteps;
  const auto rates = [&](double t, const std::vector<double>& x) {
    inputs[0] = t, std::copy(x.begin(), x.end(), inputs.begin() + 1);
    return run_plainly(ode, inputs);
  };
  const auto moved = [](std::vector<double> x, double step, const std::vector<double>& dx) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += step * dx[i];
    return x;
  };
  std::vector<double> x(inputs.begin() + 1, inputs.begin() + 3);
  for (int k = 0; k < kSteps; ++k) {
    const double t = k * h;
    const auto a = rates(t, x), b = rates(t + h / 2, moved(x, h / 2, a)), c = rates(t + h / 2, moved(x, h / 2, b)),
               d = rates(t + h, moved(x, h, c));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return x;
}

// The state at the end, then the outputs there.
TEST_F(Matlab, SimulatesOneSecond) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = {pendulum_ode(options), pendulum_outputs(options)};
  const std::vector<double> example = pendulum_example(options);
  const Printed printed = run_octave(generate_matlab(programs, {.example = example}), "simulate.m");
  EXPECT_EQ(printed.names, (std::vector<std::string>{"phi", "omega", "side", "rate"}));
  ASSERT_EQ(printed.numbers.size(), 4u);
  const std::vector<double> end = simulate(programs[0], example);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(printed.numbers[i], end[i], 1e-7);
  // w is f(phi) of the example, and 1 for g(t), which the differential equation has not
  const std::vector<double> y =
      run_plainly(programs[1], {1, printed.numbers[0], printed.numbers[1], 0.125, 1, 2, 1.5, 0.75});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(printed.numbers[2 + i], y[i], 1e-12);
}

TEST_F(Matlab, SimulatesWhatHasNoInputs) {
  const PendulumOptions options{.inputs = false, .outputs = false};
  const std::vector<Program> programs = pendulum_programs(options);
  const std::vector<double> example = pendulum_example(options);
  const Printed printed = run_octave(generate_matlab(programs, {.example = example}), "simulate.m");
  const std::vector<double> end = simulate(programs[0], example);
  ASSERT_EQ(printed.numbers.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(printed.numbers[i], end[i], 1e-7);
}

TEST(MatlabFiles, AreThoseOfThePurpose) {
  const auto names = [](std::span<const Program> programs) {
    std::vector<std::string> made;
    for (const GeneratedFile& file : generate_matlab(programs, {})) made.push_back(file.name);
    return made;
  };
  const std::vector<Program> programs = pendulum_programs();
  EXPECT_EQ(names(programs), (std::vector<std::string>{"pendulum_ode.m", "pendulum_outputs.m", "pendulum_jacobian.m",
                                                       "run_example.m", "simulate.m", "README.md"}));
  EXPECT_EQ(names(std::span(programs).subspan(2)),
            (std::vector<std::string>{"pendulum_jacobian.m", "run_example.m", "README.md"}));
  const std::string readme = *file(generate_matlab(programs, {}), "README.md");
  EXPECT_NE(readme.find("@(t, x) pendulum_jacobian(t, x, u, p)"), std::string::npos) << readme;
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 30);
}

// Most of the second nothing acts: no step may pass over what does.
TEST_F(Matlab, SimulationsStopWhereTheTimeSwitches) {
  for (const Pushed& pushed : kPushes) {
    SCOPED_TRACE(pushed.name);
    const Program program = timed_mass(pushed.push);
    const auto files = generate_matlab({&program, 1}, {.example = timed_mass_example()});
    const std::vector<double> numbers = run_octave(files, "simulate.m").numbers;
    ASSERT_EQ(numbers.size(), 2u);
    EXPECT_NEAR(numbers[0], pushed.position, 1e-6);
    EXPECT_NEAR(numbers[1], pushed.speed, 1e-6);
  }
}

TEST(MatlabFiles, AreTheSameEveryTime) {
  const Program program = random_program(6, {.operations = 500});
  const std::vector<GeneratedFile> first = generate_matlab({&program, 1}, {.chunk = 50}),
                                   second = generate_matlab({&program, 1}, {.chunk = 50});
  ASSERT_EQ(first.size(), 3u);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].text, second[i].text);
}

TEST(MatlabFiles, NamesAreNeverTooLongForMatlab) {
  Program program = pendulum_ode({});
  program.machine = std::string(200, 'x'), program.name = "regressor";
  EXPECT_LE(generate_matlab({&program, 1}, {})[0].name.size(), 63u + 2);
}

}  // namespace
}  // namespace kinemate
