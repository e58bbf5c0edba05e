#include <sys/resource.h>

#include "cli/command.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

const char* const kGeneratePendulum = R"(name: pendulum
parameters: {g: 9.81, m: 2, l: 0.5}
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
initial: {phi: 0.5}
)";

class GenerateVerb : public testing::Test {
 protected:
  GenerateVerb() { fs::remove_all(folder_); }
  ~GenerateVerb() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string path_ = file_with("pendulum.yaml", kGeneratePendulum);
  const std::string folder_ = testing::TempDir() + "kinemate_generate_" + std::to_string(getpid());
};

TEST_F(GenerateVerb, WritesAFolderThatBuilds) {
  expect("generate " + path_ + " --what ode --keep l --quiet -o " + folder_, 0, "");
  for (const char* name : {"pendulum_ode.c", "pendulum_ode.h", "example.c", "CMakeLists.txt", "README.md"})
    EXPECT_TRUE(fs::exists(fs::path(folder_) / name)) << name;
  const std::string build =
      "cd " + folder_ + " && cc -std=c99 -O2 -Wall -Wextra -pedantic -Werror *.c -o example -lm && ./example";
  FILE* pipe = popen(build.c_str(), "r");
  char line[256];
  std::string out;
  while (std::fgets(line, sizeof line, pipe) != nullptr) out += line;
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_TRUE(out.starts_with("phi' = 0\nphi'' = -9.40632")) << out;  // -9.81/0.5*sin(0.5)
}

// The example has the machine's own values: efforts of both programs are the same, Y b + r too.
TEST_F(GenerateVerb, BaseParametersAndRegressor) {
  auto example = [&](const std::string& options) {
    fs::remove_all(folder_);
    expect("generate " + path_ + " --quiet " + options + " -o " + folder_, 0, "");
    const std::string build =
        "cd " + folder_ + " && cc -std=c99 -O2 -Wall -Wextra -pedantic -Werror *.c -o example -lm && ./example";
    FILE* pipe = popen(build.c_str(), "r");
    std::array<char, 256> line;
    std::vector<double> numbers;
    while (std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr)
      numbers.push_back(std::stod(std::string(line.data()).substr(std::string(line.data()).find('=') + 1)));
    EXPECT_EQ(pclose(pipe), 0);
    return numbers;
  };
  const double effort = example("--what inverse").at(0);
  EXPECT_NE(effort, 0);
  EXPECT_NEAR(example("--what inverse --base-parameters").at(0), effort, 1e-13);
  EXPECT_NE(content(fs::path(folder_) / "pendulum_inverse.h").find("rod_Izz"), std::string::npos);
  const std::vector<double> y = example("--what regressor");
  ASSERT_EQ(y.size(), 7u);  // Y, r, b
  EXPECT_NEAR(y[0] * y[4] + y[1] * y[5] + y[2] * y[6] + y[3], effort, 1e-13);
}

TEST_F(GenerateVerb, TwoRunsWriteTheSameBytes) {
  const std::string other = folder_ + "_2";
  run("generate " + path_ + " --quiet -o " + folder_);
  run("generate " + path_ + " --quiet -o " + other);
  for (const auto& file : fs::directory_iterator(folder_))
    EXPECT_EQ(content(file.path()), content(fs::path(other) / file.path().filename()));
  fs::remove_all(other);
}

