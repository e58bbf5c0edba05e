#include "formalism/solve_mass.h"

#include <fmt/format.h>

#include "base/error.h"
#include "formalism/equations.h"

namespace kinemate {

MassFactors factor_mass(std::span<const Expr> mass) {
  MassFactors factors{{mass.begin(), mass.end()}, {}};
  std::size_t f = 0;
  while (Equations::place(f, 0) < mass.size()) ++f;
  factors.D.resize(f);
  std::vector<Expr>& L = factors.L;
  auto at = [&](std::size_t i, std::size_t j) -> Expr& { return L[Equations::place(i, j)]; };
  for (std::size_t k = f; k-- > 0;) {
    const Expr pivot = factors.D[k] = at(k, k);
    if (pivot.is_zero())
      throw Error(fmt::format("the mass matrix is singular at all states: speed {} meets no inertia", k + 1),
                  "give mass or inertia to the bodies that it moves", Error::Kind::kNumerical);
    for (std::size_t i = k; i-- > 0;) {
      if (at(k, i).is_zero()) continue;
      const Expr l = at(k, i) / pivot;
      for (std::size_t j = 0; j <= i; ++j) at(i, j) -= l * at(k, j);  // at(k, j) for j ≤ i is not divided yet
      at(k, i) = l;
    }
  }
  return factors;
}

std::vector<Expr> solve(const MassFactors& factors, std::vector<Expr> b) {
  const std::size_t f = factors.D.size();
  auto L = [&](std::size_t i, std::size_t j) { return factors.L[Equations::place(i, j)]; };
  for (std::size_t k = f; k-- > 0;)
    for (std::size_t i = 0; i < k; ++i) b[i] -= L(k, i) * b[k];
  for (std::size_t k = 0; k < f; ++k) {
    b[k] /= factors.D[k];
    for (std::size_t i = 0; i < k; ++i) b[k] -= L(k, i) * b[i];
  }
  return b;
}

}  // namespace kinemate
