// A program as a module in Python.
#pragma once

#include <span>
#include <string>

#include "codegen/module_interface.h"

namespace kinemate {

/// `example` are values of the inputs in order; `chunk` steps a function.
std::string write_python_module(const Program& program, const ModuleInterface& module, std::span<const double> example,
                                std::size_t chunk);

/// A docstring of plain text, with its quotes.
std::string python_docstring(std::string_view text);

}  // namespace kinemate
