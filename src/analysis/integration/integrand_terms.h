// An integrand as a sum of terms, each a coefficient times what depends on the variable.
//
// Terms with different roots, denominators and functions have antiderivatives each by themselves, as a rule; those with
// the same may have one only together, as the terms of u'/√u have.
#pragma once

#include <vector>

#include "expr/expr.h"

namespace kinemate {

struct IntegrandTerm {
  Expr coefficient;  ///< free of the variable
  Expr moving;       ///< a product in which every factor depends on it, or 1
  Expr kind;         ///< the factors of `moving` that are no powers of the variable, sines or cosines
};

/// Multiplied out, terms with the same moving part together; as it is where that would be too large.
std::vector<IntegrandTerm> split_integrand(Expr integrand, Expr variable);

}  // namespace kinemate
