// Where every body is and how it moves, as formulas: position, orientation, velocities, Jacobians, bias.
//
// Absolute motion, against inertial space; vectors in inertial axes unless said otherwise. The world itself moves where
// the model has a base. Velocities go out from the root, Jacobians come back from the point: both linear in the bodies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "expr/differentiate.h"
#include "expr/substitute.h"
#include "model/joints/joint.h"
#include "model/tree.h"

namespace kinemate {

struct BodyMotion {
  Pose<Expr> pose;          ///< of the body frame
  Twist<Expr> twist;        ///< about the origin of the body frame
  Acceleration<Expr> bias;  ///< the acceleration for ṡ = 0
};

/// How loops and constraints bind the speeds of a tree (loops/closing.h).
struct Closing;

/// Of a tree, or of a machine whose loops are closed: then the joints' speeds, all of them, are those that are
/// independent, and what several joints do together is a column of each.
struct Kinematics {
  Tree tree;
  std::vector<JointRelation> relations;  ///< for each joint of the tree, parent to child
  std::vector<BodyMotion> bodies;        ///< only those that the tree reaches
  std::vector<Expr> speeds;              ///< s of the tree's joints and the rates of `further`, as the file has them
  std::vector<std::size_t> tree_order;   ///< places in `speeds` from the root outwards: for elimination
  std::vector<Expr> order;               ///< all coordinates and speeds as the file has them (model/order.h)
  std::vector<Expr> further;             ///< coordinates of no joint, such as charges, in the order of the model
  std::vector<Expr> loop_coordinates;  ///< of joints that close loops, where these are closed and the coordinates known
  std::vector<Expr> loop_speeds;       ///< s of joints that close loops and of those without a way to the world
  Seeds time_derivative;               ///< what d/dt makes of q, s, load states, inputs and t
  Substitution resolution;  ///< driven coordinates by their functions, rates of coordinates and dependent speeds by
                            ///< speeds
  /// Dependent speeds that stay symbols in all formulas, by those that are independent.
  std::unordered_map<Expr, Expr> named_speeds;
  std::shared_ptr<const Closing> closing;  ///< none: loops, if there are any, are open
};

/// Throws Error for user-defined joints that contradict themselves.
Kinematics compute_kinematics(const Model& model);
/// Along another tree of the model.
Kinematics compute_kinematics(const Model& model, const Tree& tree);

/// The same with its speeds from the root outwards.
Kinematics along_tree(Kinematics kinematics);

/// How all bodies move, from the relations of the tree's joints.
std::vector<BodyMotion> compute_body_motions(const Model& model, const Tree& tree,
                                             std::span<const JointRelation> relations);
/// How some bodies move as the one sees it that carries them; parents before children. REQUIRES: their parents are
/// among them or that one, and no joint on the way turns against the world.
std::vector<BodyMotion> compute_body_motions(const Model& model, const Tree& tree,
                                             std::span<const JointRelation> relations,
                                             std::span<const std::size_t> bodies);

/// The coordinates whose values are known: all but those of joints that close loops and are not followed. Indices.
std::vector<std::size_t> known_coordinates(const Model& model, const Kinematics& kinematics);

/// Velocities and accelerations are J ṡ + bias, J s + drift.
struct PointMotion {
  Vector position;
  Matrix rotation;  ///< of the body
  Vector velocity, angular_velocity;
  Vector acceleration, angular_acceleration;
  std::vector<Expr> speeds;      ///< those on the way to the point
  std::vector<Vector> J_T, J_R;  ///< one column for each of these
  Vector drift, angular_drift;   ///< v̄, ω̄: what moves for s = 0
  Vector bias, angular_bias;     ///< ā, ᾱ: what accelerates for ṡ = 0
};

/// A point of a body, given in body axes. Throws Error where no joints lead to the body.
PointMotion compute_point_motion(const Model& model, const Kinematics& kinematics, std::size_t body,
                                 const Vector& point);

/// All vectors of a motion in a fixed order, the rows of its rotation not among them.
std::vector<Vector*> vectors_of(PointMotion& motion);

/// The same vectors in other axes: R takes those axes to inertial ones.
PointMotion in_axes(const PointMotion& motion, const Matrix& axes);

/// The same with its columns in the order of the model.
PointMotion in_file_order(const Kinematics& kinematics, const PointMotion& motion);

/// The same formulas, as short as they get within a budget; what is large stays as it is.
PointMotion simplify(const PointMotion& motion);

/// The pose of an attachment in inertial space; throws Error where no joints lead to its body; with world axes, its
/// rotation is the world's times its own.
Pose<Expr> inertial_pose(const Model& model, const Kinematics& kinematics, const Attachment& attachment);

/// The twist of an attachment's body about the attachment's origin; throws as inertial_pose.
Twist<Expr> inertial_twist(const Model& model, const Kinematics& kinematics, const Attachment& attachment);

/// d/dt of a formula of q, s and t.
Expr differentiate_time(const Kinematics& kinematics, Expr formula);

}  // namespace kinemate
