// The method of Dormand and Prince of order 8, errors by estimates of order 5 and 3, dense output of order 7.
// Coefficients: Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd edition, section II.5 and II.6,
// code DOP853. Three more evaluations for the dense output, only in steps that are looked into.
#pragma once

#include <memory>

#include "sim/explicit/tableau.h"
#include "sim/integrator.h"

namespace kinemate {

const Tableau& dop853_tableau();

std::unique_ptr<Integrator> make_dop853(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
