// Programs → C99: a header and a source for each, an example and what builds them.
//
// A source runs the program's schedule: what is a loop there stays a loop, long parts are cut into functions. It
// needs math.h and stddef.h and no library but libm, has no state, and computes what the interpreter does, bit for bit
// but for functions of libm that compilers and other libraries round otherwise.
#pragma once

#include "codegen/interface.h"
#include "codegen/target.h"

namespace kinemate {

/// One program as C.
struct CCode {
  CodeInterface interface;
  std::size_t workspace = 0;  ///< numbers that the caller gives room for, as the last argument; 0: no such argument
  std::string header, source;
};

/// Points into the program.
CCode write_c_code(const Program& program, const TargetOptions& options);

/// <prefix>_<what>.h and <prefix>_<what>.c for each program, example.c, CMakeLists.txt and README.md.
Emitter generate_c;

}  // namespace kinemate
