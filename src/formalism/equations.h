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

/// How coordinates follow the speeds: q̇ = H s + h, q̈ = H ṡ + ρ. Each coordinate of the tree's joints once.
struct Rates {
  std::vector<Expr> coordinates;     ///< q (n)
  std::vector<Expr> rates;           ///< q̇ (n), formulas of q, s, t
  std::vector<std::vector<Expr>> H;  ///< (n x f)
  std::vector<Expr> bias;            ///< ρ (n)
};
Rates compute_rates(const Kinematics& kinematics);

/// M = Hᵀ g H and k = Hᵀ (g ρ + c) of equations g q̈ + c = ... in coordinates; g is a lower triangle.
void project(const Rates& rates, const std::vector<Expr>& g, const std::vector<Expr>& c, Equations& equations);

/// The applied forces on the speeds: gravity and every load of the model.
std::vector<Expr> compute_applied_forces(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
