// Formulas as short as the normal forms can make them, within a budget.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

struct SimplifyOptions {
  /// Changes results: units of algebra (expr/normal/work.h) before simplify settles for what it has. Ten million take some
  /// tenths of a second.
  double work = 1e7;
};

/// For small formulas of which there are many: some milliseconds at most.
inline constexpr SimplifyOptions kBriefly = {.work = 1e5};

/// The cheapest (expr/count.h) of: the formula as given; its sine-cosine form with either square eliminated per angle;
/// its multi-angle form; each of these written out, collected, nested and factored; and the same for the arguments of
/// its functions. Ties: fewer calls, then shorter text. Never dearer than its input, the same in every run, and always
/// returns: what is beyond the budget is simplified in parts or stays.
Expr simplify(Expr formula, const SimplifyOptions& options = {});

/// Formulas that are read and evaluated together, such as the entries of a matrix: among the forms of each, those that
/// are cheapest together, parts that they share counted once, and short as texts. `work` is for each formula.
std::vector<Expr> simplify(std::span<const Expr> formulas, const SimplifyOptions& options = {});

}  // namespace kinemate
