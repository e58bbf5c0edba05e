#include "formalism/lagrange.h"

#include <fmt/format.h>

#include "base/error.h"

namespace kinemate {

Expr compute_kinetic_energy(const Model& model, const Kinematics& kinematics) {
  Expr energy(0);
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.mass.is_zero() && body.inertia == Symmetric3<Expr>{}) continue;
    const BodyMotion& motion = kinematics.bodies[b];
    const Vector v = move(motion.twist, motion.pose.rotation * body.center).linear;
    const Vector omega = transposed_times(motion.pose.rotation, motion.twist.angular);
    energy += (dot(v, v) * body.mass + dot(omega, body.inertia * omega)) / Expr(2);
  }
  return energy;
}

Equations derive_by_lagrange(const Model& model, const Kinematics& kinematics) {
  const Rates rates = compute_rates(kinematics);
  // the kinetic energy as a function of q and q̇
  Substitution by_rates;
  for (std::size_t i = 0; i < kinematics.relations.size(); ++i) {
    const JointRelation& relation = kinematics.relations[i];
    const Joint& joint = model.joints[kinematics.tree.joints[i].joint];
    if (relation.speeds.size() < relation.symbols.size() && !joint.euler_parameters)
      throw Error(fmt::format("joint {} has fewer directions than coordinates", joint.name),
                  "Lagrange's equations of the second kind are for holonomic joints: choose another formalism");
    for (std::size_t k = 0; k < relation.speeds.size(); ++k)
      by_rates.symbols.emplace(relation.speeds[k], relation.inverse_rates[k]);
  }
  const Expr energy = substitute(compute_kinetic_energy(model, kinematics), by_rates);
  std::vector<Expr> velocities;
  Substitution by_speeds;
  Seeds drift{{make_symbol("t"), Expr(1)}};  // d/dt for q̈ = 0
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i) {
    velocities.push_back(make_symbol(rates.coordinates[i].name(), 1));
    by_speeds.symbols.emplace(velocities[i], rates.rates[i]);
    drift.emplace(rates.coordinates[i], velocities[i]);
  }
  const std::vector<Expr> momenta = gradient(energy, velocities), slopes = gradient(energy, rates.coordinates);
  std::vector<Expr> g, c = differentiate(momenta, drift);
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    c[i] -= slopes[i];
    const std::vector<Expr> row = gradient(momenta[i], velocities);
    g.insert(g.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  Equations equations;
  equations.speeds = kinematics.speeds;
  project(rates, substitute(g, by_speeds), substitute(c, by_speeds), equations);
  equations.forces = compute_applied_forces(model, kinematics);
  return equations;
}

}  // namespace kinemate
