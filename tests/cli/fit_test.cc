#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/command.h"

namespace kinemate {
namespace {

// x = cos(3 t), with a little of everything else.
std::string oscillation() {
  std::string text = "# measured\nt,x\n";
  for (int i = 0; i <= 60; ++i)
    text += fmt::format("{},{}\n", i * 0.05, std::cos(0.15 * i) + 0.001 * std::sin(37.0 * i));
  return text;
}

TEST(FitCommand, FindsASpring) {
  const std::string model = file_with("fitted.yaml", R"(
name: oscillator
parameters: {k: 7, m: 1}
bodies: {b: {mass: m}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*x}}
initial: {x: 1.1}
)"),
                    data = file_with("measured.csv", oscillation()), plot = testing::TempDir() + "kinemate_fit.svg";
  const Outcome outcome =
      run("fit " + model + " --data " + data + " --vary 'k = 1 .. 50' --vary x --json --quiet --plot " + plot);
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_NEAR(json["parameters"][0]["value"].get<double>(), 9, 0.01);
  EXPECT_NEAR(json["parameters"][1]["value"].get<double>(), 1, 0.002);
  EXPECT_LT(json["parameters"][0]["confidence"].get<double>(), 0.01);
  EXPECT_NE(read_text_file(plot).find("measured"), std::string::npos);
  const Outcome text = run("fit " + model + " --data " + data + " --vary 'k, m' --quiet");
  EXPECT_NE(text.out.find("can change together"), std::string::npos) << text.out;
  const std::string line = "fit " + model + " --quiet --data " + data;
  expect_error(line, 2, "--vary");
  expect_error(line + " --vary 'kk = 1 .. 2'", 2, "kk");
  expect_error(line + " --vary 'k = 1 .. 2 : 5'", 2, "bounds are expected");
  expect_error(line + " --vary 'k = 1 .. 2' --start 'k = 3'", 2, "not between");
  expect_error(line + " --vary k --measured 'y = x'", 2, "no column y");
  expect_error(line + " --vary k --deviation 'x = 0'", 2, "not positive");
  expect_error("fit " + model + " --quiet --vary k --data none.csv", 4, "none.csv");
}

}  // namespace
}  // namespace kinemate
