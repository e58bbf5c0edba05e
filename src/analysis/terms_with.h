// Formulas parted into the terms that hold certain symbols and those that do not.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// formula = without + with.
struct PartedFormula {
  Expr without, with;
};

/// By the symbols for which `chosen` says so. Products are multiplied out only where a factor has both; what is no sum,
/// product or whole power belongs to `with` as a whole. Symbols that cancel, as in sin(w(t))^2 + cos(w(t))^2, do not
/// count as far as a brief simplification finds that.
std::vector<PartedFormula> part_terms(std::span<const Expr> formulas, const std::function<bool(Expr symbol)>& chosen);

/// The same of formulas as they are written.
std::vector<PartedFormula> part_written_terms(std::span<const Expr> formulas,
                                              const std::function<bool(Expr symbol)>& chosen);

}  // namespace kinemate
