#include "report/machine.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/fixture.h"

namespace kinemate {
namespace {

class MachineReportTest : public ModelTest {};

const char* const kCrane = R"(
name: crane
parameters: {g: 9.81, l: , m: 2}
inputs: [u]
gravity: [0, 0, -g]
bodies: {car: {mass: m}, hook: {mass: m}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: car, coordinate: x}
  rope: {type: spherical, sequence: euler_parameters, from: car, to: {body: hook, at: [0, 0, l]}, coordinates: [p0, p1, p2, p3]}
  stop: {type: revolute, axis: y, from: hook, to: world, coordinate: psi, drive: w(t)}
loads: {motor: {type: joint, joint: rail, effort: k*i, states: {i: u - i}}}
)";

TEST_F(MachineReportTest, Text) {
  EXPECT_EQ(machine_text(machine(kCrane)),
            "crane: 2 bodies, 3 joints, 6 coordinates\n"
            "  bodies        car, hook\n"
            "  joints        rail: prismatic, world -> car, x\n"
            "                rope: spherical, car -> hook, p0 p1 p2 p3, closes a loop\n"
            "                stop: revolute, hook -> world, driven: psi = w(t)\n"
            "  freedoms      0, where Grübler counts -2: 1 of the tree, 3 conditions of 1 loop\n"
            "                1 condition is redundant: joint rope: translation along y\n"
            "                1 drive is too many: others determine the motion already\n"
            "                found with random values and functions for l, w()\n"
            "  parameters    g = 9.81, m = 2\n"
            "  open          l, k\n"
            "  functions     w(t)\n"
            "  inputs        u\n"
            "  loads         motor\n"
            "  states        i\n"
            "  gravity       [0, 0, -g]\n");
}

TEST_F(MachineReportTest, Json) {
  const auto json = nlohmann::json::parse(machine_json(machine(kCrane)));
  EXPECT_EQ(json["bodies"], (std::vector<std::string>{"car", "hook"}));
  EXPECT_EQ(json["joints"][1]["speeds"], (std::vector<std::string>{"wx_rope", "wy_rope", "wz_rope"}));
  EXPECT_EQ(json["joints"][2]["driven"][0], "psi = w(t)");
  EXPECT_EQ(json["parameters"]["g"], "9.81");
  EXPECT_TRUE(json["parameters"]["l"].is_null());
  EXPECT_EQ(json["undeclared"][0], "k");
  EXPECT_EQ(json["loops"], 1);
}

TEST_F(MachineReportTest, Subsystems) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  one: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: z, from: a, to: b, coordinate: q2}
  three: {type: revolute, axis: z, from: world, to: c, coordinate: q3}
subsystems: {arm: {bodies: [b, a]}, other: {bodies: [c]}}
)");
  EXPECT_NE(machine_text(model).find("  subsystems    arm (b, a), other (c)\n"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(machine_json(model))["subsystems"],
            (nlohmann::json{{"arm", {"b", "a"}}, {"other", {"c"}}}));
  EXPECT_EQ(machine_text(machine(kCrane)).find("subsystems"), std::string::npos);
}

TEST_F(MachineReportTest, Events) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: prismatic, axis: z, from: world, to: a, coordinate: z}}
when: {landing: {condition: z, direction: falling, impact: 1}, done: {at: 2, stop: true}}
)");
  EXPECT_NE(machine_text(model).find("\n  events        landing, done\n"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(machine_json(model))["events"], (std::vector<std::string>{"landing", "done"}));
  EXPECT_EQ(machine_text(machine(kCrane)).find("events"), std::string::npos);
}

TEST_F(MachineReportTest, LongListsAreCut) {
  std::string text = "bodies:\n";
  for (int i = 0; i < 50; ++i) text += "  b" + std::to_string(i) + ": {mass: 1}\n";
  EXPECT_NE(machine_text(machine(text)).find("b29, and 20 more"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
