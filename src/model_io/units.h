// Units of measurement, as factors to SI.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// The factor that takes a value in `unit` to SI: "mm" is 1/1000, "deg/s" is pi/180. A unit is a formula of known
/// units: products, quotients and powers. Throws Error, naming the unit that is not known and the nearest that is.
Expr unit_factor(std::string_view unit);

/// The unit that numbers have once the factor is in them: "kN/mm" becomes "N/m". Empty for what is no unit.
std::string si_unit(std::string_view unit);

/// All units that are known, for the documentation.
std::vector<std::string_view> known_units();

}  // namespace kinemate
