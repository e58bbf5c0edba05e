// L D Lᵀ of a 6×6 inertia, shifts before turns: a rigid body has its mass as the first three pivots then.
#pragma once

#include <optional>

#include "recursion/pivot_size.h"
#include "recursion/regularity.h"
#include "recursion/small_factors.h"

namespace kinemate {

template <class S>
struct BodyFactors {
  SmallFactors<S> factors;
};

/// None where M has no inverse.
template <class S>
std::optional<BodyFactors<S>> factor_body(const ArticulatedInertia<S>& M, Regularity regularity = Regularity::kTest) {
  if (regularity == Regularity::kNo) return std::nullopt;
  std::array<Six<S>, 6> a{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j <= i; ++j) a[i][j] = get_entry(M, (i + 3) % 6, (j + 3) % 6);
  RankTest test;
  const auto is_none = [&](const S& pivot, std::size_t row) {
    return regularity == Regularity::kTest && test.is_lost(pivot, a[row][row]);
  };
  BodyFactors<S> body{factor_small(a, 6, 6, is_none)};
  if (body.factors.done < 6) return std::nullopt;
  return body;
}

/// L⁻¹ l: with these, lᵀ M⁻¹ k is a sum over D⁻¹.
template <class S>
Six<S> solve_forward(const BodyFactors<S>& body, const Load<S>& load) {
  const auto& [t, f] = load;
  return solve_forward(body.factors, 6, 6, Six<S>{f.x, f.y, f.z, t.x, t.y, t.z});
}

/// M⁻¹ l
template <class S>
Acceleration<S> solve(const BodyFactors<S>& body, const Load<S>& load) {
  const Six<S> x = solve_backward(body.factors, 6, 6, solve_forward(body, load));
  return {{x[3], x[4], x[5]}, {x[0], x[1], x[2]}};
}

}  // namespace kinemate
