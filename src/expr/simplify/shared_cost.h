// The cost of a changing set of formulas, parts that they share counted once: adding and removing one costs its own
// size.
#pragma once

#include <unordered_map>

#include "expr/expr.h"

namespace kinemate {

class SharedCost {
 public:
  void add(Expr formula);
  /// REQUIRES: the formula was added and not removed since.
  void remove(Expr formula);

  /// As cost() of expr/count.h, but every product counts, a division's too; negations count nothing.
  double total() const { return total_; }

 private:
  std::unordered_map<Expr, std::size_t> users_;
  double total_ = 0;
};

}  // namespace kinemate
