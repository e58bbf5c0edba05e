// A formula that is too large to be simplified as a whole, taken in parts.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"
#include "expr/graph.h"

namespace kinemate {

/// Parts are the largest small subformulas; and each long sum or product in which large operands count as symbols, so
/// that a*cos(x)^2 + LARGE + a*sin(x)^2 is a small formula too.
class LargeFormula {
 public:
  using Simplify = std::function<Expr(Expr)>;  ///< of a small formula

  /// Small are a quarter of the formula's operations, written out, and at most a hundred.
  LargeFormula(Expr formula, Simplify simplify);

  /// Nodes that are looked at.
  std::size_t node_count() const { return graph_.size(); }

  /// The formula rebuilt from simplified parts. Throws Error where a hidden division by zero comes to light.
  Expr simplified();

 private:
  bool is_small(std::size_t position) const { return size_[position] <= small_; }
  void find_users();
  Expr simplified_spine(std::uint32_t position);
  std::vector<std::uint32_t> spine(std::uint32_t position) const;

  Graph graph_;
  double small_ = 0;
  Simplify simplify_;
  std::vector<double> size_;          ///< operations of each node, written out
  std::vector<bool> has_large_user_;  ///< or is the formula itself
  std::vector<bool> has_other_user_;  ///< a user of another kind, or is the formula itself
  std::vector<Expr> result_;
};

}  // namespace kinemate
