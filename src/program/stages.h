// The parts of a program in the order in which they run: what arguments of sines need, those sines, and so on.
#pragma once

#include "program/loops.h"
#include "program/program.h"

namespace kinemate {

/// One of: operations that run one after the other; arguments of sines and cosines; a loop.
struct Stage {
  enum class Kind { kStraight, kSines, kLoop } kind = Kind::kStraight;
  std::vector<Value> values;  ///< the operations, or the arguments
  ValueLoop loop;
};

/// Sines and cosines whose arguments need no other sines come together, then those that need these, and so on.
/// More than `roll_above` operations are searched for repeated structure.
std::vector<Stage> make_stages(const Program& program, std::size_t roll_above);

}  // namespace kinemate
