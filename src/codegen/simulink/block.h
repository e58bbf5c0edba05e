// The text of a MATLAB Function block: one function, which gives the rates of the states and the outputs.
#pragma once

#include <string>

#include "codegen/simulink/ports.h"

namespace kinemate {

/// `name` is that of the function, `prefix` of those that it calls, `chunk` steps a part of these.
std::string write_simulink_block(const std::string& name, const std::string& prefix, const SimulinkBlock& block,
                                 std::size_t chunk);

}  // namespace kinemate
