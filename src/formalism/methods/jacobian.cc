#include "formalism/methods/jacobian.h"

#include <array>

#include "formalism/energy.h"
#include "formalism/methods/lagrange.h"

namespace kinemate {
namespace {

// Columns 0 ... n of the Jacobian of three components, as rows of a matrix are given.
std::vector<Vector> columns_of(const std::vector<std::vector<Expr>>& rows) {
  std::vector<Vector> columns;
  for (std::size_t j = 0; j < rows[0].size(); ++j) columns.push_back({rows[0][j], rows[1][j], rows[2][j]});
  return columns;
}

// J_R for q̇⁰ = 1, q̇: ω is linear in q̇, and what does not depend on it belongs to time.
std::vector<Vector> rotation_columns(const Vector& omega, const Velocities& velocities) {
  const std::array<Expr, 3> components = {omega.x, omega.y, omega.z};
  Substitution still;
  for (Expr rate : velocities.symbols) still.symbols.emplace(rate, Expr(0));
  const std::vector<Expr> rest = substitute(components, still);
  std::vector<Vector> columns = columns_of(jacobian(components, velocities.symbols));
  columns.insert(columns.begin(), Vector{rest[0], rest[1], rest[2]});
  return columns;
}

}  // namespace

Equations derive_by_jacobian(const Model& model, const Kinematics& kinematics) {
  const Rates rates = compute_rates(kinematics);
  const Velocities velocities = compute_velocities(model, kinematics, rates);
  std::vector<Expr> coordinates = {make_symbol("t")}, motion = {Expr(1)};
  coordinates.insert(coordinates.end(), rates.coordinates.begin(), rates.coordinates.end());
  motion.insert(motion.end(), velocities.symbols.begin(), velocities.symbols.end());
  const std::size_t count = coordinates.size();
  std::vector<Expr> M(count * (count + 1) / 2, Expr(0));
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    const BodyMotion& at = kinematics.bodies[b];
    const Vector center = at.pose.at(body.center), turning = transposed_times(at.pose.rotation, at.twist.angular);
    const std::array<Expr, 3> positions = {center.x, center.y, center.z};
    const std::array<Expr, 3> components = {turning.x, turning.y, turning.z};
    require_known_speeds(model, velocities, components);
    const std::vector<Expr> omega = substitute(components, velocities.of_speeds);
    const std::vector<Vector> J_T = columns_of(jacobian(positions, coordinates)),
                              J_R = rotation_columns({omega[0], omega[1], omega[2]}, velocities);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        M[Equations::place(i, j)] += dot(J_T[i], J_T[j]) * body.mass + dot(J_R[i], body.inertia * J_R[j]);
  }
  // rows of M q̇ and their derivatives
  std::vector<Expr> momenta(count, Expr(0));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) momenta[i] += M[Equations::place(i, j)] * motion[j];
  const std::vector<std::vector<Expr>> J_M = kinemate::jacobian(momenta, coordinates);
  std::vector<Expr> g, c;
  for (std::size_t i = 1; i < count; ++i) {
    for (std::size_t j = 1; j <= i; ++j) g.push_back(M[Equations::place(i, j)]);
    Expr sum(0);
    for (std::size_t j = 0; j < count; ++j) sum += (J_M[i][j] - J_M[j][i] / Expr(2)) * motion[j];
    c.push_back(sum);
  }
  Equations equations = make_equations(kinematics.speeds);
  project(rates, substitute(g, velocities.to_speeds), substitute(c, velocities.to_speeds), equations);
  add_kinetic_terms(model, kinematics, equations);
  add_energy_forces(model, kinematics, equations);
  return equations;
}

}  // namespace kinemate
