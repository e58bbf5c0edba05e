// Programs as Python, run: one state by Python's numbers, many by NumPy's arrays.
#include "codegen/python/emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <limits>

#include "codegen/every_function.h"
#include "codegen/pendulum_programs.h"
#include "codegen/python/language.h"
#include "codegen/run_script.h"
#include "codegen/timed_mass.h"

namespace kinemate {
namespace {

class Python : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = missing_python(); !missing.empty()) GTEST_SKIP() << missing;
  }
};

// [[x0 of all states], [x1 of all states], ...]
std::string side_by_side(const std::vector<std::vector<double>>& states) {
  std::string text = "np.array([";
  for (std::size_t i = 0; i < states[0].size(); ++i) {
    text += "[";
    for (const std::vector<double>& state : states) text += python_number(state[i]) + ", ";
    text += "], ";
  }
  return text + "])";
}

std::vector<double> run_python_example(const Program& program, const std::vector<double>& inputs,
                                       TargetOptions options = {}) {
  options.example = inputs;
  return run_python(generate_python({&program, 1}, options), "example.py").numbers;
}

// A script behind the files of a program, with its module as `module`.
std::vector<double> run_with(std::span<const Program> programs, const TargetOptions& options,
                             const std::string& script) {
  std::vector<GeneratedFile> files = generate_python(programs, options);
  const std::string name = files[0].name.substr(0, files[0].name.size() - 3);
  files.push_back({"script.py", fmt::format("import math\nimport numpy as np\nimport {} as module\n{}", name, script)});
  return run_python(files, "script.py").numbers;
}

TEST_F(Python, RandomProgramsBitForBit) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Program program = random_program(seed, {.operations = 400});
    const std::vector<double> inputs = random_inputs(seed, 8);
    expect_same(run_python_example(program, inputs), run_plainly(program, inputs));
  }
}

TEST_F(Python, RandomProgramsOfManyStates) {
  for (std::uint64_t seed = 4; seed <= 6; ++seed) {
    const Program program = random_program(seed, {.operations = 400});
    std::vector<std::vector<double>> states;
    std::vector<double> expected;
    for (std::uint64_t k = 0; k < 5; ++k) {
      states.push_back(random_inputs(10 * seed + k, 8));
      for (const double number : run_plainly(program, states.back())) expected.push_back(number);
    }
    const std::string script =
        fmt::format("for y in module.random({}).T:\n    for number in y: print('y =', number)\n", side_by_side(states));
    expect_agreement(run_with({&program, 1}, {.chunk = seed == 4 ? 17u : 1000u}, script), expected);
  }
}

// Beyond the domain of some function: the numbers of arrays, for one state.
TEST_F(Python, EveryFunction) {
  const auto [program, numbers] = every_function();
  expect_agreement(run_python_example(program, numbers), run_plainly(program, numbers));
}

// Within the domains, Python's numbers suffice.
TEST_F(Python, EveryFunctionWithoutArrays) {
  const std::string one = "module._Many = None\nfor y in module.test(module.X0): print('y =', float(y))\n";
  for (const bool small : {true, false}) {
    const std::vector<double> numbers = small ? std::vector<double>{0.25, 0.5, 1} : std::vector<double>{3, 2, 1};
    const Program program = program_of(3, [&](Builder& builder, const ValueList& x) {
      ValueList results;
      for (std::size_t f = 0; f < kFunctionCount; ++f) {
        const auto function = static_cast<Function>(f);
        const FunctionInfo& about = info(function);
        const bool inverse = function == Function::kAsin || function == Function::kAcos || function == Function::kAtanh;
        if (small ? function == Function::kAcosh || function == Function::kComb : inverse) continue;
        if (about.least_arguments == 1) results.push_back(builder.call(function, std::array{x[0]}));
        if (about.least_arguments == 2) results.push_back(builder.call(function, std::array{x[0], x[1]}));
        if (about.most_arguments == 3 || function == Function::kComb)
          results.push_back(builder.call(function, std::array{x[0], x[1], x[2]}));
      }
      for (const Value made : {builder.power(x[0], x[1]), builder.square_root(x[0]), builder.divide(x[0], x[1])})
        results.push_back(made);
      return results;
    });
    expect_agreement(run_with({&program, 1}, {.example = numbers}, one), run_plainly(program, numbers));
  }
}

TEST_F(Python, RelationsAndConnectivesWithinEachOther) {
  const Program program = nested_relations();
  const std::vector<double> inputs = {0.5, std::numeric_limits<double>::quiet_NaN(), 0, 1}, others = {1, -2, 3, 3};
  expect_same(run_python_example(program, inputs), run_plainly(program, inputs));
  std::vector<double> expected = run_plainly(program, inputs), more = run_plainly(program, others);
  expected.insert(expected.end(), more.begin(), more.end());
  const std::string script = fmt::format("for y in module.test({}).T:\n    for number in y: print('y =', number)\n",
                                         side_by_side({inputs, others}));
  expect_same(run_with({&program, 1}, {}, script), expected);
}

