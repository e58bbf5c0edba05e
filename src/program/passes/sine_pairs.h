// A pass: sines and cosines of one argument come together, for one call makes both.
//
// Arguments that are each other's negatives become one: sin(-x) = -sin(x), cos(-x) = cos(x), also for a - b and b - a:
// exact. tan(x) = sin(x)/cos(x) where the sine or the cosine is there already: one rounding more.
#pragma once

#include "program/program.h"

namespace kinemate {

Program pair_sines(const Program& program);

}  // namespace kinemate