// Each target by itself and all at once: the same files. With outputs comes a second function.
TEST_F(GenerateVerb, EveryTarget) {
  const std::string machine = file_with("driven.yaml", std::string(kGeneratePendulum) +
                                                           "outputs: {height: -l*cos(phi)}\ninputs: {u: }\n"
                                                           "loads: {motor: {type: joint, joint: hinge, effort: u}}\n");
  expect("generate " + machine + " --what ode --to all --quiet -o " + folder_, 0, "");
  const std::pair<const char*, const char*> some[] = {
      {"c", "pendulum_outputs.c"},      {"cpp", "pendulum_outputs.hpp"}, {"matlab", "pendulum_outputs.m"},
      {"simulink", "pendulum_sfun.c"},  {"modelica", "PendulumFlat.mo"}, {"python", "pendulum_outputs.py"},
      {"julia", "pendulum_outputs.jl"}, {"latex", "pendulum_ode.tex"}};
  const fs::path alone = folder_ + "_alone";
  for (const auto& [target, name] : some) {
    EXPECT_TRUE(fs::exists(fs::path(folder_) / target / name)) << name;
    fs::remove_all(alone);
    expect("generate " + machine + " --what ode --quiet --to " + target + " -o " + alone.string(), 0, "");
    for (const auto& file : fs::directory_iterator(alone))
      EXPECT_EQ(content(file.path()), content(fs::path(folder_) / target / file.path().filename())) << file.path();
  }
  expect("generate " + machine + " --to 'all, c' --what mass --quiet -o " + folder_ + "_mass", 0, "");
  EXPECT_TRUE(fs::exists(fs::path(folder_ + "_mass") / "julia"));
  EXPECT_FALSE(fs::exists(fs::path(folder_ + "_mass") / "simulink"));
  fs::remove_all(folder_ + "_mass");
  expect("generate " + machine + " --to python --name crane --quiet -o " + alone.string(), 0, "");
  EXPECT_TRUE(fs::exists(alone / "crane_forward.py"));
  fs::remove_all(alone);
}

TEST_F(GenerateVerb, WhatTargetsCannotHold) {
  expect("generate " + path_ + " --to simulink --what mass --quiet -o " + folder_, 2,
         "error: --to simulink: a C S-function for Simulink holds the differential equation of a machine, not 'mass' [K308]\n"
         "  hint: leave --what out, or take another --to\n");
  expect("generate " + path_ + " --to , -o " + folder_, 2,
         "error: --to names no language [K604]\n  hint: for example --to c,python, or --to all\n");
  expect("generate " + path_ + " --to pyton -o " + folder_, 2,
         "error: --to: there is no 'pyton' [K604]\n  hint: did you mean python?\n");
  expect_error("generate " + path_ + " --what outputs --quiet -o " + folder_, 2, "this machine has no outputs");
  const std::string odd =
      file_with("odd.yaml",
                std::string(kGeneratePendulum) + "loads: {l1: {type: joint, joint: hinge, effort: factorial(phi)}}\n");
  expect_error("generate " + odd + " --to modelica --quiet -o " + folder_, 2, "factorial");
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(GenerateVerb, WrongInput) {
  EXPECT_EQ(run("generate " + path_).code, 2);  // where to?
  EXPECT_EQ(run("generate " + path_ + " --to cobol -o " + folder_).code, 2);
  EXPECT_EQ(run("generate " + path_ + " --what everything -o " + folder_).code, 2);
  EXPECT_EQ(run("generate " + path_ + " -o ''").code, 4);
  EXPECT_FALSE(fs::exists(folder_));
  const Outcome in_the_way = run("generate " + path_ + " --quiet -o " + path_);
  EXPECT_EQ(in_the_way.code, 4);
  EXPECT_NE(in_the_way.out.find("cannot be used as a folder"), std::string::npos) << in_the_way.out;
  EXPECT_EQ(run("generate " + path_ + " --quiet -o /proc/nowhere").code, 4);
}

// A file that may not grow beyond 2 KB stands for a full disk.
TEST_F(GenerateVerb, FullDiskLeavesNothing) {
  const std::string line = "sh -c 'ulimit -f 2; " KINEMATE_COMMAND " generate " KINEMATE_SOURCE
                           "/examples/puma_560/model.yaml --quiet -o " +
                           folder_ + "' 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  char text[1024];
  std::string out;
  while (std::fgets(text, sizeof text, pipe) != nullptr) out += text;
  EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 4) << out;
  EXPECT_NE(out.find("cannot be written"), std::string::npos) << out;
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
}  // namespace kinemate
