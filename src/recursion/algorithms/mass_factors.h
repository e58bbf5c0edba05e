// M x = b: M = Lᵀ D L from the last speed to the first, without pivoting.
//
// In this order the factors of a tree's M have no entries where M has none (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, section 6.5). M of a machine all of whose motions meet inertia is positive definite, so no pivot is
// 0 at a state where M is regular.
#pragma once

#include <cstddef>
#include <vector>

namespace kinemate {

/// Where the entry (i, j ≤ i) of a lower triangle stands, row by row.
inline std::size_t triangle_place(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

template <class S>
struct MassFactors {
  std::vector<S> L;  ///< below the diagonal of ones, in the places of M's lower triangle; its diagonal is not used
  std::vector<S> D;  ///< the diagonal matrix (f)
};

/// Of the lower triangle of M, row by row. Throws SingularColumn where a pivot is none.
template <class S>
MassFactors<S> factor_mass(std::vector<S> mass);

/// The first half of it, d = L⁻ᵀ b, so that aᵀ M⁻¹ b = Σ d_a D⁻¹ d_b; and the second, x = L⁻¹ D⁻¹ d.
template <class S>
std::vector<S> go_inward(const MassFactors<S>& factors, std::vector<S> b);
template <class S>
std::vector<S> go_outward(const MassFactors<S>& factors, std::vector<S> d);

/// x of M x = b.
template <class S>
std::vector<S> solve(const MassFactors<S>& factors, std::vector<S> b);

}  // namespace kinemate
