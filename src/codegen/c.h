// Program → C99: a header, a source, an example and what builds them.
//
// The source runs the program's schedule: what is a loop there stays a loop, long parts are cut into functions. It
// needs math.h and stddef.h and no library but libm, has no state, and computes what the interpreter does, bit for bit
// but for functions of libm that compilers and other libraries round otherwise.
#pragma once

#include <vector>

#include "codegen/generated.h"
#include "program/program.h"

namespace kinemate {

struct COptions {
  std::string prefix;  ///< of all names; any text, made an identifier; empty: the machine's name

  // changes results
  bool fast = false;  ///< the build file allows a*b + c in one rounding and the processor's own instructions

  // changes speed
  std::size_t chunk = 1000;  ///< steps a function: compilers take more than linear time
  /// Repeated structure becomes loops in programs of more operations. As straight code, so many take a compiler about a
  /// second; where it fits in the caches, it runs a little faster than loops.
  std::size_t roll_above = 10'000;

  std::vector<double> example;  ///< inputs of the example program, in order; shorter: the rest is 0
};

/// <prefix>_<what>.h, <prefix>_<what>.c, example.c, CMakeLists.txt and README.md.
std::vector<GeneratedFile> generate_c(const Program& program, const COptions& options);

}  // namespace kinemate
