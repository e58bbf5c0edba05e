#include "recursion/algorithms/algorithms.h"

#include <numeric>

#include "expr/expr.h"
#include "recursion/algorithms/articulated.h"
#include "recursion/algorithms/composite.h"
#include "recursion/algorithms/implicit_cubic.h"
#include "recursion/algorithms/mass_factors.h"
#include "recursion/algorithms/mixed_linear.h"
#include "recursion/algorithms/modified_implicit_cubic.h"
#include "recursion/algorithms/modified_implicit_linear.h"
#include "recursion/bias.h"
#include "recursion/locked_bases.h"

namespace kinemate {
namespace {

// l = M x − l_ext + Σ Gᵀ l, which explicit forms do not need for themselves
template <class S>
Solution<S> with_joint_loads(const BaseSystem<S>& system, const RightSide<S>& right, Solution<S> solution) {
  std::vector<Load<S>> needed;
  for (std::size_t i = 0; i < system.links.size(); ++i)
    needed.push_back(system.links[i].inertia * solution.motions[i] - right.loads[i]);
  solution.joint_loads = collect_joint_loads(system, std::move(needed));
  return solution;
}

template <class S>
Solution<S> solve_mass(const BaseSystem<S>& system, std::vector<S> mass, const RightSide<S>& right) {
  Solution<S> solution;
  solution.accelerations = solve(factor_mass(std::move(mass)), compute_driving_efforts(system, right));
  solution.motions = spread_accelerations(system, solution.accelerations);
  return with_joint_loads(system, right, std::move(solution));
}

template <class S>
SolvedBy<S> solve_mixed(const BaseSystem<S>& system, const RightSide<S>& right,
                        const std::vector<Treatment>& treatments) {
  const auto bases = make_joint_bases(system);
  const MixedFactors<S> factors = factor_mixed(system, bases, treatments);
  return {solve(system, bases, factors, right), factors.modified};
}

template <class S>
Solution<S> solve_modified_cubic(const BaseSystem<S>& system, const RightSide<S>& right) {
  const auto bases = make_joint_bases(system);
  return solve(system, bases, factor_modified_implicit_cubic(system, bases), right);
}

template <class S>
SolvedBy<S> solve_implicit_cubic(const BaseSystem<S>& system, const RightSide<S>& right) {
  const auto bases = make_joint_bases(system);
  try {
    return {solve(system, bases, factor_implicit_cubic(system, bases), right), {}};
  } catch (const SingularInertia&) {  // the whole system is one: all links are modified
    std::vector<std::size_t> all(system.links.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return {solve_modified_cubic(system, right), all};
  }
}

}  // namespace

bool is_explicit(Recursion recursion) {
  return recursion == Recursion::kArticulated || recursion == Recursion::kComposite ||
         recursion == Recursion::kVelocities;
}

template <class S>
SolvedBy<S> solve_by(Recursion recursion, const BaseSystem<S>& system, const RightSide<S>& right) {
  std::vector<Treatment> treatments(system.links.size(), Treatment::kImplicit);
  switch (recursion) {
    case Recursion::kArticulated: return {with_joint_loads(system, right, solve_articulated(system, right)), {}};
    case Recursion::kComposite: return {solve_mass(system, compute_mass_by_composites(system), right), {}};
    case Recursion::kVelocities: return {solve_mass(system, compute_mass_by_velocities(system), right), {}};
    case Recursion::kImplicit: return solve_mixed(system, right, treatments);
    case Recursion::kModifiedImplicit: {
      const auto bases = make_joint_bases(system);
      return {solve(system, bases, factor_modified_implicit(system, bases), right), {}};
    }
    case Recursion::kMixed:
      for (std::size_t i = 0; i < treatments.size(); ++i)
        if (system.links[i].count <= 3) treatments[i] = Treatment::kExplicit;
      return solve_mixed(system, right, treatments);
    case Recursion::kImplicitCubic: return solve_implicit_cubic(system, right);
    case Recursion::kModifiedImplicitCubic: return {solve_modified_cubic(system, right), {}};
  }
  return {};
}

template SolvedBy<double> solve_by(Recursion, const BaseSystem<double>&, const RightSide<double>&);
template SolvedBy<Expr> solve_by(Recursion, const BaseSystem<Expr>&, const RightSide<Expr>&);

}  // namespace kinemate
