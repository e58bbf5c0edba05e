// How a program runs: blocks of steps over a memory of numbered slots. Interpreter, compilers and emitters take this.
//
// The memory of a run is one array of doubles; a batch of w states keeps the w numbers of a slot side by side: slot i
// of lane l is memory[i*w + l]. From the left: temporaries (reused as soon as they are free), constants, inputs,
// outputs.
//
// Positions count what runs, in order: one for each step of a straight block, one for a block of sines, one for a loop.
// The value of a step stands in its slot from the step to the position of its last use; nothing else is written there
// in between, so a compiler may keep it in a register and store it late, or not at all.
#pragma once

#include "program/program.h"

namespace kinemate {

using Slot = std::uint32_t;

/// An operation on slots, no constant, input, sine or cosine. The result may have the slot of an operand.
struct Step {
  Code code = Code::kAdd;
  Function function = Function::kSin;  ///< of kCall
  std::uint8_t count = 0;
  std::array<Slot, 3> operands = {};
  Slot result = 0;
  std::uint32_t last_use = 0;  ///< position; kForever of a value that is an output
};
inline constexpr std::uint32_t kForever = ~std::uint32_t{0};

/// Steps that run one after the other.
struct Straight {
  std::vector<Step> steps;
};

/// Sines and cosines of many arguments at once: argument i is copied to slot at + i, its sine comes to slot
/// at + stride + i and its cosine to at + 2*stride + i. No step writes to these 3*stride slots while they are in use.
struct Sines {
  std::vector<Slot> arguments;
  Slot at = 0;
  std::uint32_t stride = 0;  ///< number of arguments, rounded up to a multiple of 4
};

/// A kernel that runs `count` times over data. Its body speaks of places: place p < ports is slot
/// table[iteration*ports + p] of the memory; place ports + i is slot scratch + i in every iteration, a number that is
/// made anew in each iteration before it is used and that nothing outside the loop reads. A body's step writes a port
/// or a scratch place; later steps of the iteration may read the port; last_use counts steps of the body, kForever for
/// ports. Ports that are written are not the slot of any other port of the same iteration.
struct Loop {
  std::vector<Step> body;
  std::uint32_t count = 0;
  std::uint32_t ports = 0;
  std::uint32_t locals = 0;
  Slot scratch = 0;
  std::vector<Slot> table;    ///< (count x ports)
  std::vector<bool> written;  ///< (ports): the body writes it, else it only reads it
};

struct Block {
  enum class Kind { kStraight, kSines, kLoop } kind = Kind::kStraight;
  std::size_t index = 0;       ///< in the list of its kind
  std::uint32_t position = 0;  ///< of its first step, or of the whole
};

struct Copy {
  Slot from = 0, to = 0;
};

struct Schedule {
  std::vector<Block> blocks;
  std::vector<Straight> straights;
  std::vector<Sines> sines;
  std::vector<Loop> loops;
  std::vector<Copy> copies;  ///< to outputs that are inputs, constants or other outputs too; after all blocks
  std::vector<double> constants;
  std::uint32_t temporaries = 0, inputs = 0, outputs = 0;  ///< slots; and there are those of constants

  Slot constants_at() const { return temporaries; }
  Slot inputs_at() const { return temporaries + static_cast<Slot>(constants.size()); }
  Slot outputs_at() const { return inputs_at() + inputs; }
  std::uint32_t slots() const { return outputs_at() + outputs; }
};

struct ScheduleOptions {
  // changes speed
  /// Repeated structure becomes loops in programs of more operations. Straight code of so many, about 300 KB, leaves
  /// the second-level cache and then runs slower than a loop does; below, a loop is up to 15 % slower than straight
  /// code.
  std::size_t roll_above = 50000;
  /// What repeats is joined to bodies of up to so many operations, about 10 KB, which the first-level instruction cache
  /// holds: between iterations values go through the memory. 0: each repeat is an iteration.
  std::size_t loop_body = 1500;
};

Schedule make_schedule(const Program& program, const ScheduleOptions& options = {});

}  // namespace kinemate
