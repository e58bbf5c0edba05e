#include "formalism/equations.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "expr/graph.h"
#include "loops/closing.h"
#include "model/load_terms.h"
#include "model/order.h"

namespace kinemate {
namespace {

// H and ρ by those of the tree's speeds, which loops bind: s = T s_I + η, ṡ = T ṡ_I + ρ. What stands for T or ρ may be
// names, which have no derivatives.
void bind_rates(const Closing& closing, Rates& result) {
  const std::unordered_map<Expr, Expr> of_tree = unbound_rates(closing);
  std::vector<Expr> rates;
  for (Expr q : result.coordinates) rates.push_back(of_tree.at(q));
  Substitution by_independent;
  Seeds seeds{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < closing.speeds.size(); ++i) {
    by_independent.symbols.emplace(closing.conditions.speeds[i], closing.speeds[i]);
    seeds.emplace(closing.conditions.speeds[i], closing.rho[i]);
  }
  for (std::size_t i = 0; i < rates.size(); ++i) seeds.emplace(result.coordinates[i], result.rates[i]);
  result.bias = substitute(differentiate(rates, seeds), by_independent);
  const std::vector<std::vector<Expr>> slopes = jacobian(rates, closing.conditions.speeds);
  for (const std::vector<Expr>& slope : slopes) {
    std::vector<Expr>& row = result.H.emplace_back(closing.independent.size(), Expr(0));
    for (std::size_t i = 0; i < slope.size(); ++i)
      for (std::size_t k = 0; k < row.size() && !slope[i].is_zero(); ++k) row[k] += slope[i] * closing.T[i][k];
  }
}

}  // namespace

Equations make_equations(std::vector<Expr> speeds) {
  Equations equations;
  equations.speeds = std::move(speeds);
  const std::size_t f = equations.speeds.size();
  equations.mass.assign(f * (f + 1) / 2, Expr(0));
  for (auto* part : {&equations.bias, &equations.forces, &equations.conservative}) part->assign(f, Expr(0));
  return equations;
}

std::vector<Expr> right_sides(const Equations& equations) {
  std::vector<Expr> right;
  for (std::size_t i = 0; i < equations.forces.size(); ++i) right.push_back(equations.forces[i] - equations.bias[i]);
  return right;
}

Rates compute_rates(const Kinematics& kinematics) {
  std::vector<Expr> coordinates;
  std::unordered_map<Expr, Expr> rate_of;
  for (const JointRelation& relation : kinematics.relations)
    for (std::size_t i = 0; i < relation.symbols.size(); ++i)
      if (rate_of.emplace(relation.symbols[i], relation.rates[i]).second) coordinates.push_back(relation.symbols[i]);
  for (const auto* others : {&kinematics.loop_coordinates, &kinematics.further})
    for (Expr q : *others)
      if (!rate_of.contains(q)) {
        rate_of.emplace(q, kinematics.time_derivative.at(q));
        coordinates.push_back(q);
      }
  Rates result;
  result.coordinates = put_in_order(coordinates, kinematics.order);
  for (Expr q : result.coordinates) result.rates.push_back(rate_of.at(q));
  if (kinematics.closing) {
    bind_rates(*kinematics.closing, result);
    return result;
  }
  result.H = jacobian(result.rates, kinematics.speeds);
  Seeds seeds{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < result.coordinates.size(); ++i) seeds.emplace(result.coordinates[i], result.rates[i]);
  result.bias = differentiate(result.rates, seeds);
  return result;
}

Rates rates_of_state(const Kinematics& kinematics) {
  Rates all = compute_rates(kinematics);
  if (!kinematics.closing) return all;
  Rates result;
  for (std::size_t i = 0; i < all.coordinates.size(); ++i) {
    const auto is_it = [&](const ClosureStep& step) { return step.coordinate == all.coordinates[i]; };
    const auto& steps = kinematics.closing->steps;
    if (std::any_of(steps.begin(), steps.end(), is_it)) continue;
    result.coordinates.push_back(all.coordinates[i]);
    result.rates.push_back(all.rates[i]);
    result.H.push_back(all.H[i]);
    result.bias.push_back(all.bias[i]);
  }
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
  for (std::size_t k = 0; k < f; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (rates.H[i][k].is_zero()) continue;
      equations.bias[k] += rates.H[i][k] * rest[i];
      for (std::size_t l = 0; l <= k; ++l) equations.mass[Equations::place(k, l)] += rates.H[i][k] * gH[i][l];
    }
  }
}

