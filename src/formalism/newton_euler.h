// Newton's and Euler's equations with the loads of the joints, from the leaves of the tree to its root.
//
//   l_i = M_i x_i + h_i − l_i,ext + Σ_k G_kiᵀ l_k,  Φ_iᵀ l_i = η_i
// Every joint's load is a formula of q, s, ṡ and t; its projections on the free directions are the equations of motion
// (source B (2.78), (2.90); source E (3.3)). Masses meet accelerations here, not Jacobians.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

struct JointLoad {
  std::size_t joint;  ///< index in Model::joints
  Load<Expr>
      load;  ///< that the joint exerts on the side away from the root, about the joint's origin there; inertial axes
};

struct NewtonEuler {
  std::vector<JointLoad> loads;  ///< one for each joint of the tree, in its order
  std::vector<Expr> residuals;   ///< Σ Φᵀ l − η for each speed: are 0
};

/// REQUIRES: the tree reaches every body. Accelerations of the speeds are the symbols with one prime more.
NewtonEuler compute_joint_loads(const Model& model, const Kinematics& kinematics);

/// M and k − τ from the residuals, which are linear in the accelerations; τ is not parted from k here: `forces` are 0.
Equations derive_by_newton_euler(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
