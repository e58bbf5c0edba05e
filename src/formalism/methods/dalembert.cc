#include "formalism/methods/dalembert.h"

#include <array>

#include "formalism/methods/lagrange.h"

namespace kinemate {
namespace {

// z = J s + drift and ż = J ṡ + bias for three components.
struct Part {
  std::vector<Vector> J;
  Vector bias;
};

Part differentiate_part(const Kinematics& kinematics, const Vector& z) {
  const std::size_t f = kinematics.speeds.size();
  const std::array<Expr, 3> components = {z.x, z.y, z.z};
  const std::vector<std::vector<Expr>> rows = jacobian(components, kinematics.speeds);
  Substitution still;
  for (Expr s : kinematics.speeds) still.symbols.emplace(s, Expr(0));
  // J̇ and the derivative of the drift, J first
  std::vector<Expr> moving;
  for (const std::vector<Expr>& row : rows) moving.insert(moving.end(), row.begin(), row.end());
  for (Expr drift : substitute(components, still)) moving.push_back(drift);
  const std::vector<Expr> rates = differentiate(moving, kinematics.time_derivative);
  Part part;
  for (std::size_t j = 0; j < f; ++j) part.J.push_back({rows[0][j], rows[1][j], rows[2][j]});
  for (std::size_t d = 0; d < 3; ++d) {
    part.bias[d] = rates[3 * f + d];
    for (std::size_t j = 0; j < f; ++j) part.bias[d] += rates[d * f + j] * kinematics.speeds[j];
  }
  return part;
}

}  // namespace

Equations derive_by_dalembert(const Model& model, const Kinematics& kinematics) {
  Equations equations = make_equations(kinematics.speeds);
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.mass.is_zero() && body.inertia == Symmetric3<Expr>{}) continue;
    const BodyMotion& motion = kinematics.bodies[b];
    const Vector velocity = move(motion.twist, motion.pose.rotation * body.center).linear;
    const Vector omega = transposed_times(motion.pose.rotation, motion.twist.angular);
    const Part T = differentiate_part(kinematics, velocity), R = differentiate_part(kinematics, omega);
    const Vector force = T.bias * body.mass;
    const Vector torque = body.inertia * R.bias + cross(omega, body.inertia * omega);
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
      equations.bias[i] += dot(T.J[i], force) + dot(R.J[i], torque);
      for (std::size_t j = 0; j <= i; ++j)
        equations.mass[Equations::place(i, j)] += dot(T.J[i], T.J[j] * body.mass) + dot(R.J[i], body.inertia * R.J[j]);
    }
  }
  add_kinetic_terms(model, kinematics, equations);
  add_applied_forces(model, kinematics, equations);
  return equations;
}

}  // namespace kinemate
