// The conditions that loops and constraints put on a machine's tree, as formulas on three levels.
//
//   g(q, t) = 0    ġ = B s − ζ    g̈ = B ṡ + γ
// of each joint that closes a loop its implicit conditions (model/joints/implicit.h), where they hold: derivatives are those
// at g = 0. What happens in a loop is written as the body sees it that carries the whole loop: joints before it then do
// not occur. A joint that holds a point of both bodies gives that in axes of the carrier, which saves turning
// everything into its own. Where the coordinates of such a joint matter elsewhere, its speeds are further columns with
// conditions Ψᵀ(y − ξ) − s = 0 that say what they are.
#pragma once

#include <utility>
#include <vector>

#include "model/topology/closure.h"

namespace kinemate {

struct LoopCondition {
  Condition owner;                                ///< without a meaning, which depends on the configuration
  bool holonomic = true;                          ///< whether there is a g
  Expr residual;                                  ///< g
  std::vector<std::pair<std::size_t, Expr>> row;  ///< of B, with columns
  Expr rate;                                      ///< ζ
  Expr bias;                                      ///< γ, for ṡ = 0
  /// Of joints: what a multiplier of one exerts on `to`, about its origin there, in inertial axes.
  Load<Expr> load;
  std::size_t defines = kNone;  ///< the column that it only says the value of
};

struct LoopConditions {
  std::vector<Expr> speeds;         ///< columns: of the tree, then of `joints`
  std::vector<std::size_t> joints;  ///< joints that close loops and whose coordinates matter
  std::vector<Expr> coordinates;    ///< theirs
  std::vector<Expr> coordinate_rates;
  std::vector<LoopCondition> conditions;
};

/// The joints that close loops and whose coordinates are followed: all but those with angles that can lock, unless
/// loads, constraints, outputs or events speak of them.
std::vector<std::size_t> joints_with_own_speeds(const Model& model, const Tree& tree);

/// The coordinates whose values are known where loops are closed: indices.
std::vector<std::size_t> closed_coordinates(const Model& model);

/// `kinematics` is that of the tree.
LoopConditions make_loop_conditions(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
