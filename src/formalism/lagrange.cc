#include "formalism/lagrange.h"

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
  Equations equations;
  equations.speeds = kinematics.speeds;
  const std::vector<Expr> coordinates = coordinates_of_speeds(kinematics);
  const Expr energy = compute_kinetic_energy(model, kinematics);
  const std::vector<Expr> momenta = gradient(energy, equations.speeds), slopes = gradient(energy, coordinates);
  // d/dt for ṡ = 0
  Seeds drift{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < coordinates.size(); ++i) drift.emplace(coordinates[i], equations.speeds[i]);
  equations.bias = differentiate(momenta, drift);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    equations.bias[i] -= slopes[i];
    const std::vector<Expr> row = gradient(momenta[i], equations.speeds);
    equations.mass.insert(equations.mass.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  equations.forces = compute_applied_forces(model, kinematics);
  return equations;
}

}  // namespace kinemate
