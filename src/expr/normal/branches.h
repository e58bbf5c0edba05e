// What a formula is on each side of the conditions in it.
//
// A switch is a call that is one formula here and another one there: if, min, max, step, abs, sign, a relation, and,
// or. Values at points tell nothing of a branch that none of the points takes, so branches are made formulas of their
// own. What a condition hangs on is brought to signs: of x in x < 0, of t - 5 in t < 5, of x and y in abs(x*y). Signs
// that exclude each other are left out where two of them differ by a number, as t < 5 and t > 6.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

bool is_switch(Expr e);
bool has_switch(Expr formula);

/// What the switches in some formulas select among and by which: their operands, each once, inner ones first.
std::vector<Expr> switch_operands(std::span<const Expr> formulas);

/// A formula and the sign that is taken for it. Of a condition that is no inequality: +1 where it holds, else -1; `of`
/// is the condition then, 1 or 0.
struct Decision {
  Expr of;
  int sign;
};

struct Branch {
  Expr formula;
  std::vector<Decision> decisions;  ///< where it holds
};

/// The formula with all switches decided, each way that is not shown to be impossible. Points where a sign is 0 are
/// left out, but not what equations there select. Nothing where there are more than `most` ways, or one divides by
/// zero.
std::optional<std::vector<Branch>> branches_of(Expr formula, std::size_t most = 256);

}  // namespace kinemate
