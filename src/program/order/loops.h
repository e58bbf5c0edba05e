// From a repeat to the loop that runs it: its body, and the values that its ports stand for.
#pragma once

#include "program/order/repeats.h"
#include "program/order/schedule.h"

namespace kinemate {

/// A loop whose places are still values: what a Loop of program/order/schedule.h becomes once values have slots. Ports are
/// numbered as the body meets them. A step may read a port that an earlier step of the body wrote.
struct ValueLoop {
  std::vector<Step> body;  ///< operands and result are places: port p < ports, or ports + i for locals
  std::uint32_t count = 0, ports = 0, locals = 0;
  std::vector<Value> table;   ///< (count x ports): the value that the port reads or makes in each iteration
  std::vector<bool> written;  ///< (ports)
};

/// Operands that are the same value as each other in every window share a port. Locals are used again as soon as they
/// are free: the result of a step may have the place of an operand.
ValueLoop make_value_loop(const Program& program, std::span<const Value> order, const Repeat& repeat);

/// One for each repeat, with a single look at the whole program.
std::vector<ValueLoop> make_value_loops(const Program& program, std::span<const Value> order,
                                        std::span<const Repeat> repeats);

}  // namespace kinemate
