#include "model/order.h"

#include "model/fixture.h"
#include "model/kinematics.h"

namespace kinemate {
namespace {

class OrderTest : public ModelTest {};

std::string names(std::span<const Expr> symbols) {
  std::string text;
  for (Expr symbol : symbols) text += (text.empty() ? "" : " ") + to_text(symbol);
  return text;
}

TEST_F(OrderTest, SpeedsHaveTheOrderOfJointsWhateverTheTreeIs) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  j3: {type: revolute, axis: x, from: b, to: c, coordinate: q3}
  j1: {type: cylindrical, axis: z, from: world, to: a, coordinates: [q1, h1]}
  j2: {type: spherical, sequence: euler_parameters, from: a, to: b, coordinates: [p0, p1, p2, p3]}
)");
  EXPECT_EQ(names(symbols_in_order(model)),
            "q3 q1 h1 p0 p1 p2 p3 q3' q1' h1' wx_j2 wy_j2 wz_j2 p0' p1' p2' p3'");
  const Kinematics kinematics = compute_kinematics(model);
  EXPECT_EQ(names(kinematics.speeds), "q3' q1' h1' wx_j2 wy_j2 wz_j2");
  EXPECT_EQ(kinematics.tree_order, (std::vector<std::size_t>{1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(names(along_tree(kinematics).speeds), "q1' h1' wx_j2 wy_j2 wz_j2 q3'");
}

TEST_F(OrderTest, ListedCoordinatesComeFirst) {
  const Model model = machine(R"(
coordinates: [charge, q3, x]
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  j1: {type: revolute, axis: x, from: world, to: a, coordinate: q1}
  j2: {type: motion, from: a, to: b, coordinates: [x], position: [x, 0, 0]}
  j3: {type: revolute, axis: x, from: b, to: c, coordinate: q3}
loads: {coil: {type: kinetic, energy: charge'^2}}
)");
  EXPECT_EQ(names(compute_kinematics(model).speeds), "charge' q3' x' q1'");
  EXPECT_EQ(shared_coordinates(model), std::vector<std::size_t>{0});
}

TEST_F(OrderTest, SpeedsOfCustomJointsStandAtTheirFirstCoordinate) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  top:   {type: revolute, axis: x, from: b, to: a, coordinate: q}
  blade: {type: custom, from: world, to: b, coordinates: [x, y, a1], position: [x, y, 0], rotation: [[z, a1]],
          free_directions: [[0, 0, 0, cos(a1), sin(a1), 0], [0, 0, 1, 0, 0, 0]], speeds: [v, w]}
)");
  EXPECT_EQ(names(compute_kinematics(model).speeds), "q' v w");
}

TEST_F(OrderTest, WhatTheOrderDoesNotHaveComesLast) {
  const std::vector<Expr> symbols = {parse("z"), parse("b"), parse("y"), parse("a")}, order = {parse("a"), parse("b")};
  EXPECT_EQ(names(put_in_order(symbols, order)), "a b z y");
  EXPECT_EQ(places_in_order(symbols, order), (std::vector<std::size_t>{3, 1, 0, 2}));
}

}  // namespace
}  // namespace kinemate
