// A program as a module in Julia.
#pragma once

#include <span>
#include <string>

#include "codegen/module_interface.h"

namespace kinemate {

/// `example` are values of the inputs in order; `chunk` steps a function.
std::string write_julia_module(const Program& program, const ModuleInterface& module, std::span<const double> example,
                               std::size_t chunk);

}  // namespace kinemate
