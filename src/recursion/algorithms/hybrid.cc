#include "recursion/algorithms/hybrid.h"

#include "expr/expr.h"
#include "recursion/components.h"

namespace kinemate {

template <class S>
RestSystem<S> remove_given(const BaseSystem<S>& system, const GivenAccelerations<S>& given) {
  RestSystem<S> rest;
  for (const auto& link : system.links) {
    const std::size_t first = rest.speeds.size();
    for (std::size_t k = link.first; k < link.first + link.count; ++k) {
      if (given[k]) continue;
      rest.speeds.push_back(k);
      rest.system.free.push_back(system.free[k]);
    }
    rest.system.links.push_back(link);
    rest.system.links.back().first = first;
    rest.system.links.back().count = rest.speeds.size() - first;
  }
  return rest;
}

template <class S>
std::vector<JointMotion<S>> add_given(const BaseSystem<S>& system, std::vector<JointMotion<S>> joints,
                                      const GivenAccelerations<S>& given) {
  for (std::size_t i = 0; i < system.links.size(); ++i)
    for (std::size_t k = system.links[i].first; k < system.links[i].first + system.links[i].count; ++k)
      if (given[k]) joints[i].bias = joints[i].bias + to_acceleration(system.free[k] * *given[k]);
  return joints;
}

template <class S>
HybridSolution<S> solve_hybrid(const BaseSystem<S>& system, const BaseMotion<S>& base,
                               const std::vector<JointMotion<S>>& joints, const std::vector<Load<S>>& applied,
                               const std::vector<S>& efforts, const GivenAccelerations<S>& given,
                               const Solver<S>& solver) {
  const RestSystem<S> rest = remove_given(system, given);

  RightSide<S> right{compute_bias_loads(system, base, add_given(system, joints, given), applied), {}};
  for (const std::size_t speed : rest.speeds) right.efforts.push_back(efforts[speed]);
  const Solution<S> solution = solver(rest.system, right);

  std::vector<Load<S>> needed(system.links.size());
  for (std::size_t i = 0; i < needed.size(); ++i)
    needed[i] = system.links[i].inertia * solution.motions[i] - right.loads[i];
  HybridSolution<S> result{std::vector<S>(system.free.size(), S(0)), efforts,
                           collect_joint_loads(system, std::move(needed))};
  for (std::size_t k = 0; k < rest.speeds.size(); ++k) result.accelerations[rest.speeds[k]] = solution.accelerations[k];
  const std::vector<S> along = project_on_speeds(system, result.joint_loads);
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (!given[k]) continue;
    result.accelerations[k] = *given[k];
    result.efforts[k] = along[k];
  }
  return result;
}

template RestSystem<double> remove_given(const BaseSystem<double>&, const GivenAccelerations<double>&);
template std::vector<JointMotion<double>> add_given(const BaseSystem<double>&, std::vector<JointMotion<double>>,
                                                    const GivenAccelerations<double>&);
template HybridSolution<double> solve_hybrid(const BaseSystem<double>&, const BaseMotion<double>&,
                                             const std::vector<JointMotion<double>>&, const std::vector<Load<double>>&,
                                             const std::vector<double>&, const GivenAccelerations<double>&,
                                             const Solver<double>&);
template RestSystem<Expr> remove_given(const BaseSystem<Expr>&, const GivenAccelerations<Expr>&);
template std::vector<JointMotion<Expr>> add_given(const BaseSystem<Expr>&, std::vector<JointMotion<Expr>>,
                                                  const GivenAccelerations<Expr>&);
template HybridSolution<Expr> solve_hybrid(const BaseSystem<Expr>&, const BaseMotion<Expr>&,
                                           const std::vector<JointMotion<Expr>>&, const std::vector<Load<Expr>>&,
                                           const std::vector<Expr>&, const GivenAccelerations<Expr>&,
                                           const Solver<Expr>&);

}  // namespace kinemate
