// Forces as a gradient and a rest that does no work along rays from the origin.
//
// V(q) = -∫₀¹ Q(λq)·q dλ gives Q = -∂V/∂q + R with R·q = 0, and there is no other such split with V continuous at the
// origin. For Q = -K q it is that into the symmetric and the skew part of K. With speeds in place of coordinates R
// takes no power: it is gyroscopic.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// What some forces are made of, component by component; the three lists sum up to the forces.
struct ForceSplit {
  std::vector<Expr> gradient;    ///< -∂V/∂q
  std::vector<Expr> rest;        ///< R
  std::vector<Expr> unsplit;     ///< of components for which the integral has no formula
  std::optional<Expr> function;  ///< V of all gradients, if it has a formula

  bool is_complete() const;  ///< nothing is unsplit
};

/// Components that do not depend on each other's variables are split each by themselves. Where a potential exists, R is
/// 0, also if V has no formula.
ForceSplit split_along_rays(std::span<const Expr> forces, std::span<const Expr> variables);

}  // namespace kinemate