// Operations on constants alone are divisions of Python's numbers, even among arrays.
TEST_F(Python, DivisionsByZero) {
  const Program program = program_of(1, [](Builder& builder, const ValueList& x) {
    const Value zero = builder.constant(0), infinite = builder.divide(builder.constant(-1), zero);
    return ValueList{infinite, builder.divide(builder.add(infinite, builder.constant(1)), zero),
                     builder.divide(x[0], zero), builder.divide(infinite, builder.sine(x[0]))};
  });
  for (const double x : {0.0, -2.5}) expect_same(run_python_example(program, {x}), run_plainly(program, {x}));
}

TEST_F(Python, LongProgramsAreCut) {
  const Program program = random_program(7, {.operations = 100'000});
  const std::vector<double> inputs = random_inputs(7, 8);
  expect_same(run_python_example(program, inputs), run_plainly(program, inputs));
}

TEST_F(Python, OutputsThatAreInputsConstantsOrEachOther) {
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    const Value sum = builder.add(x[0], x[2]), s = builder.sine(x[2]);
    const Value infinite = builder.constant(std::numeric_limits<double>::infinity());
    const Value nothing = builder.constant(std::numeric_limits<double>::quiet_NaN());
    return ValueList{x[2], builder.constant(-2.5), sum, sum, x[0], s, infinite, builder.negate(infinite), nothing};
  });
  const std::vector<double> inputs = {0.25, -3, 1.5};
  expect_same(run_python_example(program, inputs, {.chunk = 2}), run_plainly(program, inputs));
  // a result that is a constant is one for each state
  EXPECT_EQ(run_with({&program, 1}, {}, "for n in module.test(np.ones((3, 4, 5))).shape: print('n =', n)\n"),
            (std::vector<double>{9, 4, 5}));
}

TEST_F(Python, NoOperationsNoInputsNoOutputs) {
  Builder copies(with_inputs(2)), constants(with_inputs(0)), unused(with_inputs(2)), nothing(with_inputs(0));
  expect_same(run_python_example(finish(copies, {copies.input(1), copies.input(0)}), {1.5, -0.0}), {-0.0, 1.5});
  expect_same(run_python_example(finish(constants, {constants.constant(0.1)}), {}), {0.1});
  expect_same(run_python_example(finish(unused, {}), {1, 2}), {});
  expect_same(run_python_example(finish(nothing, {}), {}), {});
}

TEST_F(Python, TheWorstNames) {
  Program like;
  like.name = "lambda", like.machine = "\"\"\"\\\n{0}\xff", like.meaning = "an end \\";
  like.inputs = {{"t", "\"\"\"", {{"t", "\\"}}},     {"z1", "", {{"a\"b\\", "\\N{x}"}, {"\u202Ex%d", "'''"}}},
                 {"w", "", {{"# int", "\u2028"}}},   {"m", "", {{"sin_α", ""}}},
                 {"states", "", {{"ω'", "Кран"}}},   {"np", "", {{"", ""}}},
                 {"_compute", "", {{"{name}", ""}}}, {"None", "", {{"x", ""}}}};
  const Program program = nine_results(like, {{"list", "", entries("a\n\"\\{s}", 8)}, {"T0", "", {{"last\\", "\\"}}}});
  const std::vector<double> inputs = {0.5, 1, 2, 3, 4, 5, 6, 7, 8};
  for (const std::size_t chunk : {1000, 7}) {
    const Printed printed =
        run_python(generate_python({&program, 1}, {.chunk = chunk, .example = inputs}), "example.py");
    expect_same(printed.numbers, run_plainly(program, inputs));
    ASSERT_EQ(printed.names.size(), 9u);
    EXPECT_EQ(printed.names[0], "a \"\\{s}0");
    EXPECT_EQ(printed.names[8], "last\\");
  }
}

TEST_F(Python, ShapesOfManyStates) {
  const std::vector<Program> programs = pendulum_programs();
  const TargetOptions options{.example = pendulum_example()};
  const std::string script = R"(
import pendulum_jacobian
x = np.arange(6.0).reshape(2, 3)
dx = module.ode(0.0, x, module.U0, module.P0)
A, B, C, D = pendulum_jacobian.jacobian(np.zeros(3), x, module.U0, np.tile(np.array(module.P0)[:, None], (1, 3)))
def say(holds): print('ok =', int(holds))
say(dx.shape == (2, 3) and A.shape == (2, 2, 3) and B.shape == (2, 1, 3) and D.shape == (2, 1, 3))
for k in range(3):
    one = module.ode(0.0, x[:, k], module.U0, module.P0)
    a = pendulum_jacobian.jacobian(0.0, x[:, k].tolist(), module.U0, module.P0)[0]
    say(np.allclose(dx[:, k], one, rtol=1e-14) and np.allclose(A[:, :, k], a, rtol=1e-14))
    say(a.shape == (2, 2) and a[0, 1] == 1.0 and a[1, 0] != 0.0)
say(module.ode(0.0, np.empty((2, 0)), module.U0, module.P0).shape == (2, 0))
)";
  EXPECT_EQ(run_with(programs, options, script), std::vector<double>(8, 1.0));
}

