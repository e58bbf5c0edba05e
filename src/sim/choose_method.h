// Which integrator suits a system, and why, in words.
#pragma once

#include <span>
#include <string>

#include "sim/methods.h"

namespace kinemate {

struct MethodChoice {
  IntegrationMethod method = IntegrationMethod::kDop853;
  std::string reason;  ///< a sentence without a full stop
};

/// From the eigenvalues of the Jacobian at the start and from the options; never kAuto. Stiff is a system whose damped
/// eigenvalues would hold an explicit method to very many steps until `end`, though nothing else needs them. Calls the
/// right-hand side twice for each state if there is no exact Jacobian. What becomes stiff later is found by the
/// integrators, Integrator::looks_stiff.
MethodChoice choose_method(OdeSystem& system, const IntegratorOptions& options, double t, std::span<const double> y,
                           double end);

}  // namespace kinemate
