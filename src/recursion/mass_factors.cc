#include "recursion/mass_factors.h"

#include "recursion/singular_column.h"

namespace kinemate {
template <class S>
MassFactors<S> factor_mass(std::vector<S> mass) {
  MassFactors<S> factors{std::move(mass), {}};
  std::size_t f = 0;
  while (triangle_place(f, 0) < factors.L.size()) ++f;
  factors.D.resize(f);
  auto at = [&](std::size_t i, std::size_t j) -> S& { return factors.L[triangle_place(i, j)]; };
  for (std::size_t k = f; k-- > 0;) {
    const S pivot = factors.D[k] = at(k, k);
    if (is_no_pivot(pivot)) throw SingularColumn{k};
    for (std::size_t i = k; i-- > 0;) {
      if (at(k, i) == S(0)) continue;
      const S l = at(k, i) / pivot;
      for (std::size_t j = 0; j <= i; ++j) at(i, j) = at(i, j) - l * at(k, j);  // at(k, j), j ≤ i, is not divided yet
      at(k, i) = l;
    }
  }
  return factors;
}

template <class S>
std::vector<S> solve(const MassFactors<S>& factors, std::vector<S> b) {
  const std::size_t f = factors.D.size();
  auto L = [&](std::size_t i, std::size_t j) { return factors.L[triangle_place(i, j)]; };
  for (std::size_t k = f; k-- > 0;)
    for (std::size_t i = 0; i < k; ++i) b[i] = b[i] - L(k, i) * b[k];
  for (std::size_t k = 0; k < f; ++k) {
    b[k] = b[k] / factors.D[k];
    for (std::size_t i = 0; i < k; ++i) b[k] = b[k] - L(k, i) * b[i];
  }
  return b;
}

template MassFactors<double> factor_mass(std::vector<double>);
template std::vector<double> solve(const MassFactors<double>&, std::vector<double>);
template MassFactors<Expr> factor_mass(std::vector<Expr>);
template std::vector<Expr> solve(const MassFactors<Expr>&, std::vector<Expr>);

}  // namespace kinemate
