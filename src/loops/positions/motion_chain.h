// A loop as the unknown motions around it, all that is known joined to fixed poses between them.
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "loops/positions/elementary_motions.h"

namespace kinemate {

/// From the frame after the motion before this one by `before` to the frame in which `motion` moves.
struct ChainLink {
  SteadyPose before;
  std::vector<SteadyPose> parts;  ///< of `before`, one after the other
  ElementaryMotion motion;
};

/// In the order of the loop; the first comes after the last.
using MotionChain = std::vector<ChainLink>;

/// The motions are those of a whole loop, from a body back to it.
MotionChain make_motion_chain(std::span<const ElementaryMotion> loop, const std::unordered_set<Expr>& known);

bool is_known(const ElementaryMotion& motion, const std::unordered_set<Expr>& known);

}  // namespace kinemate
