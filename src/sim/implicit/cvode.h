// Stiff systems: backward differentiation formulas of order 1 to 5, by CVODE of SUNDIALS, with dense linear algebra.
//
// A. C. Hindmarsh and others: SUNDIALS, ACM Trans. Math. Software 31 (2005). The exact Jacobian is used if the system
// has one, else differences of its right-hand side.
#pragma once

#include <memory>

#include "sim/integrator.h"

namespace kinemate {

/// Throws Error if a fixed step is asked for, or there are no states.
std::unique_ptr<Integrator> make_cvode(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
