// Programs as C, compiled and run: bit for bit the numbers of run_plainly.
#include "codegen/c/emitter.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "codegen/compile.h"
#include "codegen/every_function.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

// Of C99's math.h; compilers may copy arrays by a function, too.
bool is_allowed(const std::string& symbol) {
  static const std::set<std::string> names = {"sin",
                                              "cos",
                                              "tan",
                                              "asin",
                                              "acos",
                                              "atan",
                                              "atan2",
                                              "sinh",
                                              "cosh",
                                              "tanh",
                                              "asinh",
                                              "acosh",
                                              "atanh",
                                              "exp",
                                              "log",
                                              "log10",
                                              "log2",
                                              "cbrt",
                                              "erf",
                                              "fabs",
                                              "floor",
                                              "round",
                                              "lgamma",
                                              "tgamma",
                                              "pow",
                                              "sqrt",
                                              "memcpy",
                                              "memset",
                                              "_GLOBAL_OFFSET_TABLE_"};
  return names.contains(symbol);
}

std::vector<Printed> expect_exact(const Program& program, const std::vector<double>& inputs,
                                  TargetOptions options = {}) {
  options.example = inputs;
  std::vector<Printed> all = compile_and_run(generate_c({&program, 1}, options));
  for (const Printed& printed : all) {
    expect_same(printed.numbers, run_plainly(program, inputs), printed.how);
    for (const std::string& symbol : printed.symbols) EXPECT_TRUE(is_allowed(symbol)) << symbol;
  }
  return all;
}

class CCodeTest : public testing::Test {
 protected:
  void SetUp() override {
    if (c_compilers().empty()) GTEST_SKIP() << "neither gcc nor clang is there";
  }
};

TEST_F(CCodeTest, RandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    expect_exact(random_program(seed, {.operations = 300}), random_inputs(seed, 8));
}

TEST_F(CCodeTest, InChunksOfSevenSteps) {
  const Program program = random_program(3, {.operations = 150});
  EXPECT_NE(file(generate_c({&program, 1}, {.chunk = 7}), "random_3_random.c")->find("part_10"), std::string::npos);
  expect_exact(program, random_inputs(3, 8), {.chunk = 7});
}

TEST_F(CCodeTest, EveryFunction) {
  const auto [program, inputs] = every_function();
  expect_exact(program, inputs);
}

TEST_F(CCodeTest, RelationsAndConnectivesWithinEachOther) {
  expect_exact(nested_relations(), {0.5, std::numeric_limits<double>::quiet_NaN(), 0, 1});
}

