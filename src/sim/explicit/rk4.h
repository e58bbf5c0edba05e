// The classical method of Runge and Kutta of order 4, fixed steps; cubic Hermite polynomials inside of them.
// W. Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46 (1901).
#pragma once

#include <memory>

#include "sim/integrator.h"

namespace kinemate {

std::unique_ptr<Integrator> make_rk4(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
