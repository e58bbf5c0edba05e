// Polynomials back to formulas: written out, nested, or factored.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"
#include "expr/normal/polynomial.h"

namespace kinemate {

/// Σ number · Π variable^exponent, in the order of the ring.
Expr write_out(const Polynomial& a, std::span<const Expr> variables);

/// Nested by common factors: the variable in most terms is taken out again and again (the greedy Horner scheme of
/// Ceberio and Kreinovich 2004).
Expr nest(const Polynomial& a, std::span<const Expr> variables);

/// Σ (coefficient, nested) · (power product of the variables with `by`[i]), higher powers first.
Expr collect(const Polynomial& a, std::span<const Expr> variables, const std::vector<bool>& by);

/// constant · Π factor^exponent, each factor nested. Throws WorkExceeded where factoring may take too long.
Expr write_factored(const Polynomial& a, std::span<const Expr> variables, Work& work);

}  // namespace kinemate
