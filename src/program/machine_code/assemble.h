// Machine code for x86-64 written directly from a schedule: compiled in a fraction of a microsecond an operation.
//
// Straight steps become straight code with values in registers (program/machine_code/registers.h), in chunks that the instruction
// cache holds. Memory operands are reached through as many base registers as there are, each in the middle of 256 bytes
// that the chunk uses often, since displacements of one byte make short code. A batch of 8 states runs each chunk
// twice, for 4 states each: the second time its code is in the cache. A loop is code once; ports that stay or advance
// evenly are addressed directly, others by a table of offsets.
#pragma once

#include <memory>

#include "program/order/schedule.h"
#include "program/runner.h"

namespace kinemate {

/// Whether this processor can run what assemble() makes: x86-64 with AVX2.
bool can_assemble();

struct AssembleOptions {
  // changes results
  bool fast = false;  ///< a*b + c in one rounding, if the processor has FMA3
};

/// Without `fast` the results are those of interpret(), bit by bit.
/// REQUIRES: can_assemble(), width is 1, 4 or 8. Throws Error if no memory for code can be had.
std::unique_ptr<Runner> assemble(const Schedule& schedule, unsigned width, const AssembleOptions& options = {});

}  // namespace kinemate
