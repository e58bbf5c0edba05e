// The parts of a program in the order in which they run: what arguments of sines need, those sines, and so on.
#pragma once

#include "program/order/loops.h"
#include "program/program.h"

namespace kinemate {

/// One of: operations that run one after the other; arguments of sines and cosines; a loop.
struct Stage {
  enum class Kind { kStraight, kSines, kLoop } kind = Kind::kStraight;
  std::vector<Value> values;  ///< the operations, or the arguments
  ValueLoop loop;
};

/// Sines and cosines whose arguments need no other sines come together, then those that need these, and so on.
struct RollOptions {
  std::size_t above = ~std::size_t{0};  ///< more operations than these are searched for repeated structure
  std::size_t body = 0;                 ///< repeats are joined to loop bodies of up to so many operations
};
std::vector<Stage> make_stages(const Program& program, const RollOptions& roll = {});

}  // namespace kinemate