// A chain of equal links: its schedule has loops, and so has the C; so many numbers that the caller gives the room.
TEST_F(CCodeTest, LoopsStayLoops) {
  constexpr std::size_t kLinks = 1500;
  Builder builder(with_inputs(2 * kLinks));
  Value angle = builder.input(0), speed = builder.input(kLinks), sum = builder.constant(0.25);
  std::vector<Value> results;
  for (std::size_t i = 0; i < kLinks; ++i) {
    const Value mass = builder.constant(0.1 + 0.01 * static_cast<double>(i % 3)), q = builder.input(i);
    angle = builder.multiply(builder.constant(0.75), builder.add(angle, q));
    const Value s = builder.sine(q), c = builder.cosine(q);
    speed = builder.subtract(builder.multiply(c, speed), builder.multiply(s, builder.input(kLinks + i)));
    const Value square = builder.add(builder.multiply(speed, speed), builder.multiply(angle, angle));
    const Value term = builder.divide(builder.multiply(mass, square), builder.add(builder.constant(2), square));
    const Value more = builder.subtract(builder.multiply(term, s), builder.multiply(c, builder.multiply(mass, term)));
    sum = builder.add(builder.multiply(builder.constant(0.5), sum),
                      builder.square_root(builder.add(more, builder.constant(3))));
    if (i % 500 == 0) results.push_back(sum);
    if (i >= kLinks - 10) results.push_back(term);
  }
  results.push_back(sum);
  const Program program = finish(builder, results);
  const std::vector<GeneratedFile> files = generate_c({&program, 1}, {});
  EXPECT_NE(file(files, "machine_test.c")->find("for (size_t i = 0; i < 1500; ++i)"), std::string::npos);
  EXPECT_LT(file(files, "machine_test.c")->size(), 300'000u);
  EXPECT_NE(file(files, "machine_test.h")->find("#define MACHINE_TEST_WORKSPACE"), std::string::npos);
  EXPECT_NE(file(files, "machine_test.c")->find("static const unsigned at["), std::string::npos);
  const std::vector<GeneratedFile> straight = generate_c({&program, 1}, {.roll_above = 1'000'000});
  EXPECT_GT(file(straight, "machine_test.c")->size(), 300'000u);
  expect_exact(program, random_inputs(1, 2 * kLinks));
}

TEST_F(CCodeTest, OutputsThatAreInputsConstantsOrEachOther) {
  Builder builder(with_inputs(3));
  const Value x = builder.input(0), y = builder.input(2), sum = builder.add(x, y), s = builder.sine(y);
  const Value infinite = builder.constant(std::numeric_limits<double>::infinity());
  const Value nothing = builder.constant(std::numeric_limits<double>::quiet_NaN());
  const Value least = builder.constant(std::numeric_limits<double>::denorm_min());
  expect_exact(finish(builder, {y, builder.constant(-2.5), sum, sum, x, x, s, s, infinite, builder.negate(infinite),
                                nothing, least, builder.constant(1e300), builder.multiply(sum, s)}),
               {0.25, -3, 1.5}, {.chunk = 2});
}

TEST_F(CCodeTest, NoOperationsNoInputsNoOutputs) {
  Builder copies(with_inputs(2));
  expect_exact(finish(copies, {copies.input(1), copies.input(0)}), {1.5, -0.0});
  Builder constants(with_inputs(0));
  expect_exact(finish(constants, {constants.constant(0.1)}), {});
  Builder unused(with_inputs(2));
  expect_exact(finish(unused, {}), {1, 2});
  Builder nothing(with_inputs(0));
  expect_exact(finish(nothing, {}), {});
}

TEST_F(CCodeTest, TheWorstNames) {
  Program like;
  like.name = "assert", like.machine = "st*/at?\?/ic\\", like.meaning = "an end \\";
  like.inputs = {{"t", "*/", {{"t", "?\?/\n*/"}}}, {"y1", "", {{"a\"b\\?\?/", "\\"}, {"\u202Ex%d", "*"}}},
                 {"w", "", {{"*/ int", "/*"}}},    {"z0", "", {{"sin_α", ""}}},
                 {"i", "", {{"ω'", "Кран"}}},      {"printf", "", {{"", ""}}},
                 {"part_1", "", {{"x", ""}}},      {"smaller_of", "", {{"x", ""}}}};
  const Program program = nine_results(like, {{"out*/", "", entries("a\n?\?/%s", 8)}, {"out", "", {{"last\\", "\\"}}}});
  for (const std::size_t chunk : {1000, 7}) {
    for (const Printed& printed : expect_exact(program, {0.5, 1, 2, 3, 4, 5, 6, 7, 8}, {.chunk = chunk})) {
      ASSERT_EQ(printed.names.size(), 9u);
      EXPECT_EQ(printed.names[0], "a ?\?/%s0");
      EXPECT_EQ(printed.names[8], "last\\");
    }
  }
}

// With the flags of the build file, for users of C++, too.
TEST_F(CCodeTest, BuildsAsTheReadmeSays) {
  if (!has_command("cmake")) GTEST_SKIP() << "no cmake";
  const Program program = random_program(5, {.operations = 100});
  for (const bool fast : {false, true}) {
    const std::vector<double> inputs = random_inputs(5, 8);
    const CompileFolder folder;
    write_files(folder.path(), generate_c({&program, 1}, {.prefix = "built", .fast = fast, .example = inputs}));
    std::ofstream(folder.path() / "use.cc") << "#include \"built_random.h\"\n"
                                               "int main() { double x[8] = {}, y[BUILT_RANDOM_Y_COUNT];\n"
                                               "  built_random(x, y); }\n";
    const std::string script = "cd '" + folder.path().string() +
                               "' && (cmake -B build && cmake --build build) > log 2>&1 && build/example > out && "
                               "c++ use.cc build/libbuilt_random.a -lm -o use && ./use";
    ASSERT_EQ(std::system(script.c_str()), 0) << read_whole(folder.path() / "log");
    std::istringstream lines(read_whole(folder.path() / "out"));
    const std::vector<double> expected = run_plainly(program, inputs);
    std::size_t i = 0;
    for (std::string line; std::getline(lines, line); ++i)
      EXPECT_NEAR(std::strtod(line.c_str() + line.rfind('=') + 1, nullptr), expected.at(i), 1e-12);
    EXPECT_EQ(i, expected.size());
  }
}

TEST(CFiles, AreTheSameEveryTime) {
  const Program program = random_program(6, {.operations = 500});
  const std::vector<GeneratedFile> first = generate_c({&program, 1}, {.chunk = 50}),
                                   second = generate_c({&program, 1}, {.chunk = 50});
  ASSERT_EQ(first.size(), 5u);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].name, second[i].name);
    EXPECT_EQ(first[i].text, second[i].text);
  }
}

TEST(CFiles, FlagsOfTheBuildFile) {
  const Program program = random_program(6, {.operations = 20});
  EXPECT_NE(file(generate_c({&program, 1}, {}), "CMakeLists.txt")->find("PRIVATE -ffp-contract=off)"),
            std::string::npos);
  EXPECT_NE(file(generate_c({&program, 1}, {.fast = true}), "CMakeLists.txt")
                ->find("PRIVATE -O3 -march=native -ffp-contract=fast)"),
            std::string::npos);
}

}  // namespace
}  // namespace kinemate
