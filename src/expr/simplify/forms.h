// Formulas in a form that the caller asks for. Each goes into the arguments of functions too.
//
// All throw Error where the result would be too large: at most kFormWork units of algebra (expr/normal/work.h), some seconds.
#pragma once

#include <span>

#include "expr/expr.h"

namespace kinemate {

inline constexpr double kFormWork = 1e9;

/// Products and powers of sums multiplied out. Reciprocals and functions stay; nothing is brought over one denominator.
Expr expand(Expr formula, double work = kFormWork);

/// The sine-cosine normal form, written out: sums and multiples of angles resolved, sin² + cos² = 1 used up, over one
/// denominator. Equal formulas of polynomials, quotients, sines and cosines come out the same.
Expr normalize(Expr formula, double work = kFormWork);

/// The sine-cosine normal form with symbol^2 replaced by a formula as often as it occurs: p^2 = 1 - q^2, for example.
Expr replace_square(Expr formula, Expr symbol, Expr by, double work = kFormWork);

/// As a polynomial in some symbols (or other atoms, such as sin(x)), powers of each together.
Expr collect(Expr formula, std::span<const Expr> by, double work = kFormWork);

/// Over one denominator, without common factors, numerator and denominator as products of irreducible factors.
Expr factor(Expr formula, double work = kFormWork);

/// Σ a·cos(k·x) + Σ b·sin(k·x), coefficients polynomial in the rest, over one denominator.
Expr multi_angle(Expr formula, double work = kFormWork);

}  // namespace kinemate
