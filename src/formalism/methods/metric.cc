#include "formalism/methods/metric.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "expr/text/print.h"
#include "formalism/energy.h"
#include "formalism/methods/lagrange.h"

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
  Symmetric3<Expr> tensor = to_binet(body.inertia);
  for (Expr* entry : {&tensor.xx, &tensor.yy, &tensor.zz}) *entry = simplify(*entry, kBriefly);
  const Matrix binet = tensor.matrix();
  for (std::size_t mu = 0; mu < metric.coordinates.size(); ++mu) {
    for (std::size_t nu = 0; nu <= mu; ++nu) {
      Expr& g = metric.g[Equations::place(mu, nu)];
      g += dot(center[mu], center[nu]) * body.mass;
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k <= j; ++k) {
          if (binet(j, k).is_zero()) continue;
          Expr product = dot(axes[j][mu], axes[k][nu]);
          if (k < j) product += dot(axes[k][mu], axes[j][nu]);
          g += product * binet(j, k);
        }
    }
  }
}

// T = ½ g_μν q̇^μ q̇^ν of the kinetic terms that a user added
void add_kinetic_energy(const Model& model, const Kinematics& kinematics, Metric& metric) {
  const Expr added = compute_added_kinetic_energy(model, kinematics);
  if (added.is_zero()) return;
  const Velocities velocities = compute_velocities(model, kinematics, compute_rates(kinematics));
  require_known_speeds(model, velocities, {&added, 1});
  const Expr energy = substitute(added, velocities.of_speeds);
  Substitution still;
  for (Expr rate : velocities.symbols) still.symbols.emplace(rate, Expr(0));
  const std::vector<Expr> momenta = gradient(energy, velocities.symbols), drift = substitute(momenta, still);
  metric.g[0] += Expr(2) * substitute(energy, still);
  for (std::size_t i = 0; i < momenta.size(); ++i) {
    metric.g[Equations::place(i + 1, 0)] += drift[i];
    const std::vector<Expr> row = gradient(momenta[i], velocities.symbols);
    for (std::size_t j = 0; j <= i; ++j) {
      for (Expr slope : gradient(row[j], velocities.symbols))
        if (!slope.is_zero() && !test_zero(slope).zero)
          throw Error(ErrorCode::kFormalism,
                      fmt::format("a kinetic energy is not quadratic in {}", to_text(velocities.symbols[i])),
                      "it has no metric; other formalisms take it");
      metric.g[Equations::place(i + 1, j + 1)] += row[j];
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

// What the metric does not know: momenta of added kinetic terms change with the states of loads too.
void add_rates_of_states(const Model& model, const Kinematics& kinematics, Equations& equations) {
  Seeds rates;
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states)
      rates.emplace(make_symbol(state.name), substitute(state.rate, kinematics.resolution));
  if (rates.empty()) return;
  const std::vector<Expr> momenta = gradient(compute_added_kinetic_energy(model, kinematics), equations.speeds),
                          changes = differentiate(momenta, rates);
  for (std::size_t k = 0; k < changes.size(); ++k) equations.bias[k] += changes[k];
}

}  // namespace

Metric compute_metric(const Model& model, const Kinematics& kinematics) {
  Metric metric;
  metric.coordinates = {make_symbol("t")};
  for (Expr q : compute_rates(kinematics).coordinates) metric.coordinates.push_back(q);
  metric.g.assign(metric.coordinates.size() * (metric.coordinates.size() + 1) / 2, Expr(0));
  for (std::size_t b = 1; b < model.bodies.size(); ++b) add_body(model.bodies[b], kinematics.bodies[b].pose, metric);
  add_kinetic_energy(model, kinematics, metric);
  add_christoffel(metric);
  return metric;
}

Equations derive_by_metric(const Model& model, const Kinematics& kinematics) {
  return derive_by_metric(model, kinematics, compute_metric(model, kinematics));
}

Equations derive_by_metric(const Model& model, const Kinematics& kinematics, const Metric& metric) {
  const Rates rates = compute_rates(kinematics);
  Equations equations = make_equations(kinematics.speeds);
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
  add_rates_of_states(model, kinematics, equations);
  add_energy_forces(model, kinematics, equations);
  return equations;
}

}  // namespace kinemate
