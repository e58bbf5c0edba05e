// The method of Dormand and Prince of order 5, error by one of order 4, dense output of order 4 at no cost.
// J. R. Dormand, P. J. Prince: A family of embedded Runge-Kutta formulae, J. Comp. Appl. Math. 6 (1980); dense output:
// Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd edition, section II.6, code DOPRI5.
#pragma once

#include <memory>

#include "sim/explicit/tableau.h"
#include "sim/integrator.h"

namespace kinemate {

const Tableau& dopri5_tableau();

std::unique_ptr<Integrator> make_dopri5(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
