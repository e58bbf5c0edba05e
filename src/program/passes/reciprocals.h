// A pass: fewer divisions.
//
//   (a/b)/c = a/(b*c)     a/(b/c) = a*c/b     (a/b)*c = a*c/b     where nothing else uses the inner quotient
//   a/d = a*r with r = 1/d, where at least two quotients have the divisor d
#pragma once

#include "program/program.h"

namespace kinemate {

Program share_reciprocals(const Program& program);

}  // namespace kinemate
