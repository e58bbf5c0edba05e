// Up to six vectors of six components, completed to a pair of dual bases (source E, A.2).
//
// Gauss-Jordan on [Aᵀ | E], the k vectors of A as rows: with the pivot columns P and the others N, Aᵀ = B [E F] over
// (P, N), and D_P = B⁻¹, K = [−F; E], C = [0; E]. Of numbers the largest is the pivot, measured by the vector it is in,
// so that no factor exceeds 1; of formulas the shortest that the exact zero test does not find zero, numbers first. So
// vectors along single axes give zeros and ones and nothing else. Where only formulas are left and two of them, such as
// (cos q, sin q), have a constant length, these two components are turned first: then no state is singular.
#pragma once

#include <vector>

#include "recursion/components.h"

namespace kinemate {

template <class S>
struct Completion {
  std::vector<Six<S>> dual;        ///< D with Dᵀ A = E
  std::vector<Six<S>> kernel;      ///< K with Kᵀ A = 0
  std::vector<Six<S>> complement;  ///< C with Dᵀ C = 0, Kᵀ C = E
};

/// Thrown: the vector of this number is a combination of the others.
struct DependentVector {
  std::size_t index;
};

template <class S>
Completion<S> complete_basis(const std::vector<Six<S>>& vectors);

}  // namespace kinemate
