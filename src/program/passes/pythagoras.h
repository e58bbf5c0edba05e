// A pass: a·sin²(x) + a·cos²(x) = a.
//
// Velocities and inertias in axes that turn are full of it, and no other pass sees it.
#pragma once

#include "program/program.h"

namespace kinemate {

/// In each sum, as often as two of its terms are the same but for the squares. What is taken apart may be needed
/// elsewhere too: the result is taken only where it costs less.
Program join_squares(const Program& program);

}  // namespace kinemate
