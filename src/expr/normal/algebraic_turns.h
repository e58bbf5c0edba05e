// Sines and cosines of angles that are themselves arctangents, without either.
//
//   cos(atan2(y, x) + a) = (x cos(a) − y sin(a))/r, r = sqrt(x² + y²)
// Sums of angles are taken apart first, so that what cancels is gone. Where x and y are both 0 there is no value, as
// there is no angle.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

bool holds_arctangent(Expr formula);

/// r of arctangents atan2(y, x), where it is known without a root.
using KnownRadii = std::unordered_map<Expr, Expr>;

std::vector<Expr> write_turns_algebraically(std::span<const Expr> formulas, const KnownRadii& radii = {});

}  // namespace kinemate
