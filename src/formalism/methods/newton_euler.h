// Newton's and Euler's equations body by body, with the loads of the joints cut free, and their elimination.
//
//   m a_S = f + Σ f_cut,  Θ_P α + ω × Θ_P ω + m r_PS × a_P = m_P + Σ m_cut  about any point P of the body (source B
//   (2.77)); Σ J_TPᵀ (...) + J_Rᵀ (...) = 0 eliminates the cuts, which do no work (2.90), (2.93), J_TP that of P
//   itself.
#pragma once

#include <span>

#include "formalism/equations.h"

namespace kinemate {

/// A joint's load on a body: six symbols, JOINT_fx ... JOINT_mz, that the joint exerts on its side away from the root.
struct CutLoad {
  std::size_t joint;  ///< index in Model::joints
  bool reaction;      ///< the body is on the side of the root: the load acts on it with the other sign
  Load<Expr> load;    ///< as it acts on the body, about P; force in inertial axes, torque in axes of the body
};

struct BodyEquation {
  std::size_t body;
  Vector reference;      ///< P, in body axes
  Vector momentum_rate;  ///< ṗ, formulas of q, s, ṡ, t, in inertial axes
  Vector spin_rate;      ///< L̇ about P, in axes of the body
  Vector force;          ///< applied, in inertial axes
  Vector torque;         ///< applied, about P, in axes of the body
  std::vector<CutLoad> cuts;
};

/// The points P of bodies, in body axes; the world's is not looked at.
std::vector<Vector> origins_of_bodies(const Model& model);
std::vector<Vector> centers_of_mass(const Model& model);

/// For each body but the world. REQUIRES: the tree reaches every body; one reference point for each body.
std::vector<BodyEquation> compute_body_equations(const Model& model, const Kinematics& kinematics,
                                                 std::span<const Vector> references);

/// By elimination from these equations.
Equations derive_by_newton_euler(const Model& model, const Kinematics& kinematics, std::span<const Vector> references);
/// About the origins of the bodies' frames.
Equations derive_by_newton_euler(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
