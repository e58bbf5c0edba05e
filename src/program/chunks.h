// Long lists of steps cut into chunks: compilers take more than linear time for long functions.
//
// A value that is made and used inside one chunk can live in a register or a local variable; what is used after its
// chunk goes through the memory.
#pragma once

#include <span>

#include "program/order/schedule.h"

namespace kinemate {

struct Chunk {
  std::size_t first = 0, count = 0;  ///< steps [first, first + count) of the list
  std::vector<bool> kept;            ///< (count): the result is used after the chunk, so its slot must hold it then
  std::vector<Slot> reads;           ///< slots whose value comes from before the chunk, in the order of first use
};

/// Chunks of at most `size` steps, about equally long. `position` is that of the first step; 0 for the body of a loop,
/// whose steps speak of places instead of slots. No step, no chunk.
std::vector<Chunk> cut_into_chunks(std::span<const Step> steps, std::uint32_t position, std::size_t size);

}  // namespace kinemate
