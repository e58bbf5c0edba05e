// Whether a normal form of the pendulum says what its plain formulas say, at a point and in doubles.
#pragma once

#include "bench/formulas/pendulum.h"

namespace kinemate {

/// The metric against its plain formulas, the Christoffel symbols against central differences of these.
bool agrees_with_differences(const Pendulum& pendulum, const NormalForm& metric,
                             const std::vector<Polynomial>& christoffel);

}  // namespace kinemate
