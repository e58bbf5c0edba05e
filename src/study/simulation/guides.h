// What tells an integrator how long its steps may be where nothing is free to move.
//
// A machine whose every motion is given has no equations to integrate: all is a formula of the time, or closed by
// Newton's method from where it was. Its run integrates the velocities of two points of each body instead, so that
// steps resolve the motion: angles are counted over turns, events are found, work is summed. Positions are never taken
// from there.
#pragma once

#include <optional>

#include "study/programs/program_arrays.h"

namespace kinemate {

/// Six for each body that moves in the tree, 1 m from its origin; the time where there is no body. `power`, if there is
/// some, is one more: work.
std::vector<LoadState> make_guides(const ProgramSource& machine, std::optional<Expr> power);

/// ẋ of a machine that is driven alone: of coordinates that are integrated and corrected, of load states, of guides.
std::vector<Expr> driven_rates(const ProgramSource& machine);

}  // namespace kinemate
