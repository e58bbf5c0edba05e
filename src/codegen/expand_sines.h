// Blocks of sines as steps and loops: languages in which a sine is a function like any other know no such blocks.
#pragma once

#include "program/order/schedule.h"

namespace kinemate {

/// A schedule without blocks of sines that computes the same. A block of at most `few` arguments becomes steps (of
/// codes kSine and kCosine) of the straight block around it, a larger one a loop; sines and cosines that nobody uses
/// are left out, in a loop only if nobody uses any. Positions and last uses are those of the new schedule; the last use
/// of a value that is not used is its own position.
Schedule expand_sines(const Schedule& schedule, std::size_t few = 64);

/// Of steps alone, without loops.
Schedule make_straight_schedule(const Program& program);

}  // namespace kinemate
