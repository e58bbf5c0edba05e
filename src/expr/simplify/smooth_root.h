// Roots of squares without bars: sqrt(cos(x)^2) = ± cos(x).
#pragma once

#include <optional>

#include "expr/expr.h"

namespace kinemate {

/// The root where the formula is a product of squares and a number: smooth where the root passes through 0, with
/// either sign there. None: it is no such product.
std::optional<Expr> smooth_root(Expr square);

}  // namespace kinemate
