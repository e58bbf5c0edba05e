#include "formalism/integrals.h"

#include <algorithm>
#include <unordered_set>

#include "expr/graph.h"
#include "expr/normal/varying.h"

namespace kinemate {
namespace {

bool vanishes(Expr formula) { return formula.is_zero() || test_zero(formula).zero; }

bool depends(Expr formula, Expr symbol) {
  const std::vector<Expr> symbols = free_symbols(formula);
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

// Where the speed of a coordinate is its rate, moves nothing else, and no other speed knows of it: else ∂T/∂s is no
// momentum.
bool has_speed_of_its_own(const Model& model, const Kinematics& kinematics, Expr q, Expr rate) {
  for (std::size_t i = 0; i < kinematics.relations.size(); ++i) {
    const JointRelation& relation = kinematics.relations[i];
    const bool is_mine = std::find(relation.symbols.begin(), relation.symbols.end(), q) != relation.symbols.end();
    const bool holonomic = relation.speeds.size() >= relation.symbols.size() ||
                           model.joints[kinematics.tree.joints[i].joint].euler_parameters;
    if (is_mine && !holonomic) return false;
    for (std::size_t k = 0; k < relation.rates.size(); ++k)
      if (!(relation.symbols[k] == q) && depends(relation.rates[k], rate)) return false;
    for (std::size_t k = 0; k < relation.speeds.size(); ++k) {
      const Expr inverse = relation.inverse_rates[k];
      if (!(relation.speeds[k] == rate) && (depends(inverse, q) || depends(inverse, rate))) return false;
    }
  }
  return true;
}

// Stops push where their conditions depend on a coordinate.
bool is_pushed(const Model& model, Expr q) {
  return std::any_of(model.events.begin(), model.events.end(), [&](const Event& event) {
    return (event.impact || event.contact) && event.condition && varies_with(*event.condition, q);
  });
}

// Whether a closed stop that moves with time does work.
bool has_moving_stop(const Model& model) {
  return std::any_of(model.events.begin(), model.events.end(), [](const Event& event) {
    return event.contact && event.condition && varies_with(*event.condition, make_symbol("t"));
  });
}

// τ without what has a potential.
std::vector<Expr> other_forces(const Equations& equations) {
  std::vector<Expr> forces = equations.forces;
  for (std::size_t k = 0; k < forces.size(); ++k) forces[k] -= equations.conservative[k];
  return forces;
}

// t, inputs and states of loads.
std::vector<Expr> given_quantities(const Model& model) {
  std::vector<Expr> given = {make_symbol("t")};
  for (const Input& input : model.inputs) given.push_back(make_symbol(input.name));
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) given.push_back(make_symbol(state.name));
  return given;
}

bool any_varies(std::initializer_list<Expr> formulas, Expr symbol) {
  return std::any_of(formulas.begin(), formulas.end(), [&](Expr formula) { return varies_with(formula, symbol); });
}

}  // namespace

Integrals find_integrals(const Model& model, const Kinematics& kinematics, const Equations& equations,
                         const Energies& energies) {
  const Rates rates = compute_rates(kinematics);
  const std::vector<Expr> momenta = gradient(energies.kinetic, equations.speeds), others = other_forces(equations);
  Integrals result;
  // where loops are closed other coordinates change with each
  for (std::size_t i = 0; i < rates.coordinates.size() && !kinematics.closing; ++i) {
    const Expr q = rates.coordinates[i], rate = rates.rates[i];
    if (any_varies({energies.kinetic, energies.potential}, q) || is_pushed(model, q)) continue;
    const auto speed = std::find(equations.speeds.begin(), equations.speeds.end(), rate);
    if (speed == equations.speeds.end() || !has_speed_of_its_own(model, kinematics, q, rate)) continue;
    const bool in_forces = std::any_of(others.begin(), others.end(), [&](Expr force) { return varies_with(force, q); });
    if (!in_forces) result.cyclic.push_back(q);
    const auto k = static_cast<std::size_t>(speed - equations.speeds.begin());
    if (vanishes(others[k])) result.integrals.push_back({FirstIntegral::Kind::kMomentum, q, momenta[k]});
  }
  // the energy: nothing depends on time or inputs, and what has no potential does no work
  Expr power(0), doubled(0);  // of other forces; ∂T/∂s s
  for (std::size_t k = 0; k < equations.speeds.size(); ++k) {
    power += others[k] * equations.speeds[k];
    doubled += momenta[k] * equations.speeds[k];
  }
  Substitution still;
  for (Expr s : equations.speeds) still.symbols.emplace(s, Expr(0));
  const std::vector<Expr> drift = substitute(rates.rates, still), given = given_quantities(model);
  const bool is_constant = std::all_of(drift.begin(), drift.end(), vanishes) && !has_moving_stop(model) &&
                           std::none_of(given.begin(), given.end(), [&](Expr one) {
                             return any_varies({energies.kinetic, energies.potential}, one);
                           });
  if (!is_constant || equations.speeds.empty() || !vanishes(power)) return result;
  const Expr jacobi = doubled - energies.kinetic + energies.potential;
  const bool quadratic = vanishes(doubled - Expr(2) * energies.kinetic);
  result.integrals.push_back(
      quadratic ? FirstIntegral{FirstIntegral::Kind::kEnergy, Expr(0), energies.kinetic + energies.potential}
                : FirstIntegral{FirstIntegral::Kind::kJacobi, Expr(0), jacobi});
  return result;
}

}  // namespace kinemate