TEST_F(Python, WrongLengthsAreSaid) {
  const Program program = pendulum_ode({});
  const std::string script = R"(
for x in ([1.0], 1.0, [[1.0, 2.0]], np.ones((3, 2))):
    try:
        module.ode(0.0, x, module.U0, module.P0)
    except ValueError as error:
        print('ok =', int(str(error).startswith("x must have 2 entries along its first axis, but its shape is (")))
try:
    module.ode(0.0, np.ones((2, 3)), np.ones((1, 4)), module.P0)
except ValueError:
    print('ok = 1')
)";
  EXPECT_EQ(run_with({&program, 1}, {.example = pendulum_example()}, script), std::vector<double>(5, 1.0));
}

TEST_F(Python, SimulatesBySciPy) {
  const std::vector<GeneratedFile> files = generate_python(pendulum_programs(), {.example = pendulum_example()});
  const Printed first = run_python(files, "simulate.py"), implicit = run_python(files, "simulate.py 1 --method Radau");
  EXPECT_EQ(first.names, (std::vector<std::string>{"phi", "omega", "side", "rate"}));
  ASSERT_EQ(first.numbers.size(), 4u);
  ASSERT_EQ(implicit.numbers.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(first.numbers[i], implicit.numbers[i], 1e-7);
  EXPECT_NEAR(first.numbers[2], 0.75 * std::sin(first.numbers[0]), 1e-15);
  EXPECT_NE(first.numbers[0], 0.5);
}

// Outputs need the value of another function, 1 where nothing is said; without derivatives.
TEST_F(Python, SimulatesWithUnspecifiedFunctions) {
  const PendulumOptions given{.unspecified = true};
  const std::vector<Program> programs = {pendulum_ode(given), pendulum_outputs(given)};
  const std::vector<double> numbers =
      run_python(generate_python(programs, {.example = pendulum_example(given)}), "simulate.py 0.25 --method BDF")
          .numbers;
  ASSERT_EQ(numbers.size(), 4u);
  EXPECT_NEAR(numbers[2], 0.75 * std::sin(numbers[0]) + 1, 1e-15);
}

// Most of the second nothing acts: no step may pass over what does.
TEST_F(Python, SimulationsStopWhereTheTimeSwitches) {
  for (const Pushed& pushed : kPushes) {
    SCOPED_TRACE(pushed.name);
    const Program program = timed_mass(pushed.push);
    const auto files = generate_python({&program, 1}, {.example = timed_mass_example()});
    for (const char* script : {"simulate.py", "simulate.py --method Radau"}) {
      const std::vector<double> numbers = run_python(files, script).numbers;
      ASSERT_EQ(numbers.size(), 2u);
      EXPECT_NEAR(numbers[0], pushed.position, 1e-7) << script;
      EXPECT_NEAR(numbers[1], pushed.speed, 1e-7) << script;
    }
  }
}

TEST(PythonFiles, AreThoseOfTheFolderAndTheSameEveryTime) {
  const std::vector<Program> programs = pendulum_programs();
  const std::vector<GeneratedFile> first = generate_python(programs, {}), second = generate_python(programs, {});
  std::vector<std::string> names;
  for (std::size_t i = 0; i < first.size(); ++i) {
    names.push_back(first[i].name);
    EXPECT_EQ(first[i].text, second[i].text);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"pendulum_ode.py", "pendulum_outputs.py", "pendulum_jacobian.py",
                                             "example.py", "simulate.py", "README.md"}));
  const std::string& readme = first.back().text;
  for (const char* part : {"`pendulum_outputs.py`", "    python3 simulate.py\n", "`ode(t, x, u, p)`", "`x` (2, k)"})
    EXPECT_NE(readme.find(part), std::string::npos) << part;
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 30);
  const Program forward = program_of(1, [](Builder&, const ValueList& x) { return x; });
  EXPECT_EQ(generate_python({&forward, 1}, {.prefix = "my Arm"})[0].name, "my_Arm_test.py");
  EXPECT_EQ(file(generate_python({&forward, 1}, {}), "simulate.py"), nullptr);
}

}  // namespace
}  // namespace kinemate
