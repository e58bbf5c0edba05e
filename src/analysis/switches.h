// Functions that change where something crosses zero: sign, abs, step, min, max and comparisons.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/expr.h"
#include "expr/normal/zero_test.h"

namespace kinemate {

/// A node that equals one formula where `argument` is above zero, another one below.
struct Switch {
  Expr node;
  Expr argument;
  Expr above, below;
  bool jumps;  ///< not so for abs, min and max, which are continuous
};

/// The switches in some formulas, inner ones first. REQUIRES: no windows.
std::vector<Switch> find_switches(std::span<const Expr> formulas);

/// Whether a floor or a remainder of something that depends on `symbol` stands in a formula: it jumps again and again,
/// and is no Switch.
bool jumps_repeatedly(Expr formula, Expr symbol);

/// x where u = 0, if u is linear in x. Throws Error where that has no value.
std::optional<Expr> find_crossing(Expr u, Expr x);

/// step(a, x, b) as step(x - a)*(1 - step(x - b)), the same but for a = x = b; noEvent(x) as x.
Expr open_windows(Expr formula);

/// With abs alone among what depends on `symbol`: sign(u) = abs(u)/u, step(u) = (1 + sign(u))/2, max(a, b) = (a + b +
/// abs(a - b))/2. Conditions stay. The same but for single points; normal forms know what abs squared is.
Expr with_absolute_values(Expr formula, Expr symbol);

/// With absolute values for conditions too: if(c, a, b) = b + c*(a - b), u < 0 is (1 - sign(u))/2. What is not chosen
/// must have a value all the same.
Expr without_conditions(Expr formula, Expr symbol);

/// Whether a formula is 0 at almost all points where it has a value: the zero test, told what signs are.
ZeroTest test_zero_almost_everywhere(Expr formula);

/// Whether no value of a formula can be below zero, by its looks.
bool is_never_negative(Expr formula);

}  // namespace kinemate
