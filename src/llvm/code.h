// Steps as LLVM's intermediate code: one function for one chunk of a straight block or of the body of a loop.
//
// Values inside a chunk are values of the function; what comes from before is loaded where it is used, and only what is
// used later is stored. Comparisons, minimum and maximum are those of expr/evaluate.cc, also for what is not a number.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "program/chunks.h"

namespace kinemate {

/// A compiled chunk. It runs `rows` times; row i of the table of a loop has its ports at table + i*ports. A straight
/// chunk has no table and ignores `rows`.
using ChunkFunction = void (*)(double* memory, const Slot* table, std::uint64_t rows);

struct ChunkCode {
  std::string name;
  std::span<const Step> steps;  ///< of the chunk alone
  const Chunk* chunk = nullptr;
  const Loop* loop = nullptr;  ///< whose places the steps speak of; none: of slots
  unsigned lanes = 1;          ///< that the function computes: 1 or 4
  unsigned width = 1;          ///< lanes of a slot in memory, a multiple of `lanes`
  bool fast = false;           ///< a*b ± c may be contracted
  bool quick = false;          ///< in the forms that are compiled in the shortest time; same results
};

/// Adds the function to the module.
void write_chunk(llvm::Module& module, const ChunkCode& code);

}  // namespace kinemate
