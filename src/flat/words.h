// Equations and names in messages.
#pragma once

#include "flat/flat_system.h"

namespace kinemate {

/// With its line, where it has one.
std::string describe(const FlatEquation& equation);

/// A list for people, cut where it gets long.
std::string list_names(std::vector<std::string> names);

}  // namespace kinemate
