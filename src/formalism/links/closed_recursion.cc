#include "formalism/links/closed_recursion.h"

#include <fmt/format.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <functional>

#include "base/error.h"
#include "formalism/links/loop_rows.h"
#include "recursion/algorithms/articulated.h"
#include "recursion/algorithms/composite.h"
#include "recursion/algorithms/mass_factors.h"

namespace kinemate {
namespace {

using Driving = std::vector<Expr>;  // one entry for each column of the tree

// The factored tree with all that drives it.
struct DrivenTree {
  std::vector<Expr> inverses;  // D⁻¹
  Driving applied;             // d₀
  std::vector<Driving> loops;  // Δ, column by column
  std::function<std::vector<Expr>(const Driving&)> outward;
};

RightSide<Expr> applied_side(const FormulaSystem& machine) {
  return {compute_bias_loads(machine.system, machine.base, machine.joints, machine.applied), machine.efforts};
}

DrivenTree drive_by_articulated_bodies(const FormulaSystem& machine, const std::vector<LoopRow>& rows) {
  const BaseSystem<Expr>& system = machine.system;
  const ArticulatedFactors<Expr> factors = factor_articulated(system);
  DrivenTree tree;
  for (const ExplicitColumn<Expr>& column : factors.columns) tree.inverses.push_back(column.inverse);
  tree.applied = go_inward(system, factors, applied_side(machine));
  for (const LoopRow& row : rows) {
    RightSide<Expr> unit{std::vector<Load<Expr>>(system.links.size()), Driving(system.free.size())};
    for (const auto& [link, load] : row.loads) unit.loads[link] += load;
    tree.loops.push_back(go_inward(system, factors, unit));
  }
  tree.outward = [&system, factors](const Driving& driving) {
    return go_outward(system, factors, driving).accelerations;
  };
  return tree;
}

DrivenTree drive_by_composite_bodies(const FormulaSystem& machine, const std::vector<LoopRow>& rows) {
  const MassFactors<Expr> factors = factor_mass(compute_mass_by_composites(machine.system));
  DrivenTree tree;
  for (Expr pivot : factors.D) tree.inverses.push_back(Expr(1) / pivot);
  tree.applied = go_inward(factors, compute_driving_efforts(machine.system, applied_side(machine)));
  for (const LoopRow& row : rows) tree.loops.push_back(go_inward(factors, compute_loop_efforts(machine, row)));
  tree.outward = [factors](const Driving& driving) { return go_outward(factors, driving); };
  return tree;
}

Expr sum_of_products(const Driving& a, const Driving& b) {
  Expr sum;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!a[k].is_zero() && !b[k].is_zero()) sum += a[k] * b[k];
  return sum;
}

// B M⁻¹ Bᵀ λ = right
struct LoopSystem {
  std::vector<Expr> compliance;  // its lower triangle, row by row
  std::vector<Expr> right;
};

LoopSystem make_loop_system(const DrivenTree& tree, const std::vector<LoopRow>& rows) {
  LoopSystem made;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    Driving weighted = tree.loops[a];  // D⁻¹ Δ
    for (std::size_t k = 0; k < weighted.size(); ++k) weighted[k] *= tree.inverses[k];
    for (std::size_t b = 0; b <= a; ++b) made.compliance.push_back(sum_of_products(tree.loops[b], weighted));
    made.right.push_back(-rows[a].bias - sum_of_products(tree.applied, weighted));
  }
  return made;
}

// Which condition is eliminated at which place, so that few zeros are lost; factor_mass begins with the last place.
std::vector<std::size_t> order_for_zeros(const LoopSystem& system) {
  const auto size = static_cast<int>(system.right.size());
  Eigen::SparseMatrix<double> pattern(size, size);
  std::vector<Eigen::Triplet<double>> entries;
  for (int a = 0; a < size; ++a)
    for (int b = 0; b <= a; ++b)
      if (!system.compliance[triangle_place(static_cast<std::size_t>(a), static_cast<std::size_t>(b))].is_zero()) {
        entries.emplace_back(a, b, 1);
        entries.emplace_back(b, a, 1);
      }
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  std::vector<std::size_t> at(system.right.size());
  for (int k = 0; k < size; ++k)
    at[static_cast<std::size_t>(size - 1 - k)] = static_cast<std::size_t>(order.indices()[k]);
  return at;
}

std::vector<Expr> solve_loops(const LoopSystem& system) {
  if (system.right.empty()) return {};
  const std::vector<std::size_t> at = order_for_zeros(system);
  std::vector<Expr> compliance, right, multipliers(at.size());
  for (std::size_t a = 0; a < at.size(); ++a) {
    for (std::size_t b = 0; b <= a; ++b)
      compliance.push_back(system.compliance[triangle_place(std::max(at[a], at[b]), std::min(at[a], at[b]))]);
    right.push_back(system.right[at[a]]);
  }
  const std::vector<Expr> solved = solve(factor_mass(std::move(compliance)), std::move(right));
  for (std::size_t a = 0; a < at.size(); ++a) multipliers[at[a]] = solved[a];
  return multipliers;
}

}  // namespace

ClosedAccelerations compute_closed_accelerations(const Model& model, const Kinematics& kinematics,
                                                 const MachineLinks& links, const FormulaSystem& machine,
                                                 ClosedMethod method) {
  if (!model.constraints.empty())
    throw Error(
        ErrorCode::kAlgorithm,
        fmt::format("the recursions close loops by joints, and {} is a constraint", model.constraints.front().name),
        "put a joint in its place, or let another method derive the equations");
  LoopRows made = make_loop_rows(model, kinematics.tree, links, machine);
  const DrivenTree tree = method == ClosedMethod::kLinear ? drive_by_articulated_bodies(machine, made.rows)
                                                          : drive_by_composite_bodies(machine, made.rows);
  ClosedAccelerations closed;
  closed.redundant = std::move(made.redundant);
  closed.multipliers = solve_loops(make_loop_system(tree, made.rows));
  Driving driving = tree.applied;
  for (std::size_t a = 0; a < made.rows.size(); ++a) {
    closed.conditions.push_back(made.rows[a].condition);
    for (std::size_t k = 0; k < driving.size(); ++k) driving[k] += tree.loops[a][k] * closed.multipliers[a];
  }
  closed.accelerations = machine.to_speeds(tree.outward(driving));
  refuse_cut_coordinates(model, kinematics, closed.accelerations);
  return closed;
}

}  // namespace kinemate
