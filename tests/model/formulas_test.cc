#include "model/formulas.h"

#include <gtest/gtest.h>

#include <set>

#include "model/fixture.h"

namespace kinemate {
namespace {

class FormulasTest : public ModelTest {};

TEST_F(FormulasTest, EveryFormulaIsVisited) {
  // every number of this file is another symbol: none may be missed
  const Model model = machine(R"(
parameters: {P: p1}
gravity: [g1, g2, g3]
base: {position: [b1, b2, b3], rotation: [[z, b4]]}
bodies: {a: {mass: a1, center: [a2, a3, a4], inertia: {xx: a5, yy: a6, zz: a7, xy: a8, xz: a9, yz: a10}}, b: {mass: 1}, c: {mass: 1}}
frames: {f: {body: a, at: [f1, f2, f3], rotation: [[z, f4]]}}
joints:
  j: {type: screw, axis: [0, 0, 1], pitch: j1, from: {body: world, at: [j2, 0, 0], rotation: [[x, j3]]}, to: {body: a, at: [0, j4, 0]}, coordinate: q}
  k: {type: custom, from: a, to: b, coordinates: [x], position: [x + k1*0 + k2, 0, 0], free_directions: [[0, 0, 0, k3, 0, 0]], drift: [0, 0, 0, k4, 0, 0]}
  d: {type: revolute, axis: x, from: a, to: c, coordinate: e, drive: d1*t}
loads:
  l1: {type: force, point: f, vector: [l1, l2, l3]}
  l2: {type: joint, joint: j, effort: l4, states: {z: l5}}
  l3: {type: spring, between: [f, {body: world, at: [l6, 0, 0]}], stiffness: l7, length: l8}
  l4: {type: torsion, joint: j, stiffness: l9, angle: l10, damping: l11}
  l5: {type: line, between: [f, world], distance: D, force: l12}
  l6: {type: potential, energy: l13*q}
  l7: {type: kinetic, energy: l14*q'^2}
  l8: {type: friction, joint: j, coefficient: l15, radius: l16, speed: l17}
  l9: {type: friction, coordinate: x, force: l18}
  l10: {type: bushing, between: [f, world], stiffness: [l19, l20, l21], damping: l22, torsional_stiffness: l23, torsional_damping: [0, 0, l24]}
constraints:
  c1: {type: holonomic, equation: c1*q}
  c2: {type: rolling_disc, point: {body: a, at: [c2, 0, 0]}, axis: [0, 0, 1], radius: c3, plane: {body: world, at: [c4, 0, 0]}}
initial: {q: i1}
outputs: {o: o1, r: {quantity: position, point: {body: a, at: [o2, 0, 0]}}}
when:
  e1: {condition: w1*q, direction: rising, impact: w2, set: {P: w3}}
  e2: {condition: q' - w4, direction: falling, stop: true}
  e3: {at: [w5, w6], stop: true}
  e4: {condition: q - w7, direction: rising, contact: w8}
)");
  std::set<std::string> expected = {"p1", "d1", "i1", "o1", "o2"};
  for (const auto& [letter, count] : std::initializer_list<std::pair<char, int>>{
           {'g', 3}, {'b', 4}, {'a', 10}, {'f', 4}, {'j', 4}, {'l', 24}, {'c', 4}, {'w', 8}})
    for (int i = 1; i <= count; ++i) expected.insert(letter + std::to_string(i));
  for (const char* name : {"k2", "k3", "k4"}) expected.insert(name);
  const std::vector<std::string> found = undeclared_parameters(model);
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()), expected);
}

TEST_F(FormulasTest, RolesOfNames) {
  const Model model = machine(R"(
parameters: {p: 1}
inputs: [u]
bodies: {b: {mass: p}}
joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: b, coordinates: [p0, p1, p2, p3]}}
loads: {l: {type: torque, body: b, vector: [z, 0, 0], states: {z: u}}}
)");
  const auto roles = symbol_roles(model);
  EXPECT_EQ(roles.at("t"), Role::kTime);
  EXPECT_EQ(roles.at("p"), Role::kParameter);
  EXPECT_EQ(roles.at("u"), Role::kInput);
  EXPECT_EQ(roles.at("p2"), Role::kCoordinate);
  EXPECT_EQ(roles.at("wx_j"), Role::kSpeed);
  EXPECT_EQ(roles.at("z"), Role::kState);
}

TEST_F(FormulasTest, ParameterValuesOfOtherParameters) {
  const Model model = machine("parameters: {c: a + b, b: 2*a, a: 3, open: , d: open*b}\nbodies: {x: {mass: 1}}");
  const auto values = parameter_values(model);
  EXPECT_EQ(values.at(parse("c")), Expr(9));
  EXPECT_EQ(values.at(parse("d")), parse("6*open"));
  EXPECT_FALSE(values.contains(parse("open")));
}

TEST_F(FormulasTest, CircleOfParametersIsNamed) {
  Model model;
  model.parameters = {{"a", parse("b"), "", ""}, {"b", parse("a + 1"), "", ""}, {"c", Expr(1), "", ""}};
  EXPECT_EQ(message_of([&] { parameter_values(model); }), "the values of parameters run in a circle: a, b");
}

}  // namespace
}  // namespace kinemate
