#include "formalism/equations.h"

#include <unordered_map>

#include "model/load_terms.h"

namespace kinemate {

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
