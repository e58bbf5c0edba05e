#include "codegen/cpp/emitter.h"

#include "codegen/compile.h"
#include "codegen/every_function.h"
#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

constexpr const char* kFlags = "-std=c++17 -Wall -Wextra -pedantic -Werror -ffp-contract=off -fno-builtin";

// What the example prints, or another main program.
Printed run_cpp(const std::vector<GeneratedFile>& files, const std::string& compiler = "c++ -O1",
                const std::string& source = "example.cpp", const std::string& text = "") {
  const CompileFolder folder;
  write_files(folder.path(), files);
  if (!text.empty()) std::ofstream(folder.path() / source) << text;
  const std::string line = fmt::format("cd '{}' && {{ {} {} {} -o run && ./run > out; }} > err 2>&1",
                                       folder.path().string(), compiler, kFlags, source);
  EXPECT_EQ(std::system(line.c_str()), 0) << read_whole(folder.path() / "err").substr(0, 3000);
  Printed printed;
  read_printed(read_whole(folder.path() / "out"), printed);
  return printed;
}

TEST(Cpp, OfAPendulum) {
  const std::vector<Program> programs = pendulum_programs({.inputs = false});
  const std::vector<GeneratedFile> files = generate_cpp(programs, {});
  const std::string& text = files[0].text;
  EXPECT_EQ(files[0].name, programs[0].machine + "_ode.hpp");
  EXPECT_NE(text.find("template <class T>\nvoid ode(const T& t, const T* __restrict x, const T* __restrict p, T* "
                      "__restrict dx) {\n  using std::sin;\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("inline constexpr std::size_t ode_x_count = 2;\n"), std::string::npos);
}

TEST(Cpp, EveryFunctionAsTheInterpreter) {
  const auto [program, inputs] = every_function();
  const std::vector<GeneratedFile> files = generate_cpp({&program, 1}, {.example = inputs});
  for (const char* compiler : {"g++", "clang++-14"})
    if (has_command(compiler)) expect_same(run_cpp(files, compiler).numbers, run_plainly(program, inputs), compiler);
}

TEST(Cpp, InParts) {
  const Program program = random_program(5, {.operations = 400});
  const std::vector<double> inputs = random_inputs(5, 8);
  const std::vector<GeneratedFile> files = generate_cpp({&program, 1}, {.chunk = 9, .example = inputs});
  EXPECT_NE(files[0].text.find("part_20"), std::string::npos);
  expect_same(run_cpp(files).numbers, run_plainly(program, inputs), "parts");
}

// Too many numbers on the way for the stack: the caller gives room.
TEST(Cpp, TheWorkspaceOfTheCaller) {
  const Program program = program_of(1, [](Builder& builder, const ValueList& x) {
    ValueList outward = {x[0]};  // all of them are used on the way back
    for (int i = 0; i < 6000; ++i)
      outward.push_back(builder.add(builder.multiply(outward.back(), x[0]), builder.constant(0.5 + i % 7)));
    Value inward = x[0];
    for (auto value = outward.rbegin(); value != outward.rend(); ++value)
      inward = builder.add(builder.multiply(inward, x[0]), *value);
    return ValueList{inward};
  });
  const std::vector<GeneratedFile> files = generate_cpp({&program, 1}, {.chunk = 500, .example = {0.3}});
  EXPECT_NE(files[0].text.find("_workspace = "), std::string::npos);
  expect_same(run_cpp(files).numbers, run_plainly(program, {0.3}), "workspace");
}

TEST(Cpp, LongPrograms) {
  const Program program = random_program(6, {.operations = 100'000});
  const std::vector<double> inputs = random_inputs(6, 8);
  const std::vector<GeneratedFile> files = generate_cpp({&program, 1}, {.example = inputs});
  expect_same(run_cpp(files, "c++ -O0").numbers, run_plainly(program, inputs), "long");
}

// All headers in one program, on floats and on numbers that carry a derivative.
TEST(Cpp, AnyScalar) {
  const std::vector<Program> programs = pendulum_programs();
  const std::vector<GeneratedFile> files = generate_cpp(programs, {});
  std::string text;
  for (const Program& program : programs)
    text += fmt::format("#include \"{}_{}.hpp\"\n", program.machine, program.name);
  text += R"(#include <cstdio>
struct Dual { double value = 0, rate = 0; Dual(double v = 0, double r = 0) : value(v), rate(r) {} };
Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.rate + b.rate}; }
Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.rate - b.rate}; }
Dual operator-(const Dual& a) { return {-a.value, -a.rate}; }
Dual operator*(const Dual& a, const Dual& b) { return {a.value*b.value, a.rate*b.value + a.value*b.rate}; }
Dual operator/(const Dual& a, const Dual& b) { return {a.value/b.value, (a.rate - a.value/b.value*b.rate)/b.value}; }
Dual sin(const Dual& a) { return {std::sin(a.value), std::cos(a.value)*a.rate}; }
int main() {
  const Dual t, x[] = {{0.4, 1}, {0.2, 0}}, u[] = {0.1}, p[] = {2.0, 0.5};
  Dual dx[2];
  NAME::ode<Dual>(t, x, u, p, dx);
  const float xf[] = {0.4f, 0.2f}, uf[] = {0.1f}, pf[] = {2.0f, 0.5f};
  float dxf[2];
  NAME::ode<float>(0.0f, xf, uf, pf, dxf);
  std::printf("a = %.17g\nb = %.17g\n", dx[1].rate, double(dxf[1]));
}
)";
  for (std::size_t at; (at = text.find("NAME")) != std::string::npos;) text.replace(at, 4, programs[0].machine);
  const Printed printed = run_cpp(files, "c++ -O1", "main.cpp", text);
  ASSERT_EQ(printed.numbers.size(), 2u);
  EXPECT_NEAR(printed.numbers[0], -9.81 / 0.5 * std::cos(0.4), 1e-12);
  EXPECT_NEAR(printed.numbers[1], -9.81 / 0.5 * std::sin(0.4) + 0.1 / 0.5, 1e-5);
}

}  // namespace
}  // namespace kinemate
