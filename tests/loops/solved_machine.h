// Machines with loops whose coordinates are formulas of some of them, and whether the loops are closed then.
#pragma once

#include <cmath>
#include <limits>
#include <memory>

#include "loops/positions/explicit_closure.h"
#include "loops/positions/loop_start.h"
#include "model/fixture.h"
#include "model/topology/walker.h"

namespace kinemate {

class SolvedMachine {
 public:
  SolvedMachine(const Model& model, const std::vector<std::string>& known, unsigned trial = 0)
      : model_(model), tree_(make_tree(model_)), numbers_(choose_numbers(model_, trial)) {
    walker_ = std::make_unique<Walker>(model_, tree_, numbers_);
    const NewtonResult start = walker_->close(walker_->start());
    EXPECT_TRUE(start.converged()) << start.reason;
    EXPECT_EQ(walker_->closure().find_turned_over(start.x), kNone);
    start_ = numbers_.values;
    for (const std::string& name : known) known_.push_back(make_symbol(name));
    for (std::size_t i = 0; i < coordinates().size(); ++i) {
      const Expr q = coordinates()[i];
      start_[q] = start.x[static_cast<Eigen::Index>(i)];
      const bool driven = !walker_->free_coordinates()[i];
      if (!driven && std::find(known_.begin(), known_.end(), q) == known_.end()) wanted_.push_back(q);
    }
    start_ = complete_start(model_, tree_, start_);
    closure_ = find_explicit_closure(model_, tree_, known_, wanted_, start_);
  }

  const ExplicitClosure& closure() const { return closure_; }
  const std::vector<Expr>& coordinates() const { return walker_->closure().coordinates(); }
  const std::vector<Expr>& known() const { return known_; }
  const Values& start() const { return start_; }
  const Tree& tree() const { return tree_; }
  const Model& model() const { return model_; }

  /// Everything by the formulas, from values of the known coordinates, t and parameters. Throws where there is none.
  Values at(const Values& changes) const {
    Values values = start_;
    for (const auto& [symbol, value] : changes) values[symbol] = value;
    for (const Coordinate& coordinate : model_.coordinates)
      if (coordinate.drive) values[make_symbol(coordinate.name)] = evaluate(*coordinate.drive, values);
    for (const ClosureStep& step : closure_.steps) values[step.coordinate] = evaluate(step.formula, values);
    return values;
  }

  /// The largest residual of all loops; infinite where formulas have no value.
  double gap(const Values& changes) const {
    try {
      const Values values = at(changes);
      const Closure closure(model_without_drives(), tree_, {}, values);
      Eigen::VectorXd q(static_cast<Eigen::Index>(closure.coordinates().size()));
      for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = values.at(closure.coordinates()[static_cast<std::size_t>(i)]);
      if (closure.find_turned_over(q) != kNone) return 1;
      return closure.residual(q).lpNorm<Eigen::Infinity>();
    } catch (const Error&) {
      return std::numeric_limits<double>::infinity();
    }
  }

  /// All coordinates are found, have their values at the start, and close the loops at random values of the known ones
  /// within `range` of the start. Where lengths do not reach there are no values; there must be for a third at least.
  void expect_solved(double range, int points, std::uint64_t seed = 1) const {
    for (Expr q : closure_.unsolved) ADD_FAILURE() << to_text(q) << " is not found in " << model_.name;
    for (const ClosureStep& step : closure_.steps)
      EXPECT_NEAR(evaluate(step.formula, at({})), start_.at(step.coordinate), 1e-9) << to_text(step.coordinate);
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> share(-range, range);
    int reached = 0;
    for (int i = 0; i < points; ++i) {
      Values changes;
      for (Expr q : known_) changes[q] = start_.at(q) + share(random);
      if (!start_.contains(make_symbol("t"))) changes[make_symbol("t")] = 0;
      if (const double open = gap(changes); std::isfinite(open)) {
        ++reached;
        EXPECT_LT(open, 1e-11) << model_.name << " at point " << i;
        expect_radii(at(changes));
      }
    }
    EXPECT_GE(3 * reached, points);
  }

  /// Radii of arctangents that are known without a root are the lengths that they are said to be.
  void expect_radii(const Values& values) const {
    for (const ClosureStep& step : closure_.steps) {
      if (step.radius.is_zero()) continue;
      const double y = evaluate(step.arctangent.operand(0), values), x = evaluate(step.arctangent.operand(1), values);
      EXPECT_NEAR(evaluate(step.radius, values) / std::hypot(x, y), 1, 1e-9)
          << model_.name << ": " << to_text(step.coordinate);
    }
  }

 private:
  const Model& model_without_drives() const {
    if (!released_) {
      released_ = std::make_unique<Model>(model_);
      for (Coordinate& coordinate : released_->coordinates) coordinate.drive.reset();
    }
    return *released_;
  }

  Model model_;
  Tree tree_;
  Numbers numbers_;
  std::unique_ptr<Walker> walker_;
  mutable std::unique_ptr<Model> released_;
  Values start_;
  std::vector<Expr> known_, wanted_;
  ExplicitClosure closure_;
};

}  // namespace kinemate
