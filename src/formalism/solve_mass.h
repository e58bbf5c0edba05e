// M x = b on formulas: M = Lᵀ D L from the last speed to the first, without pivoting.
//
// In this order the factors of a tree's M have no entries where M has none (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, section 6.5). M of a machine all of whose motions meet inertia is positive definite, so no pivot is
// 0 at a state where M is regular.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

struct MassFactors {
  std::vector<Expr> L;  ///< below the diagonal of ones, in the places of Equations::mass; its diagonal is not used
  std::vector<Expr> D;  ///< the diagonal matrix (f)
};

/// Of the lower triangle of M, row by row. Throws Error where a pivot is 0 as a formula.
MassFactors factor_mass(std::span<const Expr> mass);

/// x of M x = b.
std::vector<Expr> solve(const MassFactors& factors, std::vector<Expr> b);

}  // namespace kinemate
