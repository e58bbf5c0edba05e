// Products with their factors in the order of compare(): l*m*cos(q), however they came about.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// The same formulas; what products share among each other may change with the order of their factors.
std::vector<Expr> arrange_products(std::span<const Expr> formulas);

}  // namespace kinemate
