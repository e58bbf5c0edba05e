// Whether forces have a potential, in words.
#pragma once

#include <span>
#include <string>

#include "analysis/potential.h"

namespace kinemate {

/// "there is no potential: dQ(1)/d(q2) - dQ(2)/d(q1) = k"; `what` is what such a function is called.
std::string describe_potential(const PotentialAnswer& answer, const std::string& what, std::span<const Expr> variables);

}  // namespace kinemate
