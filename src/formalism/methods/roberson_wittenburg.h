// The equations of Roberson and Wittenburg for trees on a base that moves in a prescribed way (source C, section 3).
//
//   M ṡ = [sᵀ R¹_i s] + [ω₀ᵀ R²_i s] + [ω₀ᵀ R³_i ω₀] + R⁴ ω̇₀ + R⁵ [F − m r̈₀ 1] + R⁶ [T] + η − c
// M and R depend on the coordinates alone, where no joint is driven: the motion of the base, loads and speeds stand
// outside. All in axes of the base (the world frame). What joints do by themselves in time is column 0 of J, with s₀
// = 1.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

struct RobersonWittenburg {
  std::vector<Expr> speeds;             ///< s₁ ... s_f
  std::vector<Expr> mass;               ///< M, a lower triangle
  std::vector<std::vector<Expr>> R1;    ///< for each i a lower triangle in j, k = 0 ... f: the coefficient of s_j s_k
  std::vector<std::vector<Vector>> R2;  ///< for each i and k = 0 ... f: (R²_i) column k
  std::vector<Symmetric3<Expr>> R3;     ///< for each i
  std::vector<Vector> R4;               ///< for each i: its row
  std::vector<std::vector<Vector>> R5;  ///< for each i and body: its row, J_T of the centre of mass
  std::vector<std::vector<Vector>> R6;  ///< for each i and body: its row, J_R

  Vector angular_velocity;           ///< ω₀ of the base
  Vector angular_acceleration;       ///< ω̇₀
  Vector acceleration;               ///< r̈₀
  std::vector<Load<Expr>> external;  ///< on each body: F, and T about the centre of mass
  std::vector<Expr> efforts;         ///< η: generalised loads of the joints
  std::vector<Expr> added;           ///< c: bias of kinetic terms that a user added, whose inertia is in M
};

/// REQUIRES: the tree reaches every body.
RobersonWittenburg compute_roberson_wittenburg(const Model& model, const Kinematics& kinematics);

/// The same put together.
Equations derive_by_roberson_wittenburg(const Model& model, const Kinematics& kinematics);
Equations assemble(const Model& model, const Kinematics& kinematics, const RobersonWittenburg& parts);

}  // namespace kinemate