Velocities compute_velocities(const Model& model, const Kinematics& kinematics, const Rates& rates) {
  Velocities result;
  const auto add = [&](std::size_t joint, const JointRelation& relation) {
    const bool is_known = relation.speeds.size() >= relation.symbols.size() || model.joints[joint].euler_parameters;
    for (std::size_t k = 0; k < relation.speeds.size(); ++k)
      if (is_known) {
        result.of_speeds.symbols.emplace(relation.speeds[k], relation.inverse_rates[k]);
      } else {
        result.unknown.emplace(relation.speeds[k], joint);
      }
  };
  // where loops are closed, the joints' own speeds are those of the tree, and of joints that close it
  const Kinematics& tree = kinematics.closing ? kinematics.closing->tree : kinematics;
  for (std::size_t i = 0; i < tree.relations.size(); ++i) add(tree.tree.joints[i].joint, tree.relations[i]);
  if (!kinematics.loop_coordinates.empty())
    for (std::size_t joint : tree.tree.secondary) add(joint, make_relation(model, model.joints[joint]));
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i) {
    result.symbols.push_back(make_symbol(rates.coordinates[i].name(), 1));
    result.to_speeds.symbols.emplace(result.symbols[i], rates.rates[i]);
  }
  return result;
}

void require_known_speeds(const Model& model, const Velocities& velocities, std::span<const Expr> formulas) {
  if (velocities.unknown.empty()) return;
  for (Expr symbol : free_symbols(formulas))
    if (const auto found = velocities.unknown.find(symbol); found != velocities.unknown.end())
      throw Error(ErrorCode::kFormalism,
                  fmt::format("joint {} has fewer directions than coordinates", model.joints[found->second].name),
                  "Lagrange's equations of the second kind are for holonomic joints: choose another formalism");
}

void add_applied_forces(const Model& model, const Kinematics& kinematics, Equations& equations) {
  auto add = [&](const LoadTerms& terms, std::vector<Expr>& to) {
    const std::vector<Expr> more = generalised_forces(model, kinematics, terms, kinematics.speeds);
    for (std::size_t i = 0; i < more.size(); ++i) to[i] += more[i];
  };
  LoadTerms weights;
  for (std::size_t body = 1; body < model.bodies.size(); ++body)
    if (const Body& b = model.bodies[body]; !b.mass.is_zero())
      weights.body_loads.push_back({body, b.center, {{}, model.gravity * b.mass}});
  if (!(model.gravity == Vector{})) add(weights, equations.conservative);
  std::vector<Expr> other(equations.speeds.size(), Expr(0));
  for (const LoadElement& load : model.loads) {
    const LoadTerms terms = compute_load_terms(model, kinematics, load);
    add(terms, terms.potential.is_zero() ? other : equations.conservative);
    // a torsion has both: what its damper does is not conservative
    if (terms.potential.is_zero() || terms.dissipation.is_zero()) continue;
    const std::vector<Expr> damping = gradient(terms.dissipation, kinematics.speeds);
    for (std::size_t i = 0; i < damping.size(); ++i) {
      equations.conservative[i] += damping[i];
      other[i] -= damping[i];
    }
  }
  for (std::size_t i = 0; i < other.size(); ++i) equations.forces[i] = equations.conservative[i] + other[i];
}

}  // namespace kinemate
