// Speeds that a user chooses instead of those of the joints (Kane's generalised speeds): u = Y(q, t) s + y(q, t).
#pragma once

#include <span>
#include <string>

#include "formalism/equations.h"

namespace kinemate {

struct SpeedChoice {
  std::vector<Expr> speeds;        ///< u in the order of their definitions, then speeds of joints that none replaces
  std::vector<Expr> joint_speeds;  ///< s as formulas of q, u, t
};

/// Definitions "u1 = q1' + q2'", formulas linear in rates and speeds; as many as there are speeds, or fewer: each
/// replaces one speed of the joints. Throws Error for what is not linear, depends on other definitions or takes a name
/// that the machine has.
SpeedChoice choose_speeds(const Model& model, const Kinematics& kinematics, std::span<const std::string> definitions);

/// Equations in the speeds of the joints in those chosen: with B = ∂s/∂u and ṡ = B u̇ + ρ, Bᵀ M B u̇ + Bᵀ (M ρ + k) = Bᵀ
/// τ.
Equations change_speeds(const Kinematics& kinematics, const Equations& equations, const SpeedChoice& choice);

/// The speeds of the joints and their derivatives, for formulas that hold them: s(q, u, t) and ṡ(q, u, u̇, t).
Substitution to_chosen_speeds(const Kinematics& kinematics, const SpeedChoice& choice);

}  // namespace kinemate
