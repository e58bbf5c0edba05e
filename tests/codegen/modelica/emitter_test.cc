// Programs as Modelica, computed by a reader of our own: the numbers of run_plainly, to 1e-12.
#include "codegen/modelica/emitter.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "codegen/every_function.h"
#include "codegen/modelica_fixture.h"
#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

void expect_agreement(const Program& program, const std::vector<double>& inputs, const TargetOptions& options = {}) {
  const std::vector<GeneratedFile> files = generate_modelica({&program, 1}, options);
  expect_relatively_close(call_modelica(files, program, program.name, inputs), run_plainly(program, inputs));
}

TEST(Modelica, RandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    expect_agreement(random_program(seed, {.operations = 300}), random_inputs(seed, 8));
}

TEST(Modelica, LongProgramsInParts) {
  const Program program = random_program(4, {.operations = 4000, .functions = false});
  const std::vector<GeneratedFile> files = generate_modelica({&program, 1}, {.chunk = 100});
  EXPECT_NE(files[0].text.find("function random_part_30 "), std::string::npos);
  expect_agreement(program, random_inputs(4, 8), {.chunk = 100});
}

TEST(Modelica, VeryLongPrograms) {
  const Program program = random_program(5, {.operations = 100'000, .functions = false});
  expect_agreement(program, random_inputs(5, 8));
}

TEST(Modelica, MatricesAndSeveralResults) {
  const Program program = pendulum_jacobian({});
  for (const std::size_t chunk : {1000, 2}) expect_agreement(program, pendulum_example(), {.chunk = chunk});
}

// Within the domain of each; also near 0 and far from it, where formulas lose digits.
TEST(Modelica, EveryFunction) {
  const std::vector<double> numbers = {0.5, -0.25, 1e-9, 3, 1, 1.0000001, -2.5e7, 4e12, 1e-200};
  Builder builder(with_inputs(numbers.size()));
  std::vector<Value> x, results;
  for (std::size_t i = 0; i < numbers.size(); ++i) x.push_back(builder.input(i));
  for (std::size_t f = 0; f < kFunctionCount; ++f) {
    const auto function = static_cast<Function>(f);
    const FunctionInfo& about = info(function);
    if (function == Function::kFactorial || function == Function::kComb) continue;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Value a = x[i], b = x[(i * 5 + f) % x.size()], c = x[(i * 3 + 1) % x.size()];
      if (about.least_arguments <= 1) results.push_back(builder.call(function, std::array{a}));
      if (about.least_arguments <= 2 && about.most_arguments >= 2 && function != Function::kStep) {
        results.push_back(builder.call(function, std::array{a, b}));
        results.push_back(builder.call(function, std::array{a, a}));
      }
      if (about.most_arguments == 3) results.push_back(builder.call(function, std::array{a, b, c}));
      if (about.most_arguments == 3) results.push_back(builder.call(function, std::array{a, a, b}));
    }
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Value a = x[i], b = x[(i + 3) % x.size()];
    for (const Value made :
         {builder.negate(a), builder.add(a, b), builder.subtract(a, b), builder.multiply(a, b), builder.divide(a, b),
          builder.square_root(a), builder.power(a, b), builder.sine(a), builder.cosine(a)})
      results.push_back(made);
  }
  const Program program = finish(builder, results);
  const std::vector<GeneratedFile> files = generate_modelica({&program, 1}, {});
  EXPECT_NE(files[0].text.find("  annotation(uses(Modelica(version = \"4.0.0\")));\nend Machine_v;\n"),
            std::string::npos);
  expect_agreement(program, numbers);
}

TEST(Modelica, RelationsAndConnectivesWithinEachOther) { expect_agreement(nested_relations(), {0.5, -1, 0, 1}); }

TEST(Modelica, AMachine) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = pendulum_programs(options);
  const std::vector<double> example = pendulum_example(options);
  const std::vector<GeneratedFile> files = generate_modelica(programs, {.prefix = "crane 7", .example = example});
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].name, "Crane7.mo");
  EXPECT_EQ(files[1].name, "Crane7Flat.mo");
  EXPECT_EQ(files[1].text.find("// Made by Kinemate.\nmodel Crane7Flat "), 0u);
  const std::vector<double> rates = run_plainly(programs[0], example);
  const std::vector<double> y = run_plainly(programs[1], {0, 0.5, -0.25, 0.125, 1, 2, 1.5, 0.75});
  std::vector<double> expected = rates;
  expected.insert(expected.end(), {0.5, -0.25, 0.125, 2, 1, 1.5, 0.75, y[0], y[1], y[0], y[1], 0.5, -0.25});
  const std::string printed = read_modelica_package(files, "Machine", "");
  std::vector<double> found = numbers_in(printed);
  std::sort(found.begin(), found.end()), std::sort(expected.begin(), expected.end());
  expect_relatively_close(found, expected);
  EXPECT_EQ(printed.find("der(state) "), 0u);
  EXPECT_NE(printed.find("\nside "), std::string::npos);
  EXPECT_EQ(files[2].name, "example.mos");
  EXPECT_EQ(files[2].text, R"(// Run by: omc example.mos
loadFile("Crane7.mo"); getErrorString();
Crane7.ode(0.0, {0.5, -0.25}, {0.125}, {2.0}, {1.5, 0.75}); getErrorString();
simulate(Crane7.Machine, stopTime = 1.0); getErrorString();
)");
  EXPECT_EQ(files[3].name, "README.md");
  for (const char* word : {"Crane7.mo", "Crane7Flat.mo", "omc example.mos", "simulateModel(\"Crane7.Machine\""})
    EXPECT_NE(files[3].text.find(word), std::string::npos) << word;
}

