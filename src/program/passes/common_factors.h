// A pass: a·b + a·c = a·(b + c).
#pragma once

#include "program/program.h"

namespace kinemate {

/// From each sum, the factors that save most come first, as often as something is saved: several groups in one sum,
/// then inside of each group. Divisors are factors too, a/d + b/d = (a + b)/d, and so are numbers: 2*x - 2*y = 2*(x -
/// y), 2*x + 3*x = 5*x.
Program take_out_factors(const Program& program);

}  // namespace kinemate
