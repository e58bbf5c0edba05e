// The one walk over formulas: every traversal is a loop over a Graph.
//
// A formula may be a million levels deep and share its parts exponentially often, so nothing recurses over it.
// A Graph lists the nodes below some roots once each, operands before their users, in an order that depends on
// the content alone; operands are positions in that list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

class Graph {
 public:
  /// Where `is_leaf` says so, a node has no operands here.
  explicit Graph(std::span<const Expr> roots, bool (*is_leaf)(Expr) = nullptr);
  explicit Graph(Expr root) : Graph(std::span<const Expr>(&root, 1)) {}

  std::size_t size() const { return nodes_.size(); }
  Expr node(std::size_t position) const { return nodes_[position]; }
  std::span<const std::uint32_t> operands(std::size_t position) const {
    return std::span(operands_).subspan(first_[position], first_[position + 1] - first_[position]);
  }
  /// Positions of the roots, in the order given.
  std::span<const std::uint32_t> roots() const { return roots_; }

 private:
  std::vector<Expr> nodes_;
  std::vector<std::uint32_t> first_;  ///< where the operands of each node begin; one more than there are nodes
  std::vector<std::uint32_t> operands_;
  std::vector<std::uint32_t> roots_;
};

/// For a Graph in which calls of unspecified functions are given as wholes: their arguments do not matter.
inline bool is_unspecified(Expr e) { return e.kind() == Kind::kUnspecified; }

/// The symbols in some formulas, in the order of compare().
std::vector<Expr> free_symbols(std::span<const Expr> formulas);
std::vector<Expr> free_symbols(Expr formula);

/// The calls of unspecified functions in some formulas, in the order of compare().
std::vector<Expr> unspecified_calls(std::span<const Expr> formulas);

}  // namespace kinemate
