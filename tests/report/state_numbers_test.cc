#include "report/state_numbers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

// As evaluate_state returns them, without a machine.
StateNumbers sample() {
  StateNumbers n;
  n.time = 0.5;
  n.coordinates = {{"a", 0.1, 2}, {"p", 1, -0.25}};
  n.states = {{"z", 3, -0.0}};
  n.speed_names = {"a'", "w"};
  n.speeds = Eigen::Vector2d(2, 1.0 / 3);
  n.mass = Eigen::Matrix2d::Identity() * 0.1;
  n.bias = Eigen::Vector2d(-0.0, 1e-17);
  n.acceleration = Eigen::Vector2d(1, 2);
  n.energies = EnergyNumbers{1, 2, 3};
  n.reactions = {{"hinge", "rod", {1, 2, 3}, {{4, 5, 6}, {7, 8, 9}}}};
  PointNumbers point;
  point.name = "rod:1,0,0";
  point.position = {1, 0, 0};
  point.rotation = {{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  point.J_T = Eigen::MatrixXd::Constant(3, 2, 0.5);
  point.J_R = Eigen::MatrixXd::Zero(3, 2);
  n.points = {point};
  return n;
}

TEST(StateNumbersReport, Text) {
  EXPECT_EQ(state_numbers_text("", sample()), R"(machine at t = 0.5
  coordinates   a = 0.1, p = 1
  speeds        a' = 2, w = 0.3333333333333333
  other rates   p' = -0.25
  states        z = 3
  their rates   z' = 0
  energies      kinetic 1, potential 2, dissipation 3

mass
      a'   w
  a'  0.1  0
  w   0    0.1

      bias   acceleration
  a'  0      1
  w   1e-17  2

reactions
  hinge, on rod at [1, 2, 3]
    torque  [4, 5, 6]
    force   [7, 8, 9]

point rod:1,0,0
  position              [1, 0, 0]
  axis x                [0, 1, 0]
  axis y                [-1, 0, 0]
  axis z                [0, 0, 1]
  velocity              [0, 0, 0]
  angular velocity      [0, 0, 0]
      J_T            J_R
  a'  0.5  0.5  0.5  0    0  0
  w   0.5  0.5  0.5  0    0  0
)");
}

TEST(StateNumbersReport, Json) {
  const StateNumbers n = sample();
  const auto json = nlohmann::json::parse(state_numbers_json("arm", n));
  EXPECT_EQ(json["machine"], "arm");
  EXPECT_EQ(json["time"], 0.5);
  EXPECT_EQ(json["coordinates"]["a"], 0.1);
  EXPECT_EQ(json["rates"]["p"], -0.25);
  EXPECT_EQ(json["states"]["z"]["value"], 3);
  EXPECT_EQ(json["speeds"], (std::vector<std::string>{"a'", "w"}));
  EXPECT_EQ(json["speed_values"][1].get<double>(), 1.0 / 3);  // the same double
  EXPECT_EQ(json["mass"][1], (std::vector<double>{0, 0.1}));
  EXPECT_EQ(json["bias"][1].get<double>(), 1e-17);
  EXPECT_FALSE(json.contains("forces"));
  EXPECT_EQ(json["kinetic_energy"], 1);
  EXPECT_EQ(json["potential_energy"], 2);
  EXPECT_EQ(json["dissipation"], 3);
  EXPECT_EQ(json["reactions"]["hinge"]["force"], (std::vector<double>{7, 8, 9}));
  EXPECT_EQ(json["reactions"]["hinge"]["torque"], (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(json["reactions"]["hinge"]["about"], (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(json["reactions"]["hinge"]["on"], "rod");
  const auto& point = json["points"]["rod:1,0,0"];
  EXPECT_EQ(point["rotation"][0], (std::vector<double>{0, -1, 0}));
  EXPECT_EQ(point["J_T"][2], (std::vector<double>{0.5, 0.5}));
  EXPECT_FALSE(point.contains("acceleration"));
}

}  // namespace
}  // namespace kinemate
