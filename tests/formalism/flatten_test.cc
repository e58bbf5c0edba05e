#include "formalism/flatten.h"
#include "dense.h"

#include <Eigen/LU>
#include <set>

#include "flat/numeric_solve.h"
#include "formalism/fixture.h"
#include "formalism/links/links.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class FlattenTest : public ModelTest {
 protected:
  static FlatSystem flat(const Model& model) { return flatten(model, compute_kinematics(model)); }
  static std::string refused(const std::string& text) {
    try {
      flat(machine(text));
    } catch (const Error& error) {
      return error.message + " | " + error.hint;
    }
    return "";
  }

  // The numbers that a list needs, from those of a state.
  static Values only_known(const FlatSystem& flat, const Values& state) {
    Values values;
    for (const FlatKnown& known : flat.known) values[known.symbol] = state.at(known.symbol);
    return values;
  }
};

TEST_F(FlattenTest, APendulum) {
  const FlatSystem flat = FlattenTest::flat(machine(R"(name: pendulum
parameters: {g: 9.81, m: {value: 2, remark: of the bob}, l: }
inputs: {T: {remark: motor}}
gravity: [0, -g, 0]
bodies: {bob: {mass: m, center: [l, 0, 0]}}
joints: {pin: {type: revolute, axis: z, from: world, to: bob, coordinate: q}}
loads: {motor: {type: joint, joint: pin, effort: T}}
initial: {q: pi/6}
)"));
  EXPECT_EQ(flat.name, "pendulum");
  std::string known;
  for (const FlatKnown& one : flat.known)
    known += fmt::format("{}{}{} {};", one.varies ? "in " : "", to_text(one.symbol),
                         one.value ? "=" + to_text(*one.value) : "", one.meaning);
  EXPECT_EQ(known, "g=9.81 ;m=2 of the bob;l ;in t=0 time;in T motor;in q=pi/6 coordinate;in q'=0 speed;");
  EXPECT_EQ(to_text(flat.unknowns[0].symbol), "q''");
  EXPECT_EQ(flat.unknowns[0].meaning, "acceleration");
  EXPECT_EQ(flat.unknowns.size(), 16u);  // ω, its rate, a, torque and force of the bob
  EXPECT_EQ(flat.equations.size(), 16u);
  const auto equation_of = [&](const char* name) {
    for (const FlatEquation& equation : flat.equations)
      if (equation.left == make_symbol(name)) return to_text(equation.right);
    return std::string();
  };
  EXPECT_EQ(equation_of("bob_wz"), "q'");
  EXPECT_EQ(equation_of("bob_dwz"), "q''");
  EXPECT_EQ(equation_of("bob_wx"), "0");
  EXPECT_EQ(to_text(flat.equations.back().left), "T");
  EXPECT_EQ(to_text(flat.equations.back().right), "bob_tz");
  for (std::size_t i = 0; i < flat.equations.size(); ++i)
    EXPECT_EQ(flat.equations[i].name, fmt::format("equation {}", i + 1));
  Values values;
  for (const auto& [name, value] : {std::pair{"g", 9.81}, {"m", 2.0}, {"l", 0.5}, {"t", 0.0}, {"T", 3.0}, {"q", 0.4}})
    values[make_symbol(name)] = value;
  values[make_symbol("q", 1)] = 2;
  const std::vector<double> found = solve_numerically(flat, values);
  EXPECT_NEAR(found[0], (3 - 2 * 9.81 * 0.5 * std::cos(0.4)) / (2 * 0.25), 1e-12);
}

// All joints, drives, moving bases, loads with states: M⁻¹ (τ − k) of Kane's equations.
TEST_F(FlattenTest, RandomTrees) {
  std::mt19937_64 random(12);
  int compared = 0;
  for (int round = 0; round < random_cases(40); ++round) {
    const Model model = random_massive_machine(random, 5);
    const Kinematics kinematics = compute_kinematics(model);
    const Values state = random_state(model, kinematics, random);
    if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) continue;
    const NumericEquations kane = numbers(derive_by_kane(model, kinematics), state);
    const double condition = 1 / dense::rcond(kane.mass);
    if (condition > 1e6) continue;  // no inertia in some direction
    const Eigen::VectorXd expected = dense::solve(kane.mass, kane.forces - kane.bias);
    const FlatSystem flat = flatten(model, kinematics);
    EXPECT_EQ(flat.equations.size(), flat.unknowns.size());
    const std::vector<double> found = solve_numerically(flat, only_known(flat, state));
    const double size = 1 + largest(expected);
    for (Eigen::Index i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[static_cast<std::size_t>(i)], expected[i], (1e-13 * condition + 1e-11) * size)
          << "round " << round;
    ++compared;
  }
  EXPECT_GE(compared, random_cases(40) / 2);
}

