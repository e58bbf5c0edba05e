#include "recursion/algorithms/mixed_linear.h"

#include <algorithm>

#include "expr/expr.h"

namespace kinemate {

template <class S>
ExplicitLink<S> eliminate_explicitly(const ArticulatedInertia<S>& M, const JointBases<S>& bases) {
  ExplicitLink<S> link{{}, M};
  for (std::size_t k = bases.count; k-- > 0;) {
    const EliminatedColumn<S> eliminated = eliminate_column(link.remaining, bases.motion[k], bases.first + k);
    link.columns[k] = eliminated.column;
    link.remaining = eliminated.remaining;
  }
  return link;
}

template <class S>
Load<S> pass_on(const ExplicitLink<S>& link, const JointBases<S>& bases, Load<S> load, std::span<const S> efforts) {
  for (std::size_t k = bases.count; k-- > 0;)
    load = drive_column(link.columns[k], bases.motion[k], load, efforts[k]).load;
  return load;
}

template <class S>
Response<S> respond(const ExplicitLink<S>& link, const JointBases<S>& bases, const Acceleration<S>& carried,
                    Load<S> load, std::span<const S> efforts, const Load<S>&) {
  Six<S> driving;
  for (std::size_t k = bases.count; k-- > 0;) {
    const DrivenColumn<S> driven = drive_column(link.columns[k], bases.motion[k], load, efforts[k]);
    driving[k] = driven.driving;
    load = driven.load;
  }
  Response<S> response{carried, {}};
  for (std::size_t k = 0; k < bases.count; ++k) {
    response.accelerations[k] = move_column(link.columns[k], driving[k], response.motion);
    response.motion = response.motion + to_acceleration(bases.motion[k] * response.accelerations[k]);
  }
  return response;
}

template <class S>
const ArticulatedInertia<S>& get_remaining(const MixedLink<S>& link) {
  return std::visit([](const auto& l) -> const ArticulatedInertia<S>& { return l.remaining; }, link);
}

template <class S>
Load<S> pass_on(const MixedLink<S>& link, const JointBases<S>& bases, const Load<S>& load, std::span<const S> efforts) {
  return std::visit([&](const auto& l) { return pass_on(l, bases, load, efforts); }, link);
}

template <class S>
Response<S> respond(const MixedLink<S>& link, const JointBases<S>& bases, const Acceleration<S>& carried,
                    const Load<S>& load, std::span<const S> efforts, const Load<S>& joint_load) {
  return std::visit([&](const auto& l) { return respond(l, bases, carried, load, efforts, joint_load); }, link);
}

template <class S>
MixedFactors<S> factor_mixed(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                             const std::vector<Treatment>& treatments) {
  const std::vector<Regularity> regular = judge_inertias(system);
  MixedFactors<S> factors;
  factors.links = factor_links(system, [&](std::size_t i, const ArticulatedInertia<S>& M) -> MixedLink<S> {
    if (treatments[i] == Treatment::kExplicit) return eliminate_explicitly(M, bases[i]);
    if (std::optional<ImplicitLink<S>> link = eliminate_implicitly(M, bases[i], regular[i])) return *link;
    factors.modified.push_back(i);
    return eliminate_modified(M, bases[i]);
  });
  std::ranges::reverse(factors.modified);
  return factors;
}

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases, const MixedFactors<S>& factors,
                  const RightSide<S>& right) {
  return solve_links(system, bases, factors.links, right);
}

template MixedFactors<double> factor_mixed(const BaseSystem<double>&, const std::vector<JointBases<double>>&,
                                           const std::vector<Treatment>&);
template Solution<double> solve(const BaseSystem<double>&, const std::vector<JointBases<double>>&,
                                const MixedFactors<double>&, const RightSide<double>&);
template MixedFactors<Expr> factor_mixed(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&,
                                         const std::vector<Treatment>&);
template Solution<Expr> solve(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&, const MixedFactors<Expr>&,
                              const RightSide<Expr>&);

}  // namespace kinemate
