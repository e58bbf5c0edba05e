#include "loops/positions/steady_pose.h"

namespace kinemate {
namespace {

bool turns_nothing(const SteadyPose& pose) { return pose.turn && pose.turn->angle.is_zero(); }

}  // namespace

SteadyPose make_steady_turn(const Vector& axis, Expr angle) {
  const ElementaryRotation<Expr> turn{axis, angle};
  return {make_rotation(turn), {}, {}, turn};
}

SteadyPose make_steady_shift(const Vector& shift) { return {Matrix::identity(), shift, -shift}; }

SteadyPose make_steady_rotation(const Rotation& rotation) {
  if (rotation.matrix && !(*rotation.matrix == Matrix::identity())) return {*rotation.matrix, {}, {}, std::nullopt};
  SteadyPose pose;
  for (const ElementaryRotation<Expr>& turn : rotation.sequence)
    pose = compose(pose, make_steady_turn(turn.axis, turn.angle));
  return pose;
}

SteadyPose make_steady_pose(const Vector& position, const Rotation& rotation) {
  return compose(make_steady_shift(position), make_steady_rotation(rotation));
}

SteadyPose make_steady_place(const Model& model, const Attachment& attachment) {
  SteadyPose pose = make_steady_pose(attachment.position, attachment.rotation);
  for (const Attachment* at = &attachment; at->frame != kNone;) {
    at = &model.frames[at->frame].attachment;
    pose = compose(make_steady_pose(at->position, at->rotation), pose);
  }
  return pose;
}

SteadyPose compose(const SteadyPose& ab, const SteadyPose& bc) {
  const Vector position = ab.at(bc.position), back_position = bc.back(ab.back_position);
  if (turns_nothing(ab)) return {bc.rotation, position, back_position, bc.turn};
  if (turns_nothing(bc)) return {ab.rotation, position, back_position, ab.turn};
  if (ab.turn && bc.turn) {
    if (const std::optional<Expr> angle = angle_about(bc, ab.turn->axis)) {
      const SteadyPose both = make_steady_turn(ab.turn->axis, ab.turn->angle + *angle);
      return {both.rotation, position, back_position, both.turn};
    }
  }
  return {ab.rotation * bc.rotation, position, back_position, std::nullopt};
}

SteadyPose inverse(const SteadyPose& ab) {
  SteadyPose ba{transpose(ab.rotation), ab.back_position, ab.position, ab.turn};
  if (ba.turn) ba.turn->angle = -ba.turn->angle;
  return ba;
}

std::optional<Expr> angle_about(const SteadyPose& pose, const Vector& axis) {
  if (turns_nothing(pose)) return Expr(0);
  if (!pose.turn) return std::nullopt;
  if (pose.turn->axis == axis) return pose.turn->angle;
  if (pose.turn->axis == -axis) return -pose.turn->angle;
  return std::nullopt;
}

}  // namespace kinemate
