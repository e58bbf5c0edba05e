// First integrals that events change: they are constant from one event to the next.
#pragma once

#include "formalism/integrals.h"

namespace kinemate {

/// Whether an event sets a parameter that stands in the integral, or an impact takes energy.
bool only_between_events(const Model& model, const FirstIntegral& integral);

}  // namespace kinemate
