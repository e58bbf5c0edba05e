// What a joint says of the frame N (its `to`) against the frame V (its `from`): pose, directions, speeds.
//
//   z_VN(q, t)    d^V/dt: y = Φ s + ξ    ẏ = Φ ṡ + γ    q̇ = q̇(q, s, t)
// with twists about the origin of N, in axes of V (source E, 2.2). γ is found by differentiating Φ s + ξ, not by
// the printed c (2.52), which lacks a term; what ω_V adds to it is the business of model/kinematics.h.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/joints/dual_bases.h"
#include "model/model.h"

namespace kinemate {

struct JointKind {
  JointType type;
  std::string_view name;     ///< in model files
  std::size_t axes;          ///< how many it is given
  std::size_t coordinates;   ///< how many it takes; of spherical and free, with angles; kNone: any number
  std::string_view meaning;  ///< of its coordinates, for messages
};

std::span<const JointKind> joint_kinds();
const JointKind& kind_of(const Joint& joint);

/// The number of coordinates the joint must have; kNone: any.
std::size_t coordinates_needed(const Joint& joint);

/// The names of the speeds that are no derivatives of coordinates: as given, or made from the joint's name.
std::vector<std::string> named_speeds(const Joint& joint);

/// The speeds of a joint, symbols: rates of coordinates that are not driven, then those with names of their own.
std::vector<Expr> joint_speeds(const Model& model, const Joint& joint);

struct JointRelation {
  Pose<Expr> pose;           ///< z_VN(q, t)
  std::vector<Expr> speeds;  ///< s: symbols, one for each column of Φ
  DualBases bases;
  Twist<Expr> drift;                 ///< ξ
  std::optional<Twist<Expr>> twist;  ///< y as a formula that is shorter than Φ s + ξ, if there is one
  Acceleration<Expr> bias;           ///< γ
  std::vector<Expr> symbols;         ///< q: the joint's coordinates, without those that are driven
  std::vector<Expr> rates;           ///< q̇ as formulas of q, s, t
  std::vector<Expr> inverse_rates;   ///< s as formulas of q, q̇ (the symbols with a prime), t
};

/// Throws Error where user-given directions contradict the pose or each other.
JointRelation make_relation(const Model& model, const Joint& joint);

/// The same joint seen from the other side: V against N.
JointRelation reverse(const JointRelation& relation);

/// The driven ones of some coordinates, and their derivatives, by the functions of time that are given for them.
void add_drives(std::span<const Coordinate> coordinates, std::unordered_map<Expr, Expr>& symbols);

}  // namespace kinemate
