#include "loops/loop_conditions.h"

#include "loops/loop_machines.h"
#include "loops/whole_machine.h"

namespace kinemate {
namespace {

class LoopConditionsTest : public ModelTest {
 protected:
  static LoopConditions conditions_of(const Model& model) {
    return make_loop_conditions(model, along_tree(compute_kinematics(model)));
  }
};

double number(Expr formula, const Values& values) { return evaluate(with_sample_functions({&formula, 1}), values)[0]; }

// B x of one condition.
double along_row(const LoopConditions& conditions, const LoopCondition& condition, const Values& values,
                 Expr (*symbol)(Expr)) {
  double sum = 0;
  for (const auto& [column, entry] : condition.row)
    sum += number(entry, values) * values.at(symbol(conditions.speeds[column]));
  return sum;
}

TEST_F(LoopConditionsTest, HoldOnAllThreeLevels) {
  std::mt19937_64 random(1);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const LoopConditions conditions = conditions_of(model);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    for (const LoopCondition& condition : conditions.conditions) {
      EXPECT_NEAR(number(condition.residual, motion.values), 0, 1e-10);
      EXPECT_NEAR(along_row(conditions, condition, motion.values, [](Expr s) { return s; }),
                  number(condition.rate, motion.values), 1e-10);
      EXPECT_NEAR(along_row(conditions, condition, motion.values, rate_of) + number(condition.bias, motion.values), 0,
                  1e-10 * std::max(1.0, motion.fastest));
    }
  }
}

// Where g = 0, ġ = B s − ζ whatever the speeds are.
TEST_F(LoopConditionsTest, RowsAreTheRatesOfResiduals) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics kinematics = compute_kinematics(model);
    const LoopConditions conditions = make_loop_conditions(model, kinematics);
    Values values = WholeMachine(model).random_state(random);
    for (Expr s : conditions.speeds) values[s] = any(random);
    for (const LoopCondition& condition : conditions.conditions) {
      if (!condition.holonomic) continue;
      EXPECT_NEAR(number(differentiate_time(kinematics, condition.residual), values),
                  along_row(conditions, condition, values, [](Expr s) { return s; }) - number(condition.rate, values),
                  1e-10);
    }
  }
}

TEST_F(LoopConditionsTest, WhatCarriesALoopDoesNotMatter) {
  const Model model = loop_machine("loop on a body that turns");
  for (const LoopCondition& condition : conditions_of(model).conditions) {
    std::vector<Expr> formulas = {condition.residual, condition.rate, condition.bias};
    for (const auto& [column, entry] : condition.row) formulas.push_back(entry);
    for (Expr symbol : free_symbols(formulas))
      EXPECT_NE(symbol.name().substr(0, 1), "u") << to_text(symbol) << " is before the loop";
  }
}

TEST_F(LoopConditionsTest, CoordinatesOfJointsThatCloseAreFollowedWhereTheyMatter) {
  Model model = loop_machine("RSSR");  // cut at the ball joint C
  const Tree tree = make_tree(model);
  ASSERT_EQ(tree.secondary, std::vector<std::size_t>{2});
  EXPECT_TRUE(joints_with_own_speeds(model, tree).empty());
  EXPECT_EQ(closed_coordinates(model).size(), model.coordinates.size() - 3);
  EXPECT_EQ(conditions_of(model).conditions.size(), 3u);

  Model hinted = model;
  hinted.independent = {make_symbol("c1", 1)};
  EXPECT_EQ(joints_with_own_speeds(hinted, tree), tree.secondary);
  Model shown = model;
  shown.outputs.push_back({"angle", Output::Quantity::kFormula, parse("c2")});
  EXPECT_EQ(joints_with_own_speeds(shown, tree), tree.secondary);
  EXPECT_EQ(closed_coordinates(shown).size(), model.coordinates.size());
  const LoopConditions conditions = conditions_of(shown);
  EXPECT_EQ(conditions.coordinates, (std::vector<Expr>{parse("c1"), parse("c2"), parse("c3")}));
  ASSERT_EQ(conditions.conditions.size(), 6u);
  std::size_t definitions = 0;
  for (const LoopCondition& condition : conditions.conditions) definitions += condition.defines != kNone ? 1 : 0;
  EXPECT_EQ(definitions, 3u);
}

// A custom joint may lock more than its pose: five directions, of which its two coordinates show four.
TEST_F(LoopConditionsTest, LocksBeyondThePose) {
  Model model = loop_machine("pose by formulas");
  for (Joint& joint : model.joints) joint.cut = joint.name == "m";
  const LoopConditions conditions = conditions_of(model);
  ASSERT_EQ(conditions.joints, std::vector<std::size_t>{3});
  EXPECT_EQ(conditions.conditions.size(), 6u);
}

}  // namespace
}  // namespace kinemate
