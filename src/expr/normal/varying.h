// Whether the value of a formula changes with a symbol, also by jumps and on branches that are seldom taken.
#pragma once

#include "expr/normal/zero_test.h"

namespace kinemate {

/// A formula does not vary with a symbol if its derivative is zero, and so is that of everything that its switches
/// select among and by which: if(t > 5, 100, 0) has no slope, but varies with t. "Varies" is the answer where nothing
/// is shown.
bool varies_with(Expr formula, Expr symbol, const ZeroTestOptions& options = {});

}  // namespace kinemate
