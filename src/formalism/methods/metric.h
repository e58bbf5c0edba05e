// Lagrange's equations by the metric, as LAGR has them (source A (17), (29), (30)).
//
//   g_ρν q̈^ν + Γ_ρμν q̇^μ q̇^ν = Q_ρ,  μ, ν = 0..f with q⁰ = t, so that what depends on time needs no terms of its own
//   g_μν = Σ m ∂_μ x · ∂_ν x + Σ θ_jk ∂_μ e_j · ∂_ν e_k,  Γ_ρμν = ½ (∂_ν g_ρμ + ∂_μ g_ρν − ∂_ρ g_μν)
// with the centres of mass x, the axes e of the bodies and Binet's tensors θ: positions alone, no velocities.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

struct Metric {
  std::vector<Expr> coordinates;  ///< q⁰ = t, q¹ ... q^f
  std::vector<Expr> g;            ///< ((f + 1) x (f + 1)), symmetric: its lower triangle row by row
  std::vector<Expr> christoffel;  ///< Γ_ρμν, ρ = 1..f, each a lower triangle in μ, ν = 0..f

  Expr g_at(std::size_t mu, std::size_t nu) const { return g[Equations::place(mu, nu)]; }
  /// REQUIRES: rho ≥ 1.
  Expr christoffel_at(std::size_t rho, std::size_t mu, std::size_t nu) const {
    return christoffel[(rho - 1) * g.size() + Equations::place(mu, nu)];
  }
};

/// REQUIRES: the tree reaches every body. Coordinates are those of the tree's joints, Euler parameters among them.
Metric compute_metric(const Model& model, const Kinematics& kinematics);

/// The same in the speeds, q̇ = H s + h: M = Hᵀ g H, k = Hᵀ (g ρ + Γ q̇ q̇). Euler parameters, and directions that are
/// fewer than coordinates, are no exception: what leaves the motions that are possible is projected away.
Equations derive_by_metric(const Model& model, const Kinematics& kinematics);

/// The same, where the metric is there already.
Equations derive_by_metric(const Model& model, const Kinematics& kinematics, const Metric& metric);

}  // namespace kinemate
