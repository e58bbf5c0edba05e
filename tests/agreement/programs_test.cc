// Every shipped tree, forward dynamics: interpreter = machine code = LLVM = batches, bit by bit; = C by two compilers,
// and = the numbers that `evaluate` finds without any program.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <random>

#include "base/error.h"
#include "codegen/c/emitter.h"
#include "codegen/files.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "llvm/compile.h"
#include "model/formulas.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"
#include "program/interpret.h"
#include "program/optimize.h"
#include "program/routine.h"
#include "study/evaluate.h"
#include "study/programs/machine_program.h"

namespace kinemate {
namespace {

class Programs : public testing::TestWithParam<const char*> {};

// What C prints after each `=`.
std::vector<double> numbers_printed(const std::string& command, int& code) {
  FILE* pipe = popen(command.c_str(), "r");
  std::vector<double> numbers;
  char line[4096];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    const std::string text = line;
    const std::size_t at = text.rfind('=');
    if (at != std::string::npos) numbers.push_back(std::strtod(text.c_str() + at + 1, nullptr));
  }
  code = WEXITSTATUS(pclose(pipe));
  return numbers;
}

TEST_P(Programs, EveryWayOfRunningForwardDynamicsAgrees) {
  Pool pool;
  const PoolScope scope(pool);
  const Model given = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + GetParam() + "/model.yaml").model;
  // parameters without a value are inputs, all others are numbers
  std::vector<std::string> open;
  for (const Parameter& parameter : given.parameters)
    if (!parameter.value) open.push_back(parameter.name);
  for (const std::string& name : undeclared_parameters(given)) open.push_back(name);
  const Model model = specialise(given, {{}, open});
  const Kinematics kinematics = compute_kinematics(model);
  const Program derived =
      make_machine_program(model, {.purpose = Purpose::kForward, .parameters = open}, [](const std::string&) {});
  const Program program = optimize(derived).program;

  // a state at random, the same names in every way of running
  std::vector<Given> values;
  for (std::size_t i = 0; i < open.size(); ++i)
    values.push_back({make_symbol(open[i]), make_real(0.75 + 0.125 * static_cast<double>(i))});
  for (const Array& array : program.inputs)
    if (array.name == "w")
      for (const Entry& entry : array.entries) values.push_back({parse(entry.name), make_real(0.3)});
  const State state = make_state(model, kinematics, values, 5);
  std::unordered_map<std::string, double> by_name;
  for (const auto& [symbol, value] : state.values) by_name[to_text(symbol)] = value;
  std::vector<double> inputs;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) inputs.push_back(by_name.at(entry.name));

  const std::vector<double> result = run_once(Routine(program, 1, interpret), inputs);
  EXPECT_EQ(run_once(Routine(program, 1, default_compiler()), inputs), result);
  const Compiler llvm = llvm_compiler();
  EXPECT_EQ(run_once(Routine(program, 1, llvm), inputs), result);
  for (unsigned width : {4u, 8u}) {  // neighbours at other states do not matter
    std::vector<double> batch;
    for (double input : inputs)
      for (unsigned lane = 0; lane < width; ++lane) batch.push_back(input * (1 + 0.1 * (lane == 2 ? 0 : lane + 1)));
    for (const Compiler& compiler : {Compiler(interpret), default_compiler(), llvm}) {
      const std::vector<double> outputs = run_once(Routine(program, width, compiler), batch);
      for (std::size_t i = 0; i < result.size(); ++i) EXPECT_EQ(outputs[i * width + 2], result[i]);
    }
  }

  EvaluateRequest request;
  request.energies = request.reactions = false;
  const StateNumbers numbers = evaluate_state(model, kinematics, state, request);
  double size = 1;
  for (double value : result) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < result.size(); ++i)
    EXPECT_NEAR(result[i], (*numbers.acceleration)[static_cast<Eigen::Index>(i)], 1e-10 * size);

  const std::string folder = testing::TempDir() + "kinemate_programs_" + GetParam() + std::to_string(getpid());
  write_files(folder, generate_c({&program, 1}, {.example = inputs}));
  for (const char* compiler : {"gcc", "clang-14"}) {
    if (std::system(("command -v " + std::string(compiler) + " >/dev/null").c_str()) != 0) continue;
    const std::string build = "cd " + folder + " && " + compiler +
                              " -std=c99 -O1 -ffp-contract=off -Wall -Wextra -pedantic -Werror *.c -o example -lm 2>&1";
    ASSERT_EQ(std::system(build.c_str()), 0);
    int code = 0;
    const std::vector<double> printed = numbers_printed(folder + "/example", code);
    EXPECT_EQ(code, 0);
    ASSERT_EQ(printed.size(), result.size());
    for (std::size_t i = 0; i < result.size(); ++i) EXPECT_NEAR(printed[i], result[i], 1e-12 * size) << compiler;
  }
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Examples, Programs,
                         testing::Values("cardan_double_pendulum", "cart_pendulums", "disc_guided_mass",
                                         "flyball_governor", "lagr_pendulum", "loudspeaker", "planar_pendulum",
                                         "puma_560", "quadruped", "rotor", "spatial_pendulum"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace kinemate
