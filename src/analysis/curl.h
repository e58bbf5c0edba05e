// What speaks against a potential: curl, and jumps that are not normal to where they happen.
#pragma once

#include "analysis/potential.h"

namespace kinemate {

/// The answer without a function: kRefuted, kUndecided, or kNoFormula where there is a potential.
PotentialAnswer decide_potential(std::span<const Expr> forces, std::span<const Expr> variables);

}  // namespace kinemate
