#include "formalism/kane.h"

#include <unordered_map>

namespace kinemate {

Equations derive_by_kane(const Model& model, const Kinematics& kinematics) {
  Equations equations;
  equations.speeds = kinematics.speeds;
  const std::size_t f = equations.speeds.size();
  equations.mass.assign(f * (f + 1) / 2, Expr(0));
  equations.bias.assign(f, Expr(0));
  std::unordered_map<Expr, std::size_t> index;
  for (std::size_t i = 0; i < f; ++i) index.emplace(equations.speeds[i], i);
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.mass.is_zero() && body.inertia == Symmetric3<Expr>{}) continue;
    const PointMotion motion = compute_point_motion(model, kinematics, b, body.center);
    const PointMotion turned = in_axes(motion, motion.rotation);
    const Vector& omega = turned.angular_velocity;
    const Vector force = motion.bias * body.mass;
    const Vector torque = body.inertia * turned.angular_bias + cross(omega, body.inertia * omega);
    for (std::size_t i = 0; i < motion.speeds.size(); ++i) {
      const std::size_t row = index.at(motion.speeds[i]);
      equations.bias[row] += dot(motion.J_T[i], force) + dot(turned.J_R[i], torque);
      const Vector momentum = motion.J_T[i] * body.mass, spin = body.inertia * turned.J_R[i];
      for (std::size_t j = 0; j <= i; ++j) {
        const std::size_t column = index.at(motion.speeds[j]);
        equations.mass[Equations::place(row, column)] += dot(momentum, motion.J_T[j]) + dot(spin, turned.J_R[j]);
      }
    }
  }
  equations.forces = compute_applied_forces(model, kinematics);
  return equations;
}

}  // namespace kinemate
