// A pass: powers with constant integer and half-integer exponents by multiplications, divisions and square roots.
//
// All exponents of a base together: what one product needs and another has is made once. Negative powers are 1/x^n, or
// powers of 1/x where several are needed; halves are x^n*sqrt(x), or odd powers of 1/sqrt(x). As pow does, halves give
// NaN for x < 0 and infinity for negative powers of 0.
#pragma once

#include "program/program.h"

namespace kinemate {

/// Where that costs no more. Exponents beyond ±64 stay: their error would grow with them.
Program expand_powers(const Program& program);

}  // namespace kinemate
