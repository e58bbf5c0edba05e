// Euler's explicit method, of order 1: for comparison, and for controllers that are written this way. Fixed steps.
#pragma once

#include <memory>

#include "sim/integrator.h"

namespace kinemate {

std::unique_ptr<Integrator> make_euler(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
