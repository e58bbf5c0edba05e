// The loads of all joints, from the leaves of the tree to its root.
//
//   l_i = M_i x_i + h_i − l_i,ext + Σ_k G_kiᵀ l_k,  Φ_iᵀ l_i = η_i
// Every joint's load is a formula of q, s, ṡ and t; its projections on the free directions are the equations of motion
// (source E (3.3)). Masses meet accelerations here, not Jacobians.
#pragma once

#include "formalism/equations.h"

namespace kinemate {

struct JointLoad {
  std::size_t joint;               ///< index in Model::joints; kNone: it is the load of a contact
  std::size_t body;                ///< on the side away from the root, or what rolls or slides: the load acts on it
  Load<Expr> load;                 ///< about the origin, in inertial axes; with the joint's own efforts
  Vector origin;                   ///< of the joint on that body, or the point of contact, in inertial space
  std::size_t constraint = kNone;  ///< of a contact: index in Model::constraints
};

/// The name of the joint or constraint; "NAME contact" where a joint has that of the constraint.
std::string name_of(const Model& model, const JointLoad& load);
/// "joint hinge", "constraint ground"
std::string owner_of(const Model& model, const JointLoad& load);

/// One for each joint, in the order of the model, then of contacts (formalism/closed_loads.h). Joints that close loops
/// have one where loops are closed, on their `to`. Accelerations of the speeds are the symbols with one prime more.
/// REQUIRES: the tree reaches every body.
std::vector<JointLoad> compute_joint_loads(const Model& model, const Kinematics& kinematics);

/// What each body needs to move as it does beside what is applied to it, about the origin of its frame.
std::vector<Load<Expr>> needed_loads(const Model& model, const Kinematics& kinematics);

/// The same loads in the order of the model.
std::vector<JointLoad> in_file_order(std::vector<JointLoad> loads);

/// The loads of the tree's joints, in its order, where each body needs `needed`, each felt by the carrier too
/// (formalism/methods/carrier_load.h).
std::vector<JointLoad> collect_loads(const Model& model, const Kinematics& kinematics, std::vector<Load<Expr>> needed);

/// The same by Gᵀ, for equations of motion: the axes of `axes: world` do not turn with the carrier, so that a torque
/// about them does no work on it and only the force is passed on.
std::vector<JointLoad> collect_working_loads(const Model& model, const Kinematics& kinematics,
                                             std::vector<Load<Expr>> needed);

/// Φᵀ l of the relations for each speed, l as collect_working_loads has it.
std::vector<Expr> project_loads(const Model& model, const Kinematics& kinematics,
                                std::span<const JointRelation> relations, const std::vector<JointLoad>& loads,
                                std::span<const Expr> speeds);

/// The load of all that is applied to each body, gravity too, about the origin of its frame, in inertial axes.
std::vector<Load<Expr>> compute_body_loads(const Model& model, const Kinematics& kinematics);

/// The equations of motion as projections of these loads.
Equations derive_by_joint_loads(const Model& model, const Kinematics& kinematics);

/// ṡ: the symbols of the speeds with one prime more.
std::vector<Expr> accelerations_of(std::span<const Expr> speeds);

/// M and k of formulas M ṡ + k, one for each speed.
void add_linear(std::span<const Expr> formulas, Equations& equations);

}  // namespace kinemate
