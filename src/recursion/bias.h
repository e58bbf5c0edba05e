// Newton and Euler, outward: how the links move for given accelerations of the joints, and what loads that takes.
//
//   ω = ω_V + y_ω      α = α_V + ω_V × y_ω + γ_ω      a = a_V + U_V r + 2 ω_V × y_v + γ_v,  U = α̃ + ω̃ω̃
//   required load of a link: [Θα + ω×Θω + mc×a; m a + U mc], with Θα + ω×Θω by the entries of U too, which are there
// Only angular velocities are needed; velocities of points are not. γ is d/dt of the joint's own motion as its carrier
// sees it (theory of source E, 2.2 with the term that (2.52) lacks: 2 ω × v).
#pragma once

#include <functional>

#include "recursion/base_system.h"

namespace kinemate {

/// Of a link against its carrier, about the link's origin, in its axes.
template <class S>
struct JointMotion {
  Twist<S> twist;        ///< y
  Acceleration<S> bias;  ///< γ: the part of ẏ that does not come from ṡ
};

template <class S>
struct BaseMotion {
  Vector3<S> angular_velocity;
  Acceleration<S> acceleration;  ///< its linear part less gravity
};

/// How a link moves, in its axes.
template <class S>
struct LinkMotion {
  Vector3<S> angular_velocity;
  Acceleration<S> acceleration;
  Matrix3<S> spread;  ///< U
};

/// U = α̃ + ω̃ω̃
template <class S>
Matrix3<S> spread_of(const Vector3<S>& angular_velocity, const Vector3<S>& angular_acceleration);

/// Called with what was found for a link before others make use of it, which may be given another form.
template <class Quantity>
using Seen = std::function<void(std::size_t link, Quantity&)>;

/// For ṡ = 0; for other ṡ, where γ + Φ ṡ stands for γ.
template <class S>
std::vector<LinkMotion<S>> compute_motions(const BaseSystem<S>& system, const BaseMotion<S>& base,
                                           const std::vector<JointMotion<S>>& joints,
                                           const Seen<LinkMotion<S>>& seen = {});

/// M x + h
template <class S>
Load<S> required_load(const RigidInertia<S>& inertia, const LinkMotion<S>& motion);

/// l_ext of the base system: what is applied to the links less what their motion takes.
template <class S>
std::vector<Load<S>> compute_bias_loads(const BaseSystem<S>& system, const BaseMotion<S>& base,
                                        const std::vector<JointMotion<S>>& joints, std::vector<Load<S>> applied);

/// The loads of all joints where links need `needed` beside what they carry: l_i = needed_i + Σ_k G_kiᵀ l_k.
template <class S>
std::vector<Load<S>> collect_joint_loads(const BaseSystem<S>& system, std::vector<Load<S>> needed,
                                         const Seen<Load<S>>& seen = {});

/// Φᵀ l for each speed.
template <class S>
std::vector<S> project_on_speeds(const BaseSystem<S>& system, const std::vector<Load<S>>& loads);

/// Inverse dynamics: the efforts of motions with these accelerations, given as γ + Φ ṡ.
template <class S>
std::vector<S> compute_efforts(const BaseSystem<S>& system, const BaseMotion<S>& base,
                               const std::vector<JointMotion<S>>& joints, const std::vector<Load<S>>& applied);

}  // namespace kinemate
