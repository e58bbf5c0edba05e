// Ranges of a machine's quantities, as users give them: a box of states.
#pragma once

#include <string>

#include "analysis/weak/box.h"
#include "study/given.h"

namespace kinemate {

/// left = low .. high; `left` may be one of the words coordinates, speeds, states, inputs, which stand for all of a
/// kind.
struct GivenRange {
  Expr left;
  Expr low, high;  ///< formulas of parameters
};

/// The last of several counts; what is named by itself counts more than a word. Throws Error for names that are none,
/// for what has no range, such as parameters, and for ranges that are empty or no numbers.
Box make_box(const Model& model, const Kinematics& kinematics, std::span<const GivenRange> ranges);

}  // namespace kinemate
