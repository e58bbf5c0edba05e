// Absolute values below a fraction bar: u/|u| is a sign.
#pragma once

#include <optional>

#include "expr/expr.h"
#include "expr/normal/work.h"

namespace kinemate {

/// The formula with |u| = u·sign(u), where a fraction bar with |u| below goes away by that, or a product |u|·sign(u).
/// Equal wherever the formula has a value. Throws WorkExceeded, and Error for division by zero.
std::optional<Expr> resolve_absolutes(Expr formula, Work& work);

}  // namespace kinemate
