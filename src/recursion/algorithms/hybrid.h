// Some accelerations given, the others looked for; efforts the other way round.
//
// What is given joins the joint's own motion: γ + Φ_given ṡ_given stands for γ (recursion/bias.h), its columns leave
// the base system, and any algorithm solves the rest. The efforts it takes are Φ_givenᵀ l, with the loads of all
// joints.
#pragma once

#include <functional>
#include <optional>

#include "recursion/bias.h"

namespace kinemate {

/// ṡ where it is given, one for each speed.
template <class S>
using GivenAccelerations = std::vector<std::optional<S>>;

template <class S>
struct RestSystem {
  BaseSystem<S> system;             ///< without the columns that are given
  std::vector<std::size_t> speeds;  ///< of the whole system, for those that are left
};

template <class S>
RestSystem<S> remove_given(const BaseSystem<S>& system, const GivenAccelerations<S>& given);

/// γ + Φ ṡ of what is given.
template <class S>
std::vector<JointMotion<S>> add_given(const BaseSystem<S>& system, std::vector<JointMotion<S>> joints,
                                      const GivenAccelerations<S>& given);

template <class S>
struct HybridSolution {
  std::vector<S> accelerations;      ///< all of them
  std::vector<S> efforts;            ///< all of them: what a given acceleration needs, else what was put in
  std::vector<Load<S>> joint_loads;  ///< l for each link, on it
};

template <class S>
using Solver = std::function<Solution<S>(const BaseSystem<S>&, const RightSide<S>&)>;

/// `efforts` of all speeds; those of given accelerations are not read.
template <class S>
HybridSolution<S> solve_hybrid(const BaseSystem<S>& system, const BaseMotion<S>& base,
                               const std::vector<JointMotion<S>>& joints, const std::vector<Load<S>>& applied,
                               const std::vector<S>& efforts, const GivenAccelerations<S>& given,
                               const Solver<S>& solver);

}  // namespace kinemate
