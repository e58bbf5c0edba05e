// Joints as turns and shifts of one coordinate each, one after the other, with fixed poses between them.
//
// Whatever closes a loop then is of a few kinds, and what solves it need not know any joint.
#pragma once

#include <vector>

#include "loops/positions/steady_pose.h"

namespace kinemate {

enum class MotionKind {
  kFixed,
  kTurn,   ///< about an axis through the origin
  kShift,  ///< along an axis
  kBall,   ///< about the origin, in any way
  kOther
};

struct ElementaryMotion {
  MotionKind kind = MotionKind::kFixed;
  Vector axis;                    ///< of turns, of unit length; of shifts, the way for a coordinate of one
  std::vector<Expr> coordinates;  ///< symbols; of turns and shifts one
  SteadyPose pose;                ///< as a formula of these
  std::size_t joint = kNone;
};

/// A joint from the body of its `from` to that of its `to`, its attachments included. Drives are not looked at.
/// REQUIRES: `from` has no world axes.
std::vector<ElementaryMotion> make_elementary_motions(const Model& model, std::size_t joint);

/// The same motions from the other side.
std::vector<ElementaryMotion> reverse(const std::vector<ElementaryMotion>& motions);

}  // namespace kinemate
