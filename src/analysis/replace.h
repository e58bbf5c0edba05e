// Parts of formulas replaced by others, and what formulas depend on.
#pragma once

#include <unordered_map>

#include "expr/expr.h"

namespace kinemate {

/// Every node that is a key replaced by its value, all at once: what is put in is not replaced again.
Expr replace(Expr formula, const std::unordered_map<Expr, Expr>& by);

/// Whether the symbol stands in the formula.
bool depends_on(Expr formula, Expr symbol);

}  // namespace kinemate
