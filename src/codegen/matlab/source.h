// A program as a function of MATLAB: one function, or one that calls others where the program is long.
#pragma once

#include <set>
#include <span>
#include <string>

#include "codegen/interface.h"

namespace kinemate {

struct MatlabSource {
  std::string text;              ///< the function with its help, then its parts
  std::set<std::string> called;  ///< functions, whose definitions go behind it
};

/// `chunk` steps a part.
MatlabSource write_matlab_source(const Program& program, const CodeInterface& interface, std::size_t chunk);

/// The definitions of those that are called and that MATLAB has not; a blank line before each.
std::string matlab_definitions(const std::set<std::string>& called);

/// `[M, k] = name(t, q)`: the head of a function, or a call with these arguments.
std::string matlab_call(std::span<const std::string> results, const std::string& name,
                        std::span<const std::string> arguments);

/// What each entry of the parameters is, as lines of help.
std::string matlab_help(const CodeInterface& interface);

}  // namespace kinemate