TEST(Modelica, WhatIsNoMachineIsAFunctionAlone) {
  const Program program = pendulum_jacobian({});
  const std::vector<GeneratedFile> files = generate_modelica({&program, 1}, {});
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].text.find("model"), std::string::npos);
  EXPECT_EQ(files[1].text.find("simulate"), std::string::npos);
}

TEST(Modelica, NoOperationsNoInputsNoOutputs) {
  Builder copies(with_inputs(2));
  expect_agreement(finish(copies, {copies.input(1), copies.input(0)}), {1.5, -0.5});
  Builder constants(with_inputs(0));
  expect_agreement(finish(constants, {constants.constant(0.1)}), {});
  Builder unused(with_inputs(2));
  expect_agreement(finish(unused, {}), {1, 2});
}

TEST(Modelica, TheWorstNames) {
  Program like;
  like.name = "algorithm", like.machine = "st*/at\"ic\\", like.meaning = "an end \\";
  like.inputs = {{"t", "*/", {{"t", "\"\n*/"}}}, {"y1", "", {{"a\"b\\", "\\"}, {"\u202Ex%d", "*"}}},
                 {"w", "", {{"*/ end", "/*"}}},  {"z0", "", {{"sin_α", ""}}},
                 {"i", "", {{"ω'", "Кран"}}},    {"Real", "", {{"", ""}}},
                 {"w_before", "", {{"x", ""}}},  {"algorithm_v_part_1", "", {{"x", ""}}}};
  const Program program = nine_results(like, {{"out*/", "", entries("a\n\"", 8)}, {"der", "", {{"last\\", "\\"}}}});
  const std::vector<double> inputs = {0.5, 1, 2, 3, 4, 5, 6, 7, 8};
  for (const std::size_t chunk : {1000, 7}) {
    const std::vector<GeneratedFile> files = generate_modelica({&program, 1}, {.chunk = chunk});
    EXPECT_EQ(files[0].name, "StAtIc.mo");
    expect_relatively_close(call_modelica(files, program, "algorithm_v", inputs), run_plainly(program, inputs));
  }
}

// Else the tests above would prove nothing.
TEST(Modelica, TheReaderRefusesWhatIsNoModelica) {
  const CompileFolder folder;
  const auto reads = [&](const std::string& body) {
    const std::string text =
        "package P\n  function f\n    input Real x[2];\n    output Real y;\n  protected\n    Real z;\n"
        "  algorithm\n    " +
        body + "\n  end f;\nend P;\n";
    const std::vector<GeneratedFile> files = {{"P.mo", text}};
    write_files(folder.path(), files);
    const std::string run =
        fmt::format("printf '1 2\\n' | /usr/bin/python3 '{}/tests/codegen/modelica_reader.py' '{}' f", KINEMATE_SOURCE,
                    (folder.path() / "P.mo").string());
    return std::system((run + " > /dev/null 2>&1").c_str()) == 0;
  };
  EXPECT_TRUE(reads("z := x[1] * (-x[2]); y := if z < 0.0 then -z^2.0 else 0.0;"));
  for (const char* wrong : {"y := x[1] * -x[2];", "y := x[3];", "y := q;", "y := 1.0", "x[1] := 1.0; y := 1.0;",
                            "y := if x[1] then 1.0 else 2.0;", "y := 2.0^3.0^4.0;", "y := x;", "z := 1.0;", "y = 1.0;",
                            "y := sin(x[1], x[2]);", "y := g(x);", "y := x[1] < x[2];", "y := (x[1] < x[2]) + 1.0;",
                            "y := 1.0; annotation(a = 1);", "y := z;"})
    EXPECT_FALSE(reads(wrong)) << wrong;
}

TEST(Modelica, WhatItCannotHold) {
  const auto refusal = [](auto make) -> std::string {
    const Program program = program_of(1, make);
    try {
      generate_modelica({&program, 1}, {});
    } catch (const Error& error) {
      return error.message;
    }
    return "";
  };
  EXPECT_EQ(refusal([](Builder& builder, const ValueList& x) {
              return ValueList{builder.call(Function::kFactorial, std::array{x[0]})};
            }),
            "Modelica has no function factorial");
  EXPECT_EQ(refusal([](Builder& builder, const ValueList& x) {
              return ValueList{builder.add(x[0], builder.divide(builder.constant(1), builder.constant(0)))};
            }),
            "Modelica has no number inf, which stands in this program");
}

}  // namespace
}  // namespace kinemate
