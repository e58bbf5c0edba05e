// A formula as polynomial regions around atoms.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// Sums, products and integer powers are polynomial; everything else is an atom.
bool is_atom(Expr e);

/// The same, with reciprocals as atoms.
bool is_atom_or_reciprocal(Expr e);

/// The formulas rebuilt from their leaves, each atom that has operands made by `change` from its new operands.
using ChangeAtom = std::function<Expr(Expr atom, std::span<const Expr> operands)>;
std::vector<Expr> map_atoms(std::span<const Expr> formulas, const ChangeAtom& change);

/// The formula with `change` applied to every operand of every atom, inner ones first, and to what is around them.
Expr map_regions(Expr formula, const std::function<Expr(Expr)>& change);

}  // namespace kinemate
