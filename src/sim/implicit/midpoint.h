// The implicit midpoint rule, order 2, fixed steps: y₁ = y₀ + h f(t₀ + h/2, (y₀ + y₁)/2).
//
// It is symmetric in time and keeps every invariant that is quadratic in y to rounding; for Hamiltonian systems it is
// symplectic: E. Hairer, C. Lubich, G. Wanner: Geometric Numerical Integration, 2nd edition, sections IV.2 and VI.4.
// For this the equations of each step are solved until rounding ends it, by a simplified Newton method, and the
// rounding of the sums is carried along (section VIII.5).
#pragma once

#include <memory>

#include "sim/integrator.h"

namespace kinemate {

/// Throws Error unless a fixed step is given. Inside of steps a cubic from values and slopes at both ends.
std::unique_ptr<Integrator> make_midpoint(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
