// Products as a person writes them, however they came about: the factors in the order of compare(), l*m*cos(q); those of
// one base as one, q^2*sin(p); those that divide behind one line, m*y*z/x^2 and a*d/(b*c).
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// The same formulas; what products share among each other may change with the order of their factors.
std::vector<Expr> arrange_products(std::span<const Expr> formulas);

}  // namespace kinemate
