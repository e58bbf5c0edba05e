// A part of taking out factors: numbers go into sums whose terms all have numbers.
#pragma once

#include "program/program.h"

namespace kinemate {

/// 2·(3·x + 4·y + 1) = 6·x + 8·y + 2 saves a multiplication. The program itself if nothing is saved.
Program push_numbers(const Program& program);

}  // namespace kinemate
