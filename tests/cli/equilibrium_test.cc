#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/command.h"

namespace kinemate {
namespace {

const std::string kBalancedCart = KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml";

std::string snapping_truss() {
  return file_with("truss.yaml", R"(
name: truss
parameters: {F: 0, k: 100}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: z, from: world, to: b, coordinate: x}}
loads:
  left:  {type: spring, between: [b, {body: world, at: [-1, 0, 0]}], stiffness: k, length: sqrt(1.25)}
  right: {type: spring, between: [b, {body: world, at: [1, 0, 0]}], stiffness: k, length: sqrt(1.25)}
  press: {type: potential, energy: F*x}
  rub:   {type: torsion, joint: j, damping: 1}
initial: {x: 0.5}
)");
}

// A constraint that holds the time takes no gravity away: it is in the balance, or there is none.
TEST(EquilibriumCommand, ConstraintsThatMove) {
  const auto text = [](const std::string& equation) {
    return file_with("moved.yaml", R"(
gravity: [0, 0, -10]
bodies: {b: {mass: 1}, c: {mass: 1}}
joints:
  h1: {type: prismatic, axis: z, from: world, to: b, coordinate: z1}
  h2: {type: prismatic, axis: z, from: b, to: c, coordinate: z2}
loads: {s: {type: torsion, joint: h1, stiffness: 40}}
constraints: {c: {type: holonomic, equation: ")" +
                                       equation + "\"}}\n");
  };
  const Outcome found = run("equilibrium " + text("z2*(2 + cos(3*t)) - 1") + " --quiet --json");
  EXPECT_EQ(found.code, 0) << found.out;
  EXPECT_NEAR(nlohmann::json::parse(found.out)["equilibria"][0]["at"]["z1"].get<double>(), -0.5, 1e-12);
  const Outcome none = run("equilibrium " + text("z2*(2 + cos(3*t)) - z1") + " --quiet");
  EXPECT_EQ(none.code, 3) << none.out;
  EXPECT_NE(none.out.find("carried along as time goes on by constraint c"), std::string::npos) << none.out;
}

TEST(EquilibriumCommand, FourOfTwoPendulums) {
  const Outcome outcome = run("equilibrium " + kBalancedCart + " --samples 100 --json --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["equilibria"].size(), 4u);
  const double pi = std::acos(-1.0), expected[4][2] = {{0, 0}, {0, pi}, {pi, 0}, {pi, pi}};
  for (std::size_t i = 0; i < 4; ++i) {
    const nlohmann::json& one = json["equilibria"][i];
    EXPECT_NEAR(one["at"]["phi1"], expected[i][0], 1e-9);
    EXPECT_NEAR(one["at"]["phi2"], expected[i][1], 1e-9);
    EXPECT_EQ(one["stability"], i == 0 ? "stable" : "unstable");
  }
  EXPECT_EQ(run("equilibrium " + kBalancedCart + " --samples 100 --json --quiet").out, outcome.out);
  const Outcome text = run("equilibrium " + kBalancedCart + " --samples 100 --seed 7 --quiet");
  EXPECT_NE(text.out.find("4 equilibria, from 101 starts"), std::string::npos) << text.out;
}

TEST(EquilibriumCommand, OneFromAStart) {
  const Outcome hanging = run("equilibrium " + kBalancedCart + " --quiet");
  EXPECT_NE(hanging.out.find("1 equilibrium\n\n  at            x = 0, phi1 = 0, phi2 = 0\n"), std::string::npos)
      << hanging.out;
  EXPECT_NE(hanging.out.find("as formulas   x = 0, phi1 = 0, phi2 = 0\n"), std::string::npos);
  const Outcome upright = run("equilibrium " + kBalancedCart + " --at phi1=3 --quiet");
  EXPECT_NE(upright.out.find("phi1 = 3.14159"), std::string::npos) << upright.out;
  const std::string file = testing::TempDir() + "kinemate_equilibrium_" + std::to_string(getpid());
  expect("equilibrium " + kBalancedCart + " --quiet -o " + file, 0, "");
  EXPECT_EQ(read_text_file(file), hanging.out);
  const Outcome disc = run("equilibrium " KINEMATE_SOURCE "/examples/disc_guided_mass/model.yaml --quiet");
  EXPECT_NE(disc.out.find("R = (L0*k - a*m*Omega^2)/(k - Omega^2*m)"), std::string::npos) << disc.out;
  EXPECT_NE(disc.out.find("terms of time were left out"), std::string::npos);
}

TEST(EquilibriumCommand, ThroughAFold) {
  const std::string truss = snapping_truss();
  for (const char* suffix : {".svg", ".png"}) {
    const std::string plot = testing::TempDir() + "kinemate_truss_" + std::to_string(getpid()) + suffix;
    const Outcome outcome = run("equilibrium " + truss + " --vary 'F = 0 .. 10' --quiet --plot " + plot);
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_NE(outcome.out.find("marginal               fold\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("stability changes"), std::string::npos);
    const std::string picture = read_text_file(plot);
    EXPECT_TRUE(picture.find("</svg>") != std::string::npos || picture.substr(1, 3) == "PNG");
  }
  const nlohmann::json json =
      nlohmann::json::parse(run("equilibrium " + truss + " --vary 'F = 0 .. 10' --quiet --json").out);
  double largest = 0;
  for (const nlohmann::json& point : json["points"]) largest = std::max(largest, point["value"].get<double>());
  // F = 200 (L - l) x/l is largest where l³ = L
  const double L = std::sqrt(1.25), l = std::cbrt(L);
  EXPECT_NEAR(largest, 200 * (L - l) / l * std::sqrt(l * l - 1), 1e-9);
  EXPECT_LT(json["points"].back()["value"].get<double>(), 1);  // it turned back
}

TEST(EquilibriumCommand, Refusals) {
  const std::string truss = snapping_truss(), base = "equilibrium --quiet " + truss;
  expect_error(base + " --plot a.svg", 2, "add --vary");
  expect_error(base + " --vary 'F = 0 .. 1' --plot a.gif", 2, "end the name in .svg or in .png");
  expect_error(base + " --vary 'F = [1, 2]'", 2, "is followed over a range");
  expect_error(base + " --vary 'F = normal(1, 2)'", 2, "is followed over a range");
  expect_error(base + " --vary 'G = 0 .. 1'", 2, "--vary: the machine has no parameter 'G'");
  expect_error(base + " --vary 'F = 1 .. 1'", 2, "from a smaller to a larger number");
  expect_error(base + " --at y=1", 2, "there is no 'y'");
  expect_error(base + " --samples 5 --range 'y = 0 .. 1'", 2, "there is no 'y'");
  expect_error(base + " --samples 5 --range 'x = 1'", 2, "expected name = low .. high");
  expect_error(base + " --samples -1", 2, "--samples");
  const std::string pushed = file_with("pushed.yaml", R"(
name: pushed
parameters: {c: 3}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: "c + x^2"}}
initial: {x: 1}
)");
  for (const char* samples : {"", " --samples 20"})
    expect_error("equilibrium --quiet " + pushed + samples, 3, "Nearest: x = ");
  expect_error("equilibrium --quiet " + pushed + " --vary 'c = 1 .. 2'", 3, "what remains there: the force on x' 1");
  const std::string open = file_with("open.yaml", R"(
name: open
parameters: {k: }
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*x}}
)");
  expect_error("equilibrium --quiet " + open, 2, "parameter without a value: k");
  EXPECT_EQ(run("equilibrium --quiet " + open + " --set k=2").code, 0);
}

TEST(EquilibriumCommand, NothingMoves) {
  const std::string bolted = file_with("bolted.yaml", R"(
name: bolted
parameters: {m: 1}
bodies: {b: {mass: m}}
joints: {j: {type: fixed, from: world, to: b}}
)");
  expect("equilibrium --quiet " + bolted, 0, "bolted: 1 equilibrium\n\n  stability     nothing moves\n");
  EXPECT_EQ(run("equilibrium --quiet --samples 20 " + bolted).code, 0);
  expect_error("equilibrium --quiet --vary 'm = 1 .. 2' " + bolted, 2, "nothing moves");
}

}  // namespace
}  // namespace kinemate
