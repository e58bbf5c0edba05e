// L D Lᵀ of symmetric matrices of up to six rows, without pivoting, wholly or for the first rows alone.
//
// What is factored is positive definite, or positive semidefinite with its first rows definite, so that no pivot is 0
// where the matrix has an inverse at all: no order is better than another, and formulas need none to be chosen.
#pragma once

#include "recursion/components.h"

namespace kinemate {

template <class S>
struct SmallFactors {
  std::array<Six<S>, 6> L;  ///< below the diagonal, in the columns that were eliminated; elsewhere what is left
  Six<S> inverse;           ///< D⁻¹
  std::size_t done = 0;     ///< columns eliminated; fewer than were asked for where `is_none` said so
};

/// The first `count` of `size` rows eliminated; the lower triangle is read. `is_none(pivot, row)` ends it.
template <class S, class IsNone>
SmallFactors<S> factor_small(const std::array<Six<S>, 6>& a, std::size_t count, std::size_t size, IsNone is_none) {
  SmallFactors<S> factors{a, {}};
  auto& [L, inverse, c] = factors;
  for (; c < count; ++c) {
    if (is_none(L[c][c], c)) break;
    inverse[c] = S(1) / L[c][c];
    for (std::size_t i = size; i-- > c + 1;) {
      const S l = L[i][c] * inverse[c];
      for (std::size_t j = c + 1; j <= i; ++j) L[i][j] = L[i][j] - l * L[j][c];  // L[j][c], j ≤ i, is not divided yet
      L[i][c] = l;
    }
  }
  return factors;
}

/// L⁻¹ b
template <class S>
Six<S> solve_forward(const SmallFactors<S>& factors, std::size_t count, std::size_t size, Six<S> b) {
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t i = c + 1; i < size; ++i) b[i] = b[i] - factors.L[i][c] * b[c];
  return b;
}

/// x of D Lᵀ x = b in the first `count` rows, the other rows being x already.
template <class S>
Six<S> solve_backward(const SmallFactors<S>& factors, std::size_t count, std::size_t size, Six<S> b) {
  for (std::size_t c = count; c-- > 0;) {
    b[c] = b[c] * factors.inverse[c];
    for (std::size_t i = c + 1; i < size; ++i) b[c] = b[c] - factors.L[i][c] * b[i];
  }
  return b;
}

}  // namespace kinemate
