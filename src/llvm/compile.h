// Compiles schedules to machine code by LLVM, for any processor that LLVM knows.
//
// Every chunk of steps is a function (llvm/code.h); the runner calls one after the other, with sines and copies
// in between. Eight lanes run as two halves of four, for which LLVM has registers enough. Without `fast` the results
// are those of the interpreter bit for bit, but for the bits of what is not a number.
#pragma once

#include <memory>

#include "program/routine.h"

namespace kinemate {

struct LlvmOptions {
  // changes results
  bool fast = false;  ///< a*b + c may be contracted, in the same way at all levels

  // changes speed
  enum class Level {
    kAuto,    ///< kDefault up to 20,000 steps; above, kQuick at first and kDefault in the background
    kQuick,   ///< quick to compile
    kDefault  ///< quick to run
  } level = Level::kAuto;
};

/// REQUIRES: width is 1, 4 or 8. Throws Error if LLVM cannot compile for this processor.
std::unique_ptr<Runner> compile_by_llvm(const Schedule& schedule, unsigned width, const LlvmOptions& options = {});

/// Waits for the compiler in the background, if there is one. Is all the code at level kDefault now? REQUIRES: the
/// runner comes from compile_by_llvm.
bool wait_until_raised(const Runner& runner);

/// The same for a Routine.
Compiler llvm_compiler(const LlvmOptions& options = {});

}  // namespace kinemate
