// Gradients by reverse accumulation (Griewank and Walther 2008, chapter 3): with the adjoint ā = ∂f/∂a of a node a,
// each operand b gets b̄ += ā·∂a/∂b, users before operands.
//
// Below a node that selects one of two values (if, min, max) the adjoint counts only where that side is taken. It is
// kept as a weight with a guard, the condition under which the weight counts; elsewhere the weight may be undefined.
// Weights under different guards are added as if(G1, w1, 0) + if(G2, w2, 0), guarded by G1 or G2, so that every edge of
// the graph costs a constant number of nodes.
#include <optional>
#include <queue>
#include <utility>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/partial.h"

namespace kinemate {
namespace {

struct Adjoint {
  Expr guard;  ///< 1: everywhere
  Expr weight;
};

Expr guarded(const Adjoint& a) { return make_if(a.guard, a.weight, Expr(0)); }

Adjoint together(const Adjoint& a, const Adjoint& b) {
  if (a.guard == b.guard) return {a.guard, a.weight + b.weight};
  return {make_call(Function::kOr, a.guard, b.guard), guarded(a) + guarded(b)};
}

class Sweeper {
 public:
  Sweeper(std::span<const Expr> formulas, std::span<const Expr> symbols)
      : graph_(formulas), varies_(graph_.size(), false), adjoint_(graph_.size()) {
    for (const Expr symbol : symbols) place_.emplace(symbol, place_.size());  // a symbol may stand there twice
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const auto operands = graph_.operands(i);
      varies_[i] = operands.empty() && place_.contains(graph_.node(i));
      for (const std::uint32_t operand : operands) varies_[i] = varies_[i] || varies_[operand];
    }
  }

  std::span<const std::uint32_t> roots() const { return graph_.roots(); }
  std::size_t place(Expr symbol) const { return place_.at(symbol); }

  /// The gradient of the node at a position.
  std::vector<Expr> sweep(std::uint32_t position) {
    std::vector<Expr> result(place_.size());
    reach(position, {Expr(1), Expr(1)});
    while (!reached_.empty()) {
      const std::uint32_t at = reached_.top();
      reached_.pop();
      const Adjoint adjoint = *std::exchange(adjoint_[at], std::nullopt);
      if (graph_.operands(at).empty()) {
        result[place_.at(graph_.node(at))] = guarded(adjoint);
      } else {
        pass_on(at, adjoint);
      }
    }
    return result;
  }

 private:
  void reach(std::uint32_t at, const Adjoint& adjoint) {
    if (!varies_[at] || adjoint.weight.is_zero() || adjoint.guard.is_zero()) return;
    if (!adjoint_[at]) reached_.push(at);
    adjoint_[at] = adjoint_[at] ? together(*adjoint_[at], adjoint) : adjoint;
  }

  void pass_on(std::uint32_t at, const Adjoint& adjoint) {
    const Expr node = graph_.node(at);
    const auto operands = graph_.operands(at);
    if (const auto selection = as_selection(node)) {
      reach(operands[selection->taken],
            {make_call(Function::kAnd, adjoint.guard, selection->condition), adjoint.weight});
      reach(operands[selection->other],
            {make_call(Function::kAnd, adjoint.guard, make_not(selection->condition)), adjoint.weight});
      return;
    }
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (varies_[operands[k]]) reach(operands[k], {adjoint.guard, adjoint.weight * partial(node, k)});
    }
  }

  Graph graph_;
  std::unordered_map<Expr, std::size_t> place_;  ///< of each symbol
  std::vector<bool> varies_;                     ///< with any of the symbols
  std::vector<std::optional<Adjoint>> adjoint_;  ///< nothing where the sweep has not been
  std::priority_queue<std::uint32_t> reached_;   ///< users have higher positions than their operands
};

}  // namespace

std::vector<Expr> gradient(Expr formula, std::span<const Expr> symbols) { return jacobian({&formula, 1}, symbols)[0]; }

std::vector<std::vector<Expr>> jacobian(std::span<const Expr> formulas, std::span<const Expr> symbols) {
  Sweeper sweeper(formulas, symbols);
  std::vector<std::vector<Expr>> rows;
  for (const std::uint32_t root : sweeper.roots()) {
    const std::vector<Expr> by_place = sweeper.sweep(root);
    std::vector<Expr> row;
    for (const Expr symbol : symbols) row.push_back(by_place[sweeper.place(symbol)]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kinemate
