// How a node changes with each of its operands: the one table of derivatives, used forwards and backwards.
#pragma once

#include <optional>

#include "expr/expr.h"

namespace kinemate {

/// The partial derivative of a node by its i-th operand. Throws Error for factorial and comb.
/// sign, step and comparisons have the derivative 0, also where they jump. REQUIRES: not a selection.
Expr partial(Expr node, std::size_t i);

/// A node that takes one of two values: if(c, a, b), min and max. Its derivative is that of the value taken, chosen
/// again by the condition: a product with 0 or 1 would let the undefined derivative of the other one through.
struct Selection {
  Expr condition;
  std::size_t taken;  ///< the operand where the condition holds
  std::size_t other;
};
std::optional<Selection> as_selection(Expr node);

}  // namespace kinemate
