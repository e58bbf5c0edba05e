// Operations that are calls, for all lanes of a slot, and blocks of sines: the same code for interpreter and compilers.
#pragma once

#include "program/order/schedule.h"

namespace kinemate {

/// result[l] = f(a[l], b[l], c[l]) for every lane l; b and c are not read where f has fewer operands. `result` may be
/// one of the operands.
using LaneCall = void (*)(double* result, const double* a, const double* b, const double* c);

/// Of a power or any function. REQUIRES: width is 1, 4 or 8; code is kPower or kCall.
LaneCall lane_call(Code code, Function function, std::size_t operands, unsigned width);

/// A block of sines on the memory of a run of `width` lanes.
void run_sines(const Sines& sines, unsigned width, double* memory);

}  // namespace kinemate
