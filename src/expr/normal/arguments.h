// Arguments of functions in normal form, so that equal calls are the same node.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"
#include "expr/normal/work.h"

namespace kinemate {

/// The formulas with every argument of a function, base of a root and exponent in expanded sine-cosine form. A square
/// root of what contains a square gives it up as an absolute value, also where the square shows only after
/// s² + c² = 1. Arguments beyond the budget stay as they are. Throws Error where a function turns out to have no value.
std::vector<Expr> normalize_arguments(std::span<const Expr> formulas, Work& work);

}  // namespace kinemate
