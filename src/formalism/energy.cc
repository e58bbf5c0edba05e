#include "formalism/energy.h"

#include "model/load_terms.h"

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
  return energy + compute_added_kinetic_energy(model, kinematics);
}

Expr compute_added_kinetic_energy(const Model& model, const Kinematics& kinematics) {
  Expr energy(0);
  for (const LoadElement& load : model.loads)
    if (load.type == LoadType::kKinetic) energy += compute_load_terms(model, kinematics, load).kinetic;
  return energy;
}

Energies compute_energies(const Model& model, const Kinematics& kinematics) {
  Energies energies{compute_kinetic_energy(model, kinematics), Expr(0), Expr(0)};
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    energies.potential -= dot(model.gravity, kinematics.bodies[b].pose.at(body.center)) * body.mass;
  }
  for (const LoadElement& load : model.loads) {
    const LoadTerms terms = compute_load_terms(model, kinematics, load);
    energies.potential += terms.potential;
    energies.dissipation += terms.dissipation;
  }
  return energies;
}

}  // namespace kinemate
