// The source of a program in C99: one function, or one that calls others where the program is long.
#pragma once

#include <string>

#include "codegen/interface.h"
#include "program/order/schedule.h"

namespace kinemate {

struct CSource {
  std::string text;
  std::size_t workspace = 0;  ///< numbers that the caller gives room for; 0: the function has room enough of its own
};

/// `schedule` is the program's; `chunk` steps a function.
CSource write_c_source(const Program& program, const Schedule& schedule, const CodeInterface& interface,
                       std::size_t chunk);

/// The head of the function, without its last character; with the names of its parameters as they are in the header.
std::string c_prototype(const CodeInterface& interface, bool workspace);

/// What the program is, for a comment: one line.
std::string c_title(const Program& program);

}  // namespace kinemate
