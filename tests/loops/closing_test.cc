#include "loops/closing.h"

#include <cmath>

#include "loops/closed_kinematics.h"
#include "loops/closed_machine.h"
#include "loops/loop_machines.h"
#include "loops/whole_machine.h"

namespace kinemate {
namespace {

class ClosingTest : public ModelTest {};

std::vector<double> numbers_at(const std::vector<Expr>& formulas, const Values& values) {
  return evaluate(with_sample_functions(formulas), values);
}

// B T = 0, B η = ζ, and T is the identity on independent speeds.
TEST_F(ClosingTest, SolvesTheConditionsOnSpeeds) {
  std::mt19937_64 random(1);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Closing closing = *compute_closed_kinematics(model).closing;
    const Values values = WholeMachine(model).random_state(random);
    const std::size_t n = closing.speeds.size(), f = closing.independent.size();
    std::vector<std::vector<double>> T;
    double largest = 1;
    for (const std::vector<Expr>& row : closing.T) {
      T.push_back(numbers_at(row, values));
      for (double x : T.back()) largest = std::max(largest, std::abs(x));
    }
    const std::vector<double> eta = numbers_at(closing.eta, values);
    for (const LoopCondition& condition : closing.conditions.conditions) {
      std::vector<double> sums(f, 0.0);
      double drift = -numbers_at({condition.rate}, values)[0];
      for (const auto& [column, entry] : condition.row) {
        const double b = numbers_at({entry}, values)[0];
        for (std::size_t k = 0; k < f; ++k) sums[k] += b * T[column][k];
        drift += b * eta[column];
      }
      EXPECT_NEAR(drift, 0, 1e-10 * largest);
      for (double sum : sums) EXPECT_NEAR(sum, 0, 1e-10 * largest);
    }
    for (std::size_t k = 0; k < f; ++k)
      for (std::size_t i = 0; i < f; ++i) EXPECT_EQ(T[closing.independent[i]][k], i == k ? 1 : 0);
    EXPECT_EQ(T.size(), n);
  }
}

// Speeds and accelerations of all joints, those that close loops too, as Newton's and Euler's laws of all bodies have
// it.
TEST_F(ClosingTest, DependentMotion) {
  std::mt19937_64 random(2);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Closing closing = *compute_closed_kinematics(model).closing;
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    const Substitution dependent = dependent_motion(closing);
    EXPECT_EQ(dependent.symbols.size(), 2 * (closing.speeds.size() - closing.independent.size()));
    for (const auto& [symbol, formula] : dependent.symbols)
      EXPECT_NEAR(numbers_at({formula}, motion.values)[0], motion.values.at(symbol),
                  1e-10 * std::max(1.0, motion.fastest))
          << to_text(symbol);
  }
}

// d/dt (T s_I + η) = T ṡ_I + ρ along closed motions.
TEST_F(ClosingTest, BiasIsTheRateOfTheSpeeds) {
  std::mt19937_64 random(3);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics closed = compute_closed_kinematics(model);
    const Closing& closing = *closed.closing;
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    for (std::size_t i = 0; i < closing.speeds.size(); ++i) {
      const double rate = numbers_at({differentiate_time(closed, closing.speeds[i])}, motion.values)[0];
      double expected = numbers_at({closing.rho[i]}, motion.values)[0];
      for (std::size_t k = 0; k < closing.independent.size(); ++k)
        expected += numbers_at({closing.T[i][k]}, motion.values)[0] *
                    motion.values.at(rate_of(closing.conditions.speeds[closing.independent[k]]));
      EXPECT_NEAR(rate, expected, 1e-9 * std::max(1.0, motion.fastest));
    }
  }
}

// Coordinates that are formulas of others have their values at other configurations than the start too.
TEST_F(ClosingTest, ExplicitPositions) {
  std::mt19937_64 random(4);
  std::size_t looked_at = 0;
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Closing closing = *compute_closed_kinematics(model).closing;
    if (closing.steps.empty() || !closing.followed.empty()) continue;
    const Values values = WholeMachine(model).random_state(random, 0.3);
    const Substitution explicit_ones = explicit_positions(closing);
    EXPECT_EQ(explicit_ones.symbols.size(), closing.steps.size());
    for (const auto& [symbol, formula] : explicit_ones.symbols) {
      for (const ClosureStep& step : closing.steps)
        for (Expr used : free_symbols(formula)) EXPECT_FALSE(used == step.coordinate) << "not all is put in";
      if (values.contains(symbol)) {
        const double off = numbers_at({formula}, values)[0] - values.at(symbol);
        EXPECT_NEAR(std::remainder(off, 2 * M_PI), 0, 1e-9) << to_text(symbol);
        ++looked_at;
      }
    }
  }
  EXPECT_GT(looked_at, 40u);
}

// The largest gap of all conditions.
double gap_at(const Closing& closing, const Values& values) {
  double largest = 0;
  for (const LoopCondition& condition : closing.conditions.conditions)
    largest = std::max(largest, std::abs(numbers_at({condition.residual}, values)[0]));
  return largest;
}

// Each step leaves of a gap about its square.
TEST_F(ClosingTest, CorrectionsConvergeQuadratically) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> share(-1, 1);
  std::size_t looked_at = 0;
  std::vector<Model> models = {loop_machine("gear in a loop"), loop_machine("pose by formulas"),
                               loop_machine("rolls in a loop"), example_machine("bricard")};
  models.push_back(cut_at(models[1], {3}));  // a custom joint closes
  for (const Model& model : models) {
    SCOPED_TRACE(model.name);
    const Closing closing = *compute_closed_kinematics(model).closing;
    ASSERT_FALSE(closing.followed.empty());
    std::vector<Expr> all = closing.followed;
    for (const ClosureStep& step : closing.steps) all.push_back(step.coordinate);
    const std::vector<Expr> corrected = corrected_coordinates(closing, all);
    Values off = WholeMachine(model).random_state(random, 0.5);
    for (Expr q : all) off[q] += 1e-3 * share(random);
    double gap = gap_at(closing, off);
    EXPECT_GT(gap, 1e-5);
    for (int step = 0; step < 3 && gap > 1e-13; ++step) {
      const std::vector<double> next = numbers_at(corrected, off);
      for (std::size_t i = 0; i < all.size(); ++i) off[all[i]] = next[i];
      const double left = gap_at(closing, off);
      EXPECT_LT(left, std::max(200 * gap * gap, 1e-13));
      gap = left;
    }
    EXPECT_LT(gap, 1e-11);
    ++looked_at;
  }
  EXPECT_EQ(looked_at, 5u);
}

}  // namespace
}  // namespace kinemate
