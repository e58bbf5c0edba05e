#include "study/linear/exact_equilibrium.h"

#include <gtest/gtest.h>

#include <numbers>

#include "expr/normal/zero_test.h"
#include "expr/text/print.h"
#include "formalism/methods/joint_loads.h"
#include "study/linear/fixture.h"
#include "study/programs/machine_program.h"

namespace kinemate {
namespace {

class ExactEquilibriumTest : public StudyTest {
 protected:
  static ProgramSource derived(const Model& model) {
    ProgramRequest wanted;
    wanted.purpose = Purpose::kEquations;
    for (const Parameter& parameter : model.parameters) wanted.parameters.push_back(parameter.name);
    ProgramSource source = prepare_for_program(model, wanted, keep_quiet);
    derive_for_program(source, wanted, keep_quiet);
    return source;
  }
  static SymbolFormulas at_rest(const ProgramSource& source) {
    SymbolFormulas others;
    for (Expr speed : source.equations.speeds) others[speed] = Expr(0);
    for (Expr rate : accelerations_of(source.equations.speeds)) others[rate] = Expr(0);
    for (const Input& input : source.model.inputs) others[make_symbol(input.name)] = make_symbol(input.name);
    return others;
  }
};

// One equation after the other: y from its own, then x, then the state of the load.
TEST_F(ExactEquilibriumTest, OneByOne) {
  const ProgramSource source = derived(machine(R"(
name: steps
parameters: {a: , b: }
inputs: [F]
bodies: {p: {mass: 1}, r: {mass: 2}}
joints:
  jx: {type: prismatic, axis: x, from: world, to: p, coordinate: x}
  jy: {type: prismatic, axis: y, from: p, to: r, coordinate: y}
loads:
  fx: {type: joint, joint: jx, effort: b*y - a*x, states: {z: x - a*z}}
  fy: {type: joint, joint: jy, effort: F - b*y}
)"));
  const auto found = solve_linear_equilibrium(source, at_rest(source));
  ASSERT_TRUE(found);
  EXPECT_TRUE(test_zero(found->at(parse("y")) - parse("F/b")).zero);
  EXPECT_TRUE(test_zero(found->at(parse("x")) - parse("F/a")).zero);
  EXPECT_TRUE(test_zero(found->at(parse("z")) - parse("F/a^2")).zero);
  EXPECT_FALSE(solve_linear_equilibrium(derived(machine(kTwoArms)), at_rest(derived(machine(kTwoArms)))));
}

TEST_F(ExactEquilibriumTest, NumbersDecideBetweenCandidates) {
  const ProgramSource source = derived(machine(kTwoArms));
  MachinePoint numbers;
  numbers.q = Eigen::Vector2d(std::numbers::pi, 0);
  numbers.z.resize(0);
  const auto found = find_exact_equilibrium(source, at_rest(source), numbers);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at(parse("u")), parse("pi"));
  EXPECT_EQ(found->at(parse("v")), Expr(0));
  numbers.q[0] = 3;  // round, but no equilibrium
  EXPECT_FALSE(find_exact_equilibrium(source, at_rest(source), numbers));
}

TEST_F(ExactEquilibriumTest, WhatRemainsIsAFormula) {
  const ProgramSource source = derived(machine(kTwoArms));
  const auto forces = remaining_forces(source, at_rest(source), {{parse("u"), parse("pi/2")}, {parse("v"), Expr(0)}});
  ASSERT_EQ(forces.size(), 2u);
  EXPECT_EQ(forces[1], "the force on v' -10");
}

}  // namespace
}  // namespace kinemate
