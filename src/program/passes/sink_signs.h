// A negation goes into an operand that takes it for nothing: -(2*x) = (-2)*x, -((a - b)*c) = (b - a)*c,
// -(c + (a - b)) = (b - a) - c, if nothing else uses what changes.
#pragma once

#include "program/program.h"

namespace kinemate {

/// Bit for bit but for the sign of a zero.
Program sink_signs(Program program);

}  // namespace kinemate
