// Coordinates of closed loops as formulas of others, where there are such formulas (source D, Woernle's method).
//
// Loops are looked at one after the other, those with the fewest unknowns first: in each every unknown coordinate is
// asked for its characteristic equations, and the best is taken: one without a branch before one with, a short one
// before a long one. What is found is known in all that follows. Where nothing more is found along the tree, other ways
// around are tried, over joints that are known already.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "model/tree.h"

namespace kinemate {

/// One coordinate as a formula of coordinates known before it.
struct ClosureStep {
  Expr coordinate;
  Expr formula;         ///< of t, parameters, known coordinates and coordinates of earlier steps, which stay symbols
  std::string meaning;  ///< for people, which condition gave it: "distance of B and C"
  Expr arctangent, radius;  ///< in the formula, and what its radius is without a root, where it is known; else 0
};

/// Whether a formula is a sum of symbols with numbers as factors.
bool is_plain_sum(Expr formula);

/// Whether a formula has one value everywhere: sums and products of symbols, sines and cosines, no roots and
/// arctangents, which know one branch.
bool has_one_branch(Expr formula);

struct ExplicitClosure {
  std::vector<ClosureStep> steps;  ///< in the order in which they can be computed
  std::vector<Expr> unsolved;      ///< of those wanted
};

/// `known`: coordinates that are given, besides driven ones. `wanted`: coordinates to be found, of the tree or of
/// joints that close loops; others of the latter may be steps on the way. `start`: numbers for t, all parameters and
/// all coordinates of the tree at a configuration without gaps; it selects branches, which the formulas keep.
ExplicitClosure find_explicit_closure(const Model& model, const Tree& tree, std::span<const Expr> known,
                                      std::span<const Expr> wanted, const Values& start);

}  // namespace kinemate
