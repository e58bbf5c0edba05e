#include "formalism/equations.h"

#include <fmt/format.h>

#include "base/error.h"
#include "expr/print.h"
#include "model/load_terms.h"

namespace kinemate {

std::vector<Expr> coordinates_of_speeds(const Kinematics& kinematics) {
  std::vector<Expr> coordinates;
  for (Expr s : kinematics.speeds) {
    if (s.primes() != 1)
      throw Error(fmt::format("{} is no rate of a coordinate: Lagrange's equations need coordinates", to_text(s)),
                  "angles instead of Euler parameters, or another formalism");
    coordinates.push_back(make_symbol(s.name()));
  }
  return coordinates;
}

std::vector<Expr> compute_applied_forces(const Model& model, const Kinematics& kinematics) {
  std::vector<Expr> forces(kinematics.speeds.size(), Expr(0));
  auto add = [&](const LoadTerms& terms) {
    const std::vector<Expr> more = generalised_forces(model, kinematics, terms, kinematics.speeds);
    for (std::size_t i = 0; i < forces.size(); ++i) forces[i] += more[i];
  };
  LoadTerms weights;
  for (std::size_t body = 1; body < model.bodies.size(); ++body)
    if (const Body& b = model.bodies[body]; !b.mass.is_zero())
      weights.body_loads.push_back({body, b.center, {{}, model.gravity * b.mass}});
  if (!(model.gravity == Vector{})) add(weights);
  for (const LoadElement& load : model.loads) add(compute_load_terms(model, kinematics, load));
  return forces;
}

}  // namespace kinemate
