#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/command.h"

namespace kinemate {
namespace {

TEST(OptimizeCommand, TunesASpring) {
  const std::string model = file_with("tuned.yaml", R"(
name: oscillator
parameters: {k: 7, m: 2}
bodies: {b: {mass: m}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*x}}
initial: {x: 1}
)");
  const Outcome outcome =
      run("optimize " + model + " --minimize '(1/period(x) - 0.5)^2' --vary 'k = 1 .. 100' --to 20 --json --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_NEAR(json["parameters"][0]["value"].get<double>(), 2 * std::pow(std::numbers::pi, 2), 0.01);
  const std::string line = "optimize " + model + " --quiet ";
  expect_error(line + "--vary k", 2, "smallest or largest");
  expect_error(line + "--vary k --minimize 'max(y)'", 2, "'y' is nothing");
  expect_error(line + "--vary k --minimize 'max(x)' --global", 2, "bounds");
  expect_error(line + "--vary 'k = 1 .. 2' --start 'm = 1' --minimize 'max(x)'", 2, "m is not looked for");
}

}  // namespace
}  // namespace kinemate
