// The spatial pendulum of Keppler, Barthels and Seemann (2005): n identical bodies, hinged one to the next, with joint
// axes that are pairwise orthogonal: z, x, z, x ... Each body reaches from its joint along its y axis to the next joint
// at l, has its centre of mass at a, the mass m, and the principal inertias Ixx, Iyy, Izz about the centre of mass.
#pragma once

#include <vector>

#include "expr/normal/normal_form.h"

namespace kinemate {

struct Pendulum {
  std::vector<Expr> angles;  ///< q1 ... qn
  std::vector<Expr> metric;  ///< upper triangle of M, row by row, from Jacobians, as products and sums make it
};
Pendulum make_pendulum(std::size_t bodies);

/// Where M_jk = M_kj is in the upper triangle of n rows.
std::size_t place(std::size_t j, std::size_t k, std::size_t n);

/// Γ_ijk = (∂M_ij/∂q_k + ∂M_ik/∂q_j - ∂M_jk/∂q_i)/2 for all i and j ≤ k, i slowest, in the normal form of the metric.
std::vector<Polynomial> make_christoffel_symbols(const NormalForm& metric, const std::vector<Expr>& angles, Work& work);

}  // namespace kinemate
