// The equations of motion of a tree as formulas: M ṡ + k = τ, q̇ = q̇(q, s, t).
#pragma once

#include <vector>

#include "model/kinematics.h"

namespace kinemate {

struct Equations {
  std::vector<Expr> speeds;  ///< s, as the kinematics has them
  std::vector<Expr> mass;    ///< M (f x f), symmetric: its lower triangle row by row
  std::vector<Expr> bias;    ///< k (f): what of the inertia remains for ṡ = 0
  std::vector<Expr> forces;  ///< τ (f): gravity and applied loads

  /// Where M(i, j) stands in `mass`.
  static std::size_t place(std::size_t i, std::size_t j) { return i >= j ? i * (i + 1) / 2 + j : place(j, i); }
  Expr mass_at(std::size_t i, std::size_t j) const { return mass[place(i, j)]; }
};

/// The coordinates whose rates the speeds are. Throws Error where they are not: Euler parameters and chosen speeds.
std::vector<Expr> coordinates_of_speeds(const Kinematics& kinematics);

/// The applied forces on the speeds: gravity and every load of the model.
std::vector<Expr> compute_applied_forces(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
