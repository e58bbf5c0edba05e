#include "loops/closing.h"

#include <algorithm>

#include "expr/differentiate.h"
#include "expr/graph.h"

namespace kinemate {

bool is_independent(const Closing& closing, std::size_t column) {
  return std::find(closing.independent.begin(), closing.independent.end(), column) != closing.independent.end();
}

Substitution explicit_positions(const Closing& closing) {
  Substitution made;
  for (const ClosureStep& step : closing.steps) made.symbols.emplace(step.coordinate, substitute(step.formula, made));
  return made;
}

Substitution dependent_motion(const Closing& closing) {
  Substitution made;
  for (std::size_t i = 0; i < closing.speeds.size(); ++i) {
    if (is_independent(closing, i)) continue;
    const Expr s = closing.conditions.speeds[i];
    made.symbols.emplace(s, closing.speeds[i]);
    Expr rate = closing.rho[i];
    for (std::size_t k = 0; k < closing.independent.size(); ++k) {
      const Expr independent = closing.conditions.speeds[closing.independent[k]];
      rate += closing.T[i][k] * make_symbol(independent.name(), independent.primes() + 1);
    }
    made.symbols.emplace(make_symbol(s.name(), s.primes() + 1), rate);
  }
  return made;
}

Substitution motion_by_speeds(const Kinematics& kinematics) {
  Substitution motion = kinematics.resolution;
  if (kinematics.closing) {
    Substitution dependent = dependent_motion(*kinematics.closing);
    motion.symbols.merge(dependent.symbols);
  }
  return motion;
}

std::unordered_map<Expr, Expr> unbound_rates(const Closing& closing) {
  std::unordered_map<Expr, Expr> rates;
  for (const JointRelation& relation : closing.tree.relations)
    for (std::size_t i = 0; i < relation.symbols.size(); ++i) rates.emplace(relation.symbols[i], relation.rates[i]);
  for (std::size_t i = 0; i < closing.conditions.coordinates.size(); ++i)
    rates.emplace(closing.conditions.coordinates[i], closing.conditions.coordinate_rates[i]);
  for (Expr q : closing.tree.further) rates.emplace(q, make_symbol(q.name(), 1));
  return rates;
}

std::vector<Expr> corrected_coordinates(const Closing& closing, std::span<const Expr> coordinates) {
  std::vector<Expr> gaps;
  for (const LoopCondition& condition : closing.conditions.conditions) gaps.push_back(-condition.residual);
  const std::vector<Expr> steps = closing.solver.solve(gaps, closing.speeds.size());
  // q̇ for speeds δs: rates are affine in them
  Seeds change;
  for (std::size_t i = 0; i < steps.size(); ++i) change.emplace(closing.conditions.speeds[i], steps[i]);
  const std::unordered_map<Expr, Expr> rates = unbound_rates(closing);
  std::vector<Expr> corrected;
  for (Expr q : coordinates) corrected.push_back(q + differentiate({&rates.at(q), 1}, change)[0]);
  return corrected;
}

}  // namespace kinemate
