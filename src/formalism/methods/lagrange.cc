#include "formalism/methods/lagrange.h"

#include "formalism/energy.h"
#include "loops/closing.h"
#include "model/load_terms.h"

namespace kinemate {
namespace {

// M and k of any kinetic energy, a formula of q, s and t.
void add_inertia(const Model& model, const Kinematics& kinematics, Expr kinetic, Equations& equations) {
  const Rates rates = compute_rates(kinematics);
  const Velocities velocities = compute_velocities(model, kinematics, rates);
  require_known_speeds(model, velocities, {&kinetic, 1});
  const Expr energy = substitute(kinetic, velocities.of_speeds);  // of q and q̇
  Seeds drift{{make_symbol("t"), Expr(1)}};                       // d/dt for q̈ = 0
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states)
      drift.emplace(make_symbol(state.name),
                    substitute(substitute(state.rate, kinematics.resolution), velocities.of_speeds));
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i) drift.emplace(rates.coordinates[i], velocities.symbols[i]);
  const std::vector<Expr> momenta = gradient(energy, velocities.symbols), slopes = gradient(energy, rates.coordinates);
  std::vector<Expr> g, c = differentiate(momenta, drift);
  for (std::size_t i = 0; i < momenta.size(); ++i) {
    c[i] -= slopes[i];
    const std::vector<Expr> row = gradient(momenta[i], velocities.symbols);
    g.insert(g.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  project(rates, substitute(g, velocities.to_speeds), substitute(c, velocities.to_speeds), equations);
}

// −∂V/∂q in the directions of the speeds.
void add_conservative_forces(const Rates& rates, Expr potential, Equations& equations) {
  const std::vector<Expr> slopes = gradient(potential, rates.coordinates);
  for (std::size_t k = 0; k < equations.speeds.size(); ++k)
    for (std::size_t i = 0; i < slopes.size(); ++i) equations.conservative[k] -= slopes[i] * rates.H[i][k];
}

}  // namespace

Equations derive_from_energies(const Model& model, const Kinematics& kinematics, Expr kinetic, Expr potential) {
  Equations equations = make_equations(kinematics.speeds);
  add_inertia(model, kinematics, kinetic, equations);
  add_conservative_forces(compute_rates(kinematics), potential, equations);
  equations.forces = equations.conservative;
  return equations;
}

void add_energy_forces(const Model& model, const Kinematics& kinematics, Equations& equations) {
  const Energies energies = compute_energies(model, kinematics);
  const Rates rates = compute_rates(kinematics);
  const std::vector<Expr> damping = gradient(energies.dissipation, kinematics.speeds);
  add_conservative_forces(rates, energies.potential, equations);
  std::vector<Expr> other(kinematics.speeds.size(), Expr(0));
  for (std::size_t k = 0; k < kinematics.speeds.size(); ++k) other[k] -= damping[k];
  for (const LoadElement& load : model.loads) {
    const LoadTerms terms = compute_load_terms(model, kinematics, load);
    if (!terms.potential.is_zero() || !terms.dissipation.is_zero()) continue;
    const std::vector<Expr> forces = generalised_forces(model, kinematics, terms, kinematics.speeds);
    for (std::size_t k = 0; k < forces.size(); ++k) other[k] += forces[k];
  }
  for (std::size_t k = 0; k < other.size(); ++k) equations.forces[k] = equations.conservative[k] + other[k];
}

Equations derive_by_lagrange(const Model& model, const Kinematics& kinematics) {
  Equations equations = make_equations(kinematics.speeds);
  add_inertia(model, kinematics, compute_kinetic_energy(model, kinematics), equations);
  add_energy_forces(model, kinematics, equations);
  return equations;
}

void add_kinetic_terms(const Model& model, const Kinematics& kinematics, Equations& equations) {
  // closed machines have it in the speeds of all joints: what follows from others may not be put in before derivatives
  const Expr terms = compute_added_kinetic_energy(model, kinematics.closing ? kinematics.closing->tree : kinematics);
  if (!terms.is_zero()) add_inertia(model, kinematics, terms, equations);
}

}  // namespace kinemate
