// Gradients by reverse accumulation (Griewank and Walther 2008, chapter 3): with the adjoint ā = ∂f/∂a of a node a,
// each operand b gets b̄ += ā·∂a/∂b, users before operands.
//
// A node that selects one of two values (if, min, max) counts as a leaf of the sweep: its own gradient is
// if(condition, ∇taken, ∇other), each side from a sweep of its own, so that a side that is not taken may be undefined.
#include <map>
#include <optional>
#include <queue>
#include <utility>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/partial.h"

namespace kinemate {
namespace {

// A gradient without its zeros: place of the symbol → derivative.
using Sparse = std::map<std::size_t, Expr>;

class Sweeper {
 public:
  Sweeper(std::span<const Expr> formulas, std::span<const Expr> symbols)
      : graph_(formulas), varies_(graph_.size(), false), adjoint_(graph_.size()) {
    for (std::size_t k = 0; k < symbols.size(); ++k) place_.emplace(symbols[k], k);
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const auto operands = graph_.operands(i);
      varies_[i] = operands.empty() && place_.contains(graph_.node(i));
      for (const std::uint32_t operand : operands) varies_[i] = varies_[i] || varies_[operand];
    }
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {  // inner selections come before outer ones
      if (!varies_[i]) continue;
      if (const auto selection = as_selection(graph_.node(i))) {
        const auto operands = graph_.operands(i);
        const Sparse taken = sweep(operands[selection->taken]), other = sweep(operands[selection->other]);
        selections_.emplace(i, combine(selection->condition, taken, other));
      }
    }
  }

  std::span<const std::uint32_t> roots() const { return graph_.roots(); }

  // The gradient of the node at a position.
  Sparse sweep(std::uint32_t position) {
    Sparse result;
    std::priority_queue<std::uint32_t> reached;  // users have higher positions than their operands
    const auto reach = [&](std::uint32_t at, Expr weight) {
      if (!varies_[at] || weight.is_zero()) return;
      if (!adjoint_[at]) reached.push(at);
      adjoint_[at] = adjoint_[at] ? *adjoint_[at] + weight : weight;
    };
    reach(position, Expr(1));
    while (!reached.empty()) {
      const std::uint32_t at = reached.top();
      reached.pop();
      const Expr weight = *std::exchange(adjoint_[at], std::nullopt);
      const Expr node = graph_.node(at);
      const auto operands = graph_.operands(at);
      if (operands.empty()) {
        add_scaled(result, {{place_.at(node), Expr(1)}}, weight);
      } else if (const auto selection = selections_.find(at); selection != selections_.end()) {
        add_scaled(result, selection->second, weight);
      } else {
        for (std::size_t k = 0; k < operands.size(); ++k) {
          if (varies_[operands[k]]) reach(operands[k], weight * partial(node, k));
        }
      }
    }
    return result;
  }

 private:
  static Sparse combine(Expr condition, const Sparse& taken, const Sparse& other) {
    Sparse result;
    for (const auto& [place, derivative] : taken) result.emplace(place, make_if(condition, derivative, Expr(0)));
    for (const auto& [place, derivative] : other) {
      const auto same = taken.find(place);
      result.insert_or_assign(place, make_if(condition, same == taken.end() ? Expr(0) : same->second, derivative));
    }
    return result;
  }

  static void add_scaled(Sparse& sum, const Sparse& gradient, Expr weight) {
    for (const auto& [place, derivative] : gradient) {
      const auto [at, fresh] = sum.emplace(place, weight * derivative);
      if (!fresh) at->second += weight * derivative;
    }
  }

  Graph graph_;
  std::unordered_map<Expr, std::size_t> place_;  ///< of each symbol
  std::vector<bool> varies_;                     ///< with any of the symbols
  std::vector<std::optional<Expr>> adjoint_;     ///< nothing where the sweep has not been
  std::unordered_map<std::uint32_t, Sparse> selections_;
};

}  // namespace

std::vector<Expr> gradient(Expr formula, std::span<const Expr> symbols) { return jacobian({&formula, 1}, symbols)[0]; }

std::vector<std::vector<Expr>> jacobian(std::span<const Expr> formulas, std::span<const Expr> symbols) {
  Sweeper sweeper(formulas, symbols);
  std::vector<std::vector<Expr>> rows;
  for (const std::uint32_t root : sweeper.roots()) {
    std::vector<Expr> row(symbols.size());
    for (const auto& [place, derivative] : sweeper.sweep(root)) row[place] = derivative;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kinemate
