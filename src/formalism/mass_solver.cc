#include "formalism/mass_solver.h"

#include <algorithm>

#include "recursion/singular_column.h"

namespace kinemate {
namespace {

MassFactors<Expr> factor_in_order(const std::vector<std::size_t>& order, const std::vector<Expr>& mass) {
  std::vector<Expr> ordered;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      ordered.push_back(mass[triangle_place(std::max(order[i], order[j]), std::min(order[i], order[j]))]);
  try {
    return factor_mass(std::move(ordered));
  } catch (const SingularColumn& singular) {
    throw SingularColumn{order[singular.speed]};
  }
}

}  // namespace

MassSolver::MassSolver(const Kinematics& kinematics, const std::vector<Expr>& mass)
    : order_(kinematics.tree_order), factors_(factor_in_order(order_, mass)) {}

std::vector<Expr> MassSolver::solve(const std::vector<Expr>& b) const {
  std::vector<Expr> ordered;
  for (std::size_t place : order_) ordered.push_back(b[place]);
  const std::vector<Expr> solved = kinemate::solve(factors_, std::move(ordered));
  std::vector<Expr> x(b.size());
  for (std::size_t i = 0; i < order_.size(); ++i) x[order_[i]] = solved[i];
  return x;
}

}  // namespace kinemate
