// The formulas that are measured, as tapes; the same ones in every run.
#pragma once

#include <cstdint>

#include "bench/formulas/tape.h"

namespace kinemate {

/// A random formula. Every operation takes part in the result.
struct RandomShape {
  std::size_t operations;
  std::size_t symbols;
  std::size_t width;        ///< results that wait for a user at any time; operations / width is about the depth
  unsigned shared_percent;  ///< of second operands: a result that has a user already
  std::uint32_t seed = 1;
};
Tape make_random_tape(const RandomShape& shape);

/// Twice the kinetic energy of a spatial chain: bodies joined by hinges with angles q and rates q', whose axes take
/// turns x, y, z; velocities and angular velocities go from body to body, in body axes.
/// Symbols: the parameters m, J, l, then q and q' of each body.
Tape make_chain_tape(std::size_t bodies);

/// p·(p + 1) with p = (1 + x + y + z + w)^power: to be multiplied out.
Tape make_expand_tape(int power);

}  // namespace kinemate
