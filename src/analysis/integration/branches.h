// Integrals over functions that switch: one antiderivative on each side, joined so that the whole is continuous.
#pragma once

#include <optional>

#include "analysis/integration/substitution.h"

namespace kinemate {

/// For an integrand that switches where some u, linear in x, crosses zero. Nothing where it does not, or where a side
/// has no formula. Throws Error where a side has no value at the crossing.
std::optional<Expr> integrate_by_branches(Expr integrand, Expr x, const Integrate& integrate);

}  // namespace kinemate
