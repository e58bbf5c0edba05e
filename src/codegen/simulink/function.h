// The S-function of a machine: level 2, in C, over the functions that generate_c writes.
#pragma once

#include <span>
#include <string>

#include "codegen/c/emitter.h"
#include "codegen/simulink/ports.h"

namespace kinemate {

/// The source file. `name` is that of the S-function, `codes` are the programs of the block.
std::string write_s_function(const std::string& name, const SimulinkBlock& block, std::span<const CCode> codes);

}  // namespace kinemate
