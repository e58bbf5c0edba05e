// Equations of an element without what nobody needs, and with names for what is long.
#pragma once

#include "report/elements/element_equations.h"

namespace kinemate {

/// Variables that neither interfaces nor accelerations need are gone. Long formulas, as those of loads, and what they
/// share get variables of their own, part1, part2, ..., none of them `taken`, before the first equation that needs
/// them. REQUIRES: variables are defined before they are used.
ElementEquations shorten_element(ElementEquations element, const std::unordered_set<std::string>& taken);

}  // namespace kinemate
