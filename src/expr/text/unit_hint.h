// Units behind numbers: formulas have none, and all is in SI.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kinemate {

/// What "5 cm" is in SI, as a formula: "5/100"; of a number that is in SI already, itself. None: that is no unit.
std::optional<std::string> without_unit(std::string_view number, std::string_view unit);

/// What to write instead of a number and a name behind it, if the name is a unit; else empty.
std::string unit_hint(std::string_view number, std::string_view unit);

}  // namespace kinemate
