// The equations of motion of a tree as formulas: M ṡ + k = τ, q̇ = q̇(q, s, t).
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "model/kinematics.h"

namespace kinemate {

struct Equations {
  std::vector<Expr> speeds;        ///< s, as the kinematics has them or as chosen (formalism/speeds.h)
  std::vector<Expr> mass;          ///< M (f x f), symmetric: its lower triangle row by row
  std::vector<Expr> bias;          ///< k (f): what of the inertia remains for ṡ = 0
  std::vector<Expr> forces;        ///< τ (f): gravity and applied loads
  std::vector<Expr> conservative;  ///< what of τ has a potential

  /// Where M(i, j) stands in `mass`.
  static std::size_t place(std::size_t i, std::size_t j) { return i >= j ? i * (i + 1) / 2 + j : place(j, i); }
  Expr mass_at(std::size_t i, std::size_t j) const { return mass[place(i, j)]; }
};

/// Zeros for so many speeds.
Equations make_equations(std::vector<Expr> speeds);

/// τ − k.
std::vector<Expr> right_sides(const Equations& equations);

/// How coordinates follow the speeds: q̇ = H s + h, q̈ = H ṡ + ρ. Each coordinate of the machine once.
struct Rates {
  std::vector<Expr> coordinates;     ///< q (n)
  std::vector<Expr> rates;           ///< q̇ (n), formulas of q, s, t
  std::vector<std::vector<Expr>> H;  ///< (n x f)
  std::vector<Expr> bias;            ///< ρ (n)
};
Rates compute_rates(const Kinematics& kinematics);

/// Without the coordinates that are formulas of others where loops are closed: those that a state needs.
Rates rates_of_state(const Kinematics& kinematics);

/// The other way round, for formalisms that know coordinates alone: s(q, q̇, t), with symbols for q̇. Of closed
/// machines the speeds of all joints.
struct Velocities {
  std::vector<Expr> symbols;  ///< q̇ (n)
  Substitution of_speeds;     ///< speeds → formulas of q, q̇, t
  Substitution to_speeds;     ///< q̇ → formulas of q, s, t
  /// Speeds of joints with fewer directions than coordinates, with the joint: what all q̇ together do is not known
  /// there.
  std::unordered_map<Expr, std::size_t> unknown;
};
Velocities compute_velocities(const Model& model, const Kinematics& kinematics, const Rates& rates);

/// Throws Error where formulas depend on speeds that are unknown as functions of q̇.
void require_known_speeds(const Model& model, const Velocities& velocities, std::span<const Expr> formulas);

/// Adds M = Hᵀ g H and k = Hᵀ (g ρ + c) of equations g q̈ + c = ... in coordinates; g is a lower triangle.
void project(const Rates& rates, const std::vector<Expr>& g, const std::vector<Expr>& c, Equations& equations);

/// τ and its conservative part: gravity and every load of the model, by their power on the Jacobians.
void add_applied_forces(const Model& model, const Kinematics& kinematics, Equations& equations);

}  // namespace kinemate
