// The order of operands: by content, never by address or age, and as a reader expects it.
#pragma once

#include "expr/expr.h"

namespace kinemate {

/// Below 0, 0 or above 0: a total order on formulas, the same in every pool and every run. 0 only for a == b.
///
/// A formula compares as (base, exponent, number): 3*x^2 as (x, 2, 3), so that powers of one base stand together,
/// higher ones first. Bases: numbers, pi, symbols by name, unspecified functions, calls, sums, products, and last
/// symbols with primes (speeds stand behind what they multiply). Inside, operands compare in turn. Eight levels
/// down the order is that of the hashes, so that deep formulas which differ far below compare at once.
int compare(Expr a, Expr b);

}  // namespace kinemate
