#include "formalism/closed_equations.h"

#include "formalism/methods/lagrange.h"

namespace kinemate {
namespace {

bool takes_shared_speeds(std::string_view formalism) { return formalism == "kane" || formalism == "joint-loads"; }

// v_I − B_Iᵀ λ with B_Dᵀ λ = v_D, of what stands along all columns of the conditions.
std::vector<Expr> without_multipliers(const Closing& closing, std::vector<Expr> along) {
  along.resize(closing.speeds.size(), Expr(0));  // nothing moves with joints that close loops
  const std::vector<Expr> multipliers = closing.solver.solve_transposed(along);
  std::vector<Expr> left;
  for (std::size_t column : closing.independent) {
    Expr& sum = left.emplace_back(along[column]);
    for (std::size_t row = 0; row < multipliers.size(); ++row)
      for (const auto& [at, entry] : closing.conditions.conditions[row].row)
        if (at == column && !multipliers[row].is_zero()) sum -= entry * multipliers[row];
  }
  return left;
}

Substitution by_independent_speeds(const Closing& closing) {
  Substitution made;
  for (std::size_t i = 0; i < closing.speeds.size(); ++i)
    made.symbols.emplace(closing.conditions.speeds[i], closing.speeds[i]);
  return made;
}

std::vector<Expr> independent_speeds(const Closing& closing) {
  std::vector<Expr> independent;
  for (std::size_t column : closing.independent) independent.push_back(closing.conditions.speeds[column]);
  return independent;
}

}  // namespace

Equations close_equations(const Equations& of_tree, const Closing& closing) {
  const Substitution by_independent = by_independent_speeds(closing);
  Rates change;  // the tree's speeds in the place of coordinates
  const std::size_t n = of_tree.speeds.size();
  change.coordinates = of_tree.speeds;
  change.rates.assign(closing.speeds.begin(), closing.speeds.begin() + static_cast<std::ptrdiff_t>(n));
  change.H.assign(closing.T.begin(), closing.T.begin() + static_cast<std::ptrdiff_t>(n));
  change.bias.assign(closing.rho.begin(), closing.rho.begin() + static_cast<std::ptrdiff_t>(n));
  Equations result = make_equations(independent_speeds(closing));
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

Equations close_by_multipliers(const Equations& of_tree, const Closing& closing) {
  const Substitution by_independent = by_independent_speeds(closing);
  const std::size_t n = of_tree.speeds.size(), f = closing.independent.size();
  const std::vector<Expr> mass = substitute(of_tree.mass, by_independent);
  const auto times = [&](const auto& motion) {  // M x
    std::vector<Expr> product(n, Expr(0));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) product[i] += mass[Equations::place(i, j)] * motion(j);
    return product;
  };
  Equations result = make_equations(independent_speeds(closing));
  for (std::size_t k = 0; k < f; ++k) {
    const std::vector<Expr> column =
        without_multipliers(closing, times([&](std::size_t j) { return closing.T[j][k]; }));
    for (std::size_t i = k; i < f; ++i) result.mass[Equations::place(i, k)] = column[i];
  }
  std::vector<Expr> bias = substitute(of_tree.bias, by_independent);
  const std::vector<Expr> of_rho = times([&](std::size_t j) { return closing.rho[j]; });
  for (std::size_t i = 0; i < n; ++i) bias[i] += of_rho[i];
  result.bias = without_multipliers(closing, std::move(bias));
  result.forces = without_multipliers(closing, substitute(of_tree.forces, by_independent));
  result.conservative = without_multipliers(closing, substitute(of_tree.conservative, by_independent));
  return result;
}

Equations derive_by(const Formalism& formalism, const Model& model, const Kinematics& kinematics) {
  if (!kinematics.closing || takes_shared_speeds(formalism.name)) return formalism.derive(model, kinematics);
  const Closing& closing = *kinematics.closing;
  const auto close = formalism.name == "multipliers" ? close_by_multipliers : close_equations;
  if (closing.conditions.joints.empty()) return close(formalism.derive(model, closing.tree), closing);
  // loads on joints that close loops are along no speed of the tree
  Model bare = model;
  bare.loads.clear();
  Equations closed = close(formalism.derive(bare, closing.tree), closing);
  add_kinetic_terms(model, kinematics, closed);
  Equations applied = make_equations(kinematics.speeds);
  add_applied_forces(model, kinematics, applied);
  closed.forces = applied.forces;
  closed.conservative = applied.conservative;
  return closed;
}

}  // namespace kinemate
