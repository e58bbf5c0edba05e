#include "formalism/metric.h"

#include <array>

namespace kinemate {
namespace {

// ∂_μ of a vector for every μ.
std::vector<Vector> slopes(const Vector& v, std::span<const Expr> coordinates) {
  const std::array<Expr, 3> parts = {v.x, v.y, v.z};
  const std::vector<std::vector<Expr>> rows = jacobian(parts, coordinates);
  std::vector<Vector> result;
  for (std::size_t mu = 0; mu < coordinates.size(); ++mu) result.push_back({rows[0][mu], rows[1][mu], rows[2][mu]});
  return result;
}

void add_body(const Body& body, const Pose<Expr>& pose, Metric& metric) {
  const std::vector<Vector> center = slopes(pose.at(body.center), metric.coordinates);
  std::array<std::vector<Vector>, 3> axes;
  for (std::size_t j = 0; j < 3; ++j) axes[j] = slopes(pose.rotation.column(j), metric.coordinates);
  const Matrix binet = to_binet(body.inertia).matrix();
  for (std::size_t mu = 0; mu < metric.coordinates.size(); ++mu) {
    for (std::size_t nu = 0; nu <= mu; ++nu) {
      Expr& g = metric.g[Equations::place(mu, nu)];
      g += dot(center[mu], center[nu]) * body.mass;
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          if (!binet(j, k).is_zero()) g += dot(axes[j][mu], axes[k][nu]) * binet(j, k);
    }
  }
}

void add_christoffel(Metric& metric) {
  const std::size_t count = metric.coordinates.size();
  const std::vector<std::vector<Expr>> dg = jacobian(metric.g, metric.coordinates);  // each derivative once
  auto d = [&](std::size_t rho, std::size_t mu, std::size_t nu) { return dg[Equations::place(mu, nu)][rho]; };
  for (std::size_t rho = 1; rho < count; ++rho)
    for (std::size_t mu = 0; mu < count; ++mu)
      for (std::size_t nu = 0; nu <= mu; ++nu)
        metric.christoffel.push_back((d(nu, rho, mu) + d(mu, rho, nu) - d(rho, mu, nu)) / Expr(2));
}

}  // namespace

Metric compute_metric(const Model& model, const Kinematics& kinematics) {
  Metric metric;
  metric.coordinates = {make_symbol("t")};
  for (Expr q : compute_rates(kinematics).coordinates) metric.coordinates.push_back(q);
  metric.g.assign(metric.coordinates.size() * (metric.coordinates.size() + 1) / 2, Expr(0));
  for (std::size_t b = 1; b < model.bodies.size(); ++b) add_body(model.bodies[b], kinematics.bodies[b].pose, metric);
  add_christoffel(metric);
  return metric;
}

Equations derive_by_metric(const Model& model, const Kinematics& kinematics) {
  const Metric metric = compute_metric(model, kinematics);
  const Rates rates = compute_rates(kinematics);
  Equations equations;
  equations.speeds = kinematics.speeds;
  std::vector<Expr> velocity = {Expr(1)};  // q̇⁰ = 1
  velocity.insert(velocity.end(), rates.rates.begin(), rates.rates.end());
  std::vector<Expr> g, c;  // without row and column 0
  for (std::size_t i = 1; i < velocity.size(); ++i) {
    for (std::size_t j = 1; j <= i; ++j) g.push_back(metric.g_at(i, j));
    Expr sum(0);
    for (std::size_t mu = 0; mu < velocity.size(); ++mu)
      for (std::size_t nu = 0; nu <= mu; ++nu)
        sum += metric.christoffel_at(i, mu, nu) * velocity[mu] * velocity[nu] * Expr(mu == nu ? 1 : 2);
    c.push_back(sum);
  }
  project(rates, g, c, equations);
  equations.forces = compute_applied_forces(model, kinematics);
  return equations;
}

}  // namespace kinemate
