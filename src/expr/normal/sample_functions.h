// Numbers for formulas with unspecified functions: a sample in place of each function.
#pragma once

#include <span>
#include <vector>

#include "expr/substitute.h"

namespace kinemate {

/// Every unspecified function in some formulas by a smooth function that is not likely to obey an equation which a user
/// might write. Its name alone decides which. Throws Error for derivatives of high order.
Substitution sample_functions(std::span<const Expr> formulas);

/// The formulas with these put in.
std::vector<Expr> with_sample_functions(std::span<const Expr> formulas);

}  // namespace kinemate
