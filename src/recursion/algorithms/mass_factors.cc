#include "recursion/algorithms/mass_factors.h"

#include <utility>

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
std::vector<S> go_inward(const MassFactors<S>& factors, std::vector<S> b) {
  for (std::size_t k = factors.D.size(); k-- > 0;)
    for (std::size_t i = 0; i < k; ++i) b[i] = b[i] - factors.L[triangle_place(k, i)] * b[k];
  return b;
}

template <class S>
std::vector<S> go_outward(const MassFactors<S>& factors, std::vector<S> d) {
  for (std::size_t k = 0; k < factors.D.size(); ++k) {
    d[k] = d[k] / factors.D[k];
    for (std::size_t i = 0; i < k; ++i) d[k] = d[k] - factors.L[triangle_place(k, i)] * d[i];
  }
  return d;
}

template <class S>
std::vector<S> solve(const MassFactors<S>& factors, std::vector<S> b) {
  return go_outward(factors, go_inward(factors, std::move(b)));
}

template MassFactors<double> factor_mass(std::vector<double>);
template std::vector<double> go_inward(const MassFactors<double>&, std::vector<double>);
template std::vector<double> go_outward(const MassFactors<double>&, std::vector<double>);
template std::vector<double> solve(const MassFactors<double>&, std::vector<double>);
template MassFactors<Expr> factor_mass(std::vector<Expr>);
template std::vector<Expr> go_inward(const MassFactors<Expr>&, std::vector<Expr>);
template std::vector<Expr> go_outward(const MassFactors<Expr>&, std::vector<Expr>);
template std::vector<Expr> solve(const MassFactors<Expr>&, std::vector<Expr>);

}  // namespace kinemate
