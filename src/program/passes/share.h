// A pass: what is computed twice, up to its sign, is computed once. Bit for bit but for the sign of a zero.
//
// Equal operations and the rewrites of Builder, x + x = 2*x, and for signs:
//   out       signs travel to the results: through products, sums, odd and even functions, even and odd powers
//   a - b, b - a   become one operation and a sign where no negations are left of that (or one, for the subtraction)
//   back in   a negation that is left goes into an operand that takes it for nothing: -(2*x) = (-2)*x,
//             -((a - b)*c) = (b - a)*c, -(c + (a - b)) = (b - a) - c, if nothing else uses what changes
#pragma once

#include "program/program.h"

namespace kinemate {

Program share(const Program& program);

}  // namespace kinemate
