// The forms among which simplify chooses, for one polynomial region of a formula.
#pragma once

#include <optional>
#include <vector>

#include "expr/expr.h"
#include "expr/normal/work.h"

namespace kinemate {

/// Other forms of a formula, as many as the budget allows, the cheap ones to compute first. Throws nothing.
/// `exceeded` says whether the formula as a whole was beyond the budget.
struct Candidates {
  std::vector<Expr> forms;
  std::vector<Expr> structured;     ///< those that are products, or collected: their parts may have better forms
  std::optional<Expr> written_out;  ///< the sine-cosine form as a plain sum, if it came about
  bool exceeded = false;
};
Candidates make_candidates(Expr formula, Work& work);

/// Only what common factors and nesting give, sines and cosines as they stand. Throws nothing.
std::vector<Expr> make_structures(Expr formula, Work& work);

}  // namespace kinemate
