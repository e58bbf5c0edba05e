// Operations on constants alone as their numbers. A Builder folds all of them but divisions by zero, which some
// languages refuse where both numbers stand in the text.
#pragma once

#include "program/program.h"

namespace kinemate {

/// Computes the same. What was an operand of such an operation alone stays, unused.
Program fold_constants(const Program& program);

}  // namespace kinemate
