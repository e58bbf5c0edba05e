// Fixed poses in which sines and cosines of numbers have become numbers.
//
// A body whose frame is turned by some angles has them in all its places, and where two of its joints are parallel
// they cancel, but only as sin² + cos² of numbers. Computed, what cancels is 0 or 1 but for rounding, and is made so:
// planar loops stay planar then whatever frames their bodies have.
#pragma once

#include "loops/positions/steady_pose.h"

namespace kinemate {

/// The formula with its constant parts computed and multiplied out, and coefficients below the rounding of numbers of
/// `size` dropped. As it is where it has no sines and the like of numbers, and no reals.
Expr with_plain_numbers(Expr formula, double size);

/// `length` is the size of the loop.
SteadyPose with_plain_numbers(const SteadyPose& pose, double length);

}  // namespace kinemate
