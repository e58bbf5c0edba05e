// A pass: what no result needs is left out.
#pragma once

#include "program/program.h"

namespace kinemate {

Program drop_dead_code(Program program);

}  // namespace kinemate
