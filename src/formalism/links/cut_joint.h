// A joint that closes a loop, by the motion of the two frames that it joins: conditions on their accelerations.
//
//   g̈ = Wᵀ ẏ + Ẇᵀ y = 0,  load on `to`: W λ,  on `from`: −W λ
// with the relative twist y and the directions W of model/joints/implicit.h. Conditions that follow from others are to be left
// out: their loads cannot be known. They are found by the rank at a configuration beside the start.
#pragma once

#include <span>
#include <vector>

#include "model/kinematics.h"
#include "model/topology/closure.h"

namespace kinemate {

/// Of a joint: its pose against a frame that carries both sides, and its motion in its own axes.
struct CutFrame {
  Pose<Expr> pose;
  Twist<Expr> twist;
  Acceleration<Expr> acceleration;
};

/// How `to` stands and moves against `from`: about the origin of `to`, in axes of `from`.
struct CutMotion {
  Pose<Expr> pose;
  Twist<Expr> twist;  ///< y
};
CutMotion compare_frames(const CutFrame& from, const CutFrame& to);
/// y where the pose has names.
Twist<Expr> compare_twists(const CutFrame& from, const CutFrame& to, const Pose<Expr>& pose);

/// ẏ, as `from` sees it. The motion may have names for its parts.
Twist<Expr> compute_cut_rate(const CutFrame& from, const CutFrame& to, const CutMotion& motion);

struct CutCondition {
  Load<Expr> direction;  ///< a column of W, in axes of `from`, about the origin of `to`
  Expr acceleration;     ///< g̈
};
/// Throws Error for joints that cannot close loops so: driven ones, and those known by their own coordinates alone.
std::vector<CutCondition> make_cut_conditions(const Model& model, const Joint& joint, const CutMotion& motion,
                                              const Twist<Expr>& rate);

/// What λ = 1 of a condition exerts on the frames, in axes of each, about its origin.
struct CutLoads {
  Load<Expr> on_from, on_to;
};
CutLoads make_cut_loads(const CutMotion& motion, const Load<Expr>& direction);

/// The conditions of all joints that close loops, joint after joint.
struct CutRows {
  std::vector<Condition> conditions;
  std::vector<bool> redundant;  ///< which follow from those before them
};
/// Throws Error where the loops cannot be closed.
CutRows find_cut_rows(const Model& model, const Tree& tree);

/// Throws Error for loads along speeds of joints that close loops: efforts act along those of the tree alone.
void refuse_loads_on_cuts(const Model& model, const Kinematics& kinematics);
/// Throws Error where formulas depend on coordinates or speeds of such joints, which are known to nobody.
void refuse_cut_coordinates(const Model& model, const Kinematics& kinematics, std::span<const Expr> formulas);

}  // namespace kinemate
