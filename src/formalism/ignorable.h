// Coordinates on which the equations of motion do not depend: the place and the heading of what rolls on a plane.
//
// In nonholonomic machines they are no cyclic coordinates: forces of constraints turn with them, and no momentum is
// kept. But the equations in independent speeds do not see them, so they may be written with any value of theirs.
#pragma once

#include <span>
#include <vector>

#include "expr/evaluate.h"

namespace kinemate {

/// Those of the coordinates on which none of the formulas depends, in their order. Decided by values to sixty digits at
/// random points about `near`, of symbols that it has not about 1; where formulas have no values, by whether
/// coordinates stand in them.
std::vector<Expr> find_ignorable(std::span<const Expr> formulas, std::span<const Expr> coordinates, const Values& near);

/// The formulas with 0 for coordinates that they do not depend on. As they are where that divides by zero.
std::vector<Expr> without_ignorable(std::vector<Expr> formulas, std::span<const Expr> ignorable);

}  // namespace kinemate
