// The header of generated C, and an example that calls the function.
#pragma once

#include <span>
#include <string>

#include "codegen/interface.h"

namespace kinemate {

/// `workspace` is what the caller gives room for; 0: nothing.
std::string write_c_header(const Program& program, const CodeInterface& interface, std::size_t workspace);

/// `values` of the inputs in order; where they are short, the rest is 0.
std::string write_c_example(const Program& program, const CodeInterface& interface, std::size_t workspace,
                            std::span<const double> values);

}  // namespace kinemate
