// Programs → C++17: a header for each, templates over the scalar, so that they run on doubles, floats, numbers that
// differentiate themselves, or several states at once.
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <prefix>_<what>.hpp for each program, example.cpp, CMakeLists.txt and README.md.
Emitter generate_cpp;

}  // namespace kinemate
