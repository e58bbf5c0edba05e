#include "formalism/closed_equations.h"

#include "formalism/lagrange.h"

namespace kinemate {
namespace {

bool takes_shared_speeds(std::string_view formalism) { return formalism == "kane" || formalism == "joint-loads"; }

}  // namespace

Equations close_equations(const Equations& of_tree, const Closing& closing) {
  std::vector<Expr> independent;
  for (std::size_t column : closing.independent) independent.push_back(closing.conditions.speeds[column]);
  Substitution by_independent;
  for (std::size_t i = 0; i < closing.speeds.size(); ++i)
    by_independent.symbols.emplace(closing.conditions.speeds[i], closing.speeds[i]);
  Rates change;  // the tree's speeds in the place of coordinates
  const std::size_t n = of_tree.speeds.size();
  change.coordinates = of_tree.speeds;
  change.rates.assign(closing.speeds.begin(), closing.speeds.begin() + static_cast<std::ptrdiff_t>(n));
  change.H.assign(closing.T.begin(), closing.T.begin() + static_cast<std::ptrdiff_t>(n));
  change.bias.assign(closing.rho.begin(), closing.rho.begin() + static_cast<std::ptrdiff_t>(n));
  Equations result = make_equations(independent);
  project(change, substitute(of_tree.mass, by_independent), substitute(of_tree.bias, by_independent), result);
  auto transposed = [&](const std::vector<Expr>& forces, std::vector<Expr>& to) {
    const std::vector<Expr> resolved = substitute(forces, by_independent);
    for (std::size_t k = 0; k < to.size(); ++k)
      for (std::size_t i = 0; i < n; ++i)
        if (!change.H[i][k].is_zero()) to[k] += change.H[i][k] * resolved[i];
  };
  transposed(of_tree.forces, result.forces);
  transposed(of_tree.conservative, result.conservative);
  return result;
}

Equations derive_by(const Formalism& formalism, const Model& model, const Kinematics& kinematics) {
  if (!kinematics.closing || takes_shared_speeds(formalism.name)) return formalism.derive(model, kinematics);
  const Closing& closing = *kinematics.closing;
  if (closing.conditions.joints.empty()) return close_equations(formalism.derive(model, closing.tree), closing);
  // loads on joints that close loops are along no speed of the tree
  Model bare = model;
  bare.loads.clear();
  Equations closed = close_equations(formalism.derive(bare, closing.tree), closing);
  add_kinetic_terms(model, kinematics, closed);
  Equations applied = make_equations(kinematics.speeds);
  add_applied_forces(model, kinematics, applied);
  closed.forces = applied.forces;
  closed.conservative = applied.conservative;
  return closed;
}

}  // namespace kinemate
