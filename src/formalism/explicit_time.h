// Forces as M ṡ + k + p = h has them (source B (2.160)): what depends on the state alone, and the terms of time.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

/// τ = h − p.
struct TimedForces {
  std::vector<Expr> p;  ///< springs, dampers, gravity: no time in it
  std::vector<Expr> h;  ///< the terms in which the time or an input stands
};

/// Of any size: products are multiplied out only where a factor has both.
TimedForces split_explicit_time(const Model& model, const std::vector<Expr>& forces);

}  // namespace kinemate
