// A pass: x/c = x*(1/c) for constants c. One rounding more, unless c is a power of two.
#pragma once

#include "program/program.h"

namespace kinemate {

/// Where 1/c is finite and normal.
Program multiply_by_inverses(const Program& program);

}  // namespace kinemate
