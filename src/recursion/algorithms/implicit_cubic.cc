#include "recursion/algorithms/implicit_cubic.h"

#include <algorithm>

#include "expr/expr.h"

namespace kinemate {
namespace {

// A column of C_b: its row of M*, and L⁻¹ of it, where M_b = L D Lᵀ.
template <class S>
struct LockedColumn {
  std::size_t row;
  Six<S> half;
};

template <class S>
std::vector<std::vector<LockedColumn<S>>> columns_of_bodies(const BaseSystem<S>& system,
                                                            const std::vector<JointBases<S>>& bases,
                                                            const ImplicitCubicFactors<S>& factors) {
  std::vector<std::vector<LockedColumn<S>>> columns(system.links.size());
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    std::size_t row = factors.first[i];
    for (const Load<S>& locked : bases[i].locked_load()) {
      columns[i].push_back({row, solve_forward(factors.bodies[i], locked)});
      if (link.carrier != kBase)
        columns[link.carrier].push_back(
            {row, solve_forward(factors.bodies[link.carrier], inward(link.transfer, locked * S(-1)))});
      ++row;
    }
  }
  return columns;
}

// Σ C_bᵀ M_b⁻¹ C_b, the lower triangle
template <class S>
std::vector<S> locked_matrix(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                             const ImplicitCubicFactors<S>& factors) {
  const std::size_t size = factors.first.back();
  std::vector<S> result(size * (size + 1) / 2, S(0));
  const auto columns = columns_of_bodies(system, bases, factors);
  for (std::size_t b = 0; b < system.links.size(); ++b)
    for (const LockedColumn<S>& a : columns[b]) {
      Six<S> weighted = a.half;
      for (std::size_t k = 0; k < 6; ++k) weighted[k] = weighted[k] * factors.bodies[b].factors.inverse[k];
      for (const LockedColumn<S>& c : columns[b]) {
        if (c.row > a.row) continue;
        S& entry = result[a.row * (a.row + 1) / 2 + c.row];
        for (std::size_t k = 0; k < 6; ++k) entry = entry + weighted[k] * c.half[k];
      }
    }
  return result;
}

}  // namespace

template <class S>
ImplicitCubicFactors<S> factor_implicit_cubic(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases) {
  ImplicitCubicFactors<S> factors;
  factors.first.push_back(0);
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const std::optional<BodyFactors<S>> body = factor_body(make_articulated(system.links[i].inertia));
    if (!body) throw SingularInertia{i};
    factors.bodies.push_back(*body);
    factors.first.push_back(factors.first.back() + 6 - bases[i].count);
  }
  try {
    factors.locked = factor_mass(locked_matrix(system, bases, factors));
  } catch (const SingularColumn& singular) {  // what is positive definite, lost in rounding
    const auto after = std::ranges::upper_bound(factors.first, singular.speed);
    throw SingularInertia{static_cast<std::size_t>(after - factors.first.begin()) - 1};
  }
  return factors;
}

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ImplicitCubicFactors<S>& factors, const RightSide<S>& right) {
  const std::size_t n = system.links.size();
  Solution<S> solution{std::vector<S>(system.free.size(), S(0)), std::vector<Acceleration<S>>(n),
                       std::vector<Load<S>>(n)};
  std::vector<Load<S>> loads = right.loads;  // l', then with all loads of joints
  const auto load_joint = [&](std::size_t i, const Load<S>& load) {
    const auto& link = system.links[i];
    loads[i] += load;
    solution.joint_loads[i] += load;
    if (link.carrier != kBase) loads[link.carrier] = loads[link.carrier] - inward(link.transfer, load);
  };
  const auto carried = [&](std::size_t i) {
    const auto& link = system.links[i];
    return link.carrier == kBase ? Acceleration<S>() : outward(link.transfer, solution.motions[link.carrier]);
  };
  const auto move_all = [&] {
    for (std::size_t i = 0; i < n; ++i) solution.motions[i] = solve(factors.bodies[i], loads[i]);
  };
  const auto relative = [&](std::size_t i) {  // x − G x_V
    const Acceleration<S> above = carried(i), &x = solution.motions[i];
    return Twist<S>{x.angular - above.angular, x.linear - above.linear};
  };

  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < bases[i].count; ++k)
      load_joint(i, bases[i].load[k] * right.efforts[bases[i].first + k]);
  move_all();
  std::vector<S> gamma;
  for (std::size_t i = 0; i < n; ++i)
    for (const Load<S>& locked : bases[i].locked_load()) gamma.push_back(-power(locked, relative(i)));
  const std::vector<S> lambda = solve(factors.locked, std::move(gamma));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 6 - bases[i].count; ++k)
      load_joint(i, bases[i].locked_load()[k] * lambda[factors.first[i] + k]);
  move_all();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < bases[i].count; ++k)
      solution.accelerations[bases[i].first + k] = power(bases[i].load[k], relative(i));
  return solution;
}

template ImplicitCubicFactors<double> factor_implicit_cubic(const BaseSystem<double>&,
                                                            const std::vector<JointBases<double>>&);
template Solution<double> solve(const BaseSystem<double>&, const std::vector<JointBases<double>>&,
                                const ImplicitCubicFactors<double>&, const RightSide<double>&);
template ImplicitCubicFactors<Expr> factor_implicit_cubic(const BaseSystem<Expr>&,
                                                          const std::vector<JointBases<Expr>>&);
template Solution<Expr> solve(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&,
                              const ImplicitCubicFactors<Expr>&, const RightSide<Expr>&);

}  // namespace kinemate
