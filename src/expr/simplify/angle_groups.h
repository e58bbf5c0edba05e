// A sum as groups of terms that share no angle: each can have its own best form.
#pragma once

#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// The sums of terms that are connected by angles of sines and cosines, and last those without any, in the order in
/// which they come; one group for everything that is no sum. sin(a)*cos(a) + x + cos(b)^2 + y has three.
std::vector<Expr> split_by_angles(Expr formula);

}  // namespace kinemate
