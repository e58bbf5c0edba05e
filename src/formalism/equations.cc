#include "formalism/equations.h"

#include <unordered_set>

#include "model/load_terms.h"

namespace kinemate {

Rates compute_rates(const Kinematics& kinematics) {
  Rates result;
  std::unordered_set<Expr> known;
  for (const JointRelation& relation : kinematics.relations) {
    for (std::size_t i = 0; i < relation.symbols.size(); ++i) {
      if (!known.insert(relation.symbols[i]).second) continue;
      result.coordinates.push_back(relation.symbols[i]);
      result.rates.push_back(relation.rates[i]);
    }
  }
  result.H = jacobian(result.rates, kinematics.speeds);
  Seeds seeds{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < result.coordinates.size(); ++i) seeds.emplace(result.coordinates[i], result.rates[i]);
  result.bias = differentiate(result.rates, seeds);
  return result;
}

void project(const Rates& rates, const std::vector<Expr>& g, const std::vector<Expr>& c, Equations& equations) {
  const std::size_t n = rates.coordinates.size(), f = equations.speeds.size();
  // rows g H and g ρ + c
  std::vector<std::vector<Expr>> gH(n, std::vector<Expr>(f, Expr(0)));
  std::vector<Expr> rest = c;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const Expr entry = g[Equations::place(i, j)];
      if (entry.is_zero()) continue;
      rest[i] += entry * rates.bias[j];
      for (std::size_t k = 0; k < f; ++k)
        if (!rates.H[j][k].is_zero()) gH[i][k] += entry * rates.H[j][k];
    }
  }
  equations.mass.assign(f * (f + 1) / 2, Expr(0));
  equations.bias.assign(f, Expr(0));
  for (std::size_t k = 0; k < f; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (rates.H[i][k].is_zero()) continue;
      equations.bias[k] += rates.H[i][k] * rest[i];
      for (std::size_t l = 0; l <= k; ++l) equations.mass[Equations::place(k, l)] += rates.H[i][k] * gH[i][l];
    }
  }
}

std::vector<Expr> compute_applied_forces(const Model& model, const Kinematics& kinematics) {
  std::vector<Expr> forces(kinematics.speeds.size(), Expr(0));
  auto add = [&](const LoadTerms& terms) {
    const std::vector<Expr> more = generalised_forces(model, kinematics, terms, kinematics.speeds);
    for (std::size_t i = 0; i < forces.size(); ++i) forces[i] += more[i];
  };
  LoadTerms weights;
  for (std::size_t body = 1; body < model.bodies.size(); ++body)
    if (const Body& b = model.bodies[body]; !b.mass.is_zero())
      weights.body_loads.push_back({body, b.center, {{}, model.gravity * b.mass}});
  if (!(model.gravity == Vector{})) add(weights);
  for (const LoadElement& load : model.loads) add(compute_load_terms(model, kinematics, load));
  return forces;
}

}  // namespace kinemate
