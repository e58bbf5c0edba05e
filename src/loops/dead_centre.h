// Positions where the independent speeds of a closed machine move it no more.
#pragma once

#include <optional>

#include "base/error.h"
#include "loops/closing.h"

namespace kinemate {

/// The Error for a state at which some joint moves a thousand times as fast as an independent one, in radians or the
/// machine's size: it names both, and what would be independent there. `values` are those of t, parameters and the
/// coordinates of the state. Nothing where there is none, or no value at all.
std::optional<Error> find_dead_centre(const Closing& closing, Values values);

}  // namespace kinemate
