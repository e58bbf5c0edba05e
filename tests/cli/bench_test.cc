#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kBenchCart = KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml";
const char* const kAlgorithms[] = {"articulated",
                                   "composite",
                                   "velocities",
                                   "implicit",
                                   "modified-implicit",
                                   "mixed",
                                   "implicit-cubic",
                                   "modified-implicit-cubic",
                                   "engine",
                                   "program",
                                   "program of 8"};

TEST(BenchVerb, PrintsEveryAlgorithm) {
  const Outcome outcome = run(std::string("bench --quiet ") + kBenchCart);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("cart-pendulums: accelerations of a state, at its initial state\n"))
      << outcome.out;
  for (const std::string name : kAlgorithms)
    EXPECT_NE(outcome.out.find("\n  " + name + "  "), std::string::npos) << name << "\n" << outcome.out;
}

TEST(BenchVerb, Json) {
  const auto json = nlohmann::json::parse(run(std::string("bench --quiet --json ") + kBenchCart).out);
  EXPECT_EQ(json["machine"], "cart-pendulums");
  ASSERT_EQ(json["times"].size(), std::size(kAlgorithms));
  for (std::size_t i = 0; i < std::size(kAlgorithms); ++i) {
    EXPECT_EQ(json["times"][i]["algorithm"], kAlgorithms[i]);
    EXPECT_GT(json["times"][i]["ns"], 0);
    EXPECT_LT(json["times"][i]["difference"], 1e-12);
  }
  EXPECT_GT(json["times"][9]["operations"], 0);
}

TEST(BenchVerb, OpenParameters) {
  const std::string path = file_with("open.yaml", R"(name: open
parameters: {m: , Ixx: , l: 2}
gravity: [0, -981/100, 0]
bodies: {rod: {mass: m, center: [l, 0, 0], inertia: {xx: Ixx, yy: 0, zz: 0}}}
joints: {hinge: {type: revolute, axis: z, from: world, to: rod, coordinate: q}}
)");
  expect("bench --quiet " + path, 2,
         "error: parameter without a value: m [K215]\n  hint: give it a value with --set \"m = 1\"\n");
  EXPECT_EQ(run("bench --quiet --set m=1 " + path).code, 0);  // Ixx does not matter
  expect_error(
      std::string("bench --quiet ") + KINEMATE_SOURCE "/examples/cardan_double_pendulum/model.yaml", 2,
      "error: parameters without a value: I1, I2, L0, d, k [K215]\n  hint: give each a value with --set \"I1 = 1\"\n");
}

// At its initial state alone: what moves a joint nowhere there is named.
TEST(BenchVerb, SingularPosition) {
  const std::string lock = file_with("gyro.yaml", R"(name: gyro
bodies: {wheel: {mass: 1, inertia: {xx: 1, yy: 2, zz: 2}}}
joints: {ball: {type: spherical, sequence: zyx, from: world, to: wheel, coordinates: [a, b, c]}}
initial: {b: pi/2}
)");
  expect_error("bench --quiet " + lock, 3, "error: joint ball is in gimbal lock at a = 0, b = 1.570796327, c = 0: ");
  const std::string nowhere = file_with("square.yaml", R"(name: square
bodies: {block: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {guide: {type: motion, from: world, to: block, coordinates: [u, v], position: [u^2, v, 0]}}
)");
  expect_error("bench --quiet " + nowhere, 3,
               "error: joint guide is in a singular position at u = 0, v = 0: its speed u' does not move it;");
}

TEST(BenchVerb, MachinesWithoutSpeeds) {
  expect_error(std::string("bench --quiet ") + KINEMATE_SOURCE "/examples/rotor/model.yaml", 2,
               "error: the machine has no speeds: nothing is to be solved [K217]\n");
  EXPECT_EQ(run("bench nowhere.yaml").code, 4);
}

}  // namespace
}  // namespace kinemate
