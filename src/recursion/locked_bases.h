// What joints lock, from what they leave free: the dual bases of every link, from its columns of Φ (source E, A.2.2).
//
//   [Ψ Ψ̄]ᵀ [Φ Φ̄] = E:  a motion y = Φ s + Φ̄ s̄ has s = Ψᵀ y and s̄ = Ψ̄ᵀ y, a load l = Ψ λ + Ψ̄ λ̄ has λ = Φᵀ l, λ̄ = Φ̄ᵀ l.
// About the origin of the link, in its axes. Columns along single axes give zeros and ones only.
#pragma once

#include <span>
#include <vector>

#include "recursion/base_system.h"
#include "recursion/components.h"

namespace kinemate {

template <class S>
struct JointBases {
  std::size_t first = 0, count = 0;  ///< its speeds
  std::array<Twist<S>, 6> motion;    ///< Φ, then Φ̄
  std::array<Load<S>, 6> load;       ///< Ψ, then Ψ̄

  std::span<const Twist<S>> free_motion() const { return {motion.data(), count}; }
  std::span<const Load<S>> free_load() const { return {load.data(), count}; }
  std::span<const Twist<S>> locked_motion() const { return {motion.data() + count, 6 - count}; }
  std::span<const Load<S>> locked_load() const { return {load.data() + count, 6 - count}; }
};

/// One for each link. Throws SingularColumn where the columns of a link are linearly dependent.
template <class S>
std::vector<JointBases<S>> make_joint_bases(const BaseSystem<S>& system);

}  // namespace kinemate
