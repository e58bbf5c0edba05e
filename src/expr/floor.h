// The floor and the remainder of formulas, where their values are known exactly.
#pragma once

#include <optional>

#include "expr/expr.h"

namespace kinemate {

/// floor(x) of exact numbers and of multiples of pi; x itself where it is whole by its form. Nothing elsewhere.
std::optional<Expr> fold_floor(Expr x);

/// mod(a*x, b*x) = x*mod(a, b) for exact numbers a and b, and mod(mod(x, y), y) = mod(x, y). Throws Error for
/// mod(x, 0).
std::optional<Expr> fold_mod(Expr x, Expr y);

}  // namespace kinemate
