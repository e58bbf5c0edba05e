// The homokinetic (constant-velocity) joint in its three forms (source E, 4.3.4 and A.4).
//
// (a, b, n) is the triad of the shaft n. R = R_VH R_HN, with a frame H halfway whose n halves the angle between the
// shafts. Seen from the other end only the signs of the coordinates are others: R_HN(q) = R_VH(−q)ᵀ, with −p for the
// vector part of Euler parameters. The joint turns about a and b of H, which is not the same frame in every form:
//   revolutes         R(a, θ) R(b, φ) R(a, θ)
//   double_cardan     R(a, α) R(b, β), a shift along n, R(b, β) R(a, α)
//   euler_parameters  p_s, p_a, p_b, with p_n = 0; R_VH = E + p̃ + κ p̃p̃, κ = 1/(1 + p_s)
// The source has n_a1 for the shaft in (4.16) to (4.18) and for a cross axis in (4.19), (4.20).
#pragma once

#include "model/joints/joint.h"
#include "model/joints/joint_shape.h"

namespace kinemate {

enum class HomokineticForm { kRevolutes, kDoubleCardan, kEulerParameters };
HomokineticForm homokinetic_form(const Joint& joint);

/// In model files.
std::string_view name_of_form(HomokineticForm form);

/// REQUIRES: the joint is of this type.
JointShape make_homokinetic_shape(const Joint& joint, std::span<const Expr> q);

/// Speeds and rates of the Euler parameters, the twist and what it becomes for ṡ = 0, short as they are written by
/// hand.
void set_homokinetic_speeds(const Joint& joint, JointRelation& relation);

/// ṗ of p = (p_s, p_a, p_b) for turns about a and b of H. Keeps the norm of any p.
template <class S>
Vector3<S> homokinetic_rates(const Vector3<S>& p, const S& s_a, const S& s_b) {
  const S u = (s_a * p.z - s_b * p.y) / (S(1) + p.x), half = S(1) / S(2);
  return {-half * (s_a * p.y + s_b * p.z), half * (p.x * s_a + u * p.z), half * (p.x * s_b - u * p.y)};
}

/// The motion of one end against the other, about the origin and in axes of the end that moves.
struct HomokineticMotion {
  std::vector<Twist<Expr>> free;  ///< Φ
  Twist<Expr> twist;
  Acceleration<Expr> bias;  ///< of ṡ = 0
};
enum class MovingEnd { kTo, kFrom };

/// Of a relation of the joint, from either side. By the mirror it needs no products with R. REQUIRES: nothing is
/// driven.
HomokineticMotion make_homokinetic_motion(const Joint& joint, const JointRelation& relation, MovingEnd end);

}  // namespace kinemate
