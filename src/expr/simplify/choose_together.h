// Which form each of several formulas takes, where they are read and evaluated together.
#pragma once

#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// A formula and what else it may be written as; the last of `others` is the formula as it was given, if there are any.
struct Choice {
  Expr chosen;
  std::vector<Expr> others;
};

/// Short as texts, unless that costs more than twice the cheapest; which is found from the formulas as given, since
/// what they share is lost where each is simplified by itself.
std::vector<Choice> choose_together(const std::vector<Choice>& choices);

}  // namespace kinemate