// Every scalar its own line, none of them long.
TEST_F(FlattenTest, EquationsAreShort) {
  std::mt19937_64 random(4);
  for (int round = 0; round < random_cases(10); ++round) {
    const Model model = random_massive_machine(random, 6);
    const Kinematics kinematics = compute_kinematics(model);
    if (find_obstacle(model, kinematics)) continue;
    for (const FlatEquation& equation : flatten(model, kinematics).equations) {
      const Expr sides[] = {equation.left, equation.right};
      EXPECT_LE(to_text(sides[0]).size() + to_text(sides[1]).size(), 1200u);
    }
  }
}

// Names of shared parts give way to names of the machine, also to those that stand only beside the equations.
TEST_F(FlattenTest, NamesAreUnique) {
  const FlatSystem flat = FlattenTest::flat(machine(R"(parameters: {part1: 2, part2: , b_wx: 1, k: part1}
inputs: [part3]
bodies: {b: {mass: b_wx, center: [1, 2, 3], inertia: {xx: 4, yy: 5, zz: 6}}}
joints: {j: {type: free, sequence: zyx, from: world, to: b, coordinates: [x, y, z, a, c, d]}}
loads:
  spring: {type: spring, between: [{body: world, at: [1, 2, 3]}, {body: b, at: [3, 1, 2]}], stiffness: k, length: 1/3}
  wind: {type: force, point: {body: b, at: [1, 1, 1]}, vector: [sin(t), 1, part3]}
)"));
  std::set<std::string> names;
  for (const FlatKnown& known : flat.known) EXPECT_TRUE(names.insert(to_text(known.symbol)).second);
  int parts = 0;
  for (const FlatUnknown& unknown : flat.unknowns) {
    const std::string name = to_text(unknown.symbol);
    EXPECT_TRUE(names.insert(name).second) << name;
    parts += name.starts_with("partpart") ? 1 : 0;
  }
  EXPECT_GT(parts, 0);
  EXPECT_TRUE(names.contains("b_wx_"));
}

TEST_F(FlattenTest, WhatCannotBeFlattened) {
  const std::string rod =
      "bodies: {b: {mass: 1}}\njoints: {j: {type: revolute, axis: z, from: world, to: b, coordinate: "
      "q}}\n";
  EXPECT_EQ(refused(rod + "loads: {extra: {type: kinetic, energy: q'^2}}\n"),
            "this machine cannot be flattened: load extra adds kinetic energy that belongs to no body | ");
  EXPECT_EQ(refused(rod + "loads: {motor: {type: joint, joint: j, effort: F(t)}}\n"),
            "F(t) is an unspecified function, which a flat list cannot hold | say what it is: --set \"F($1) = ...\"");
  EXPECT_EQ(refused(R"(bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q}
  k: {type: revolute, axis: z, from: a, to: b, coordinate: p}
constraints: {together: {type: holonomic, equation: p - q}}
)"),
            "this machine cannot be flattened: constraint together | loops that joints close can be");
  EXPECT_EQ(refused(R"(bodies: {a: {mass: 1}, b: {mass: 1}}
coordinates: [q]
joints:
  j: {type: motion, rotation: [[z, q]], coordinates: [q], from: world, to: a}
  k: {type: motion, rotation: [[z, 2*q]], coordinates: [q], from: world, to: b}
)"),
            "this machine cannot be flattened: several joints share the speed of q | ");
}

}  // namespace
}  // namespace kinemate
