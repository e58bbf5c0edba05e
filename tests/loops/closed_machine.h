// The same closed machine described in other ways: other frames, other order, other cuts.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>

#include "model/tree.h"

namespace kinemate {

/// The same machine with other frames on its bodies. REQUIRES: loads that speak of no axes of bodies.
inline Model with_other_frames(Model model, std::mt19937_64& random) {
  const auto number = [&] { return Expr(Rational(static_cast<long>(random() % 19) - 9, 10)); };
  std::vector<Pose<Expr>> moved(model.bodies.size());
  std::vector<std::vector<ElementaryRotation<Expr>>> turns(model.bodies.size());
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    turns[b] = {{unit<Expr>(random() % 3), number()}, {unit<Expr>(random() % 3), number()}};
    moved[b] = {make_rotation<Expr>(turns[b]), {number(), number(), number()}};
    Body& body = model.bodies[b];
    const Pose<Expr> back = inverse(moved[b]);
    body.center = back.at(body.center);
    body.inertia = rotate(body.inertia, back.rotation);
  }
  const auto change = [&](Attachment& attachment) {
    if (attachment.frame != kNone) return;
    attachment.position = inverse(moved[attachment.body]).at(attachment.position);
    if (attachment.world_axes) return;
    if (attachment.rotation.matrix) {
      *attachment.rotation.matrix = transpose(moved[attachment.body].rotation) * *attachment.rotation.matrix;
      return;
    }
    for (ElementaryRotation<Expr> turn : turns[attachment.body]) {
      turn.angle = -turn.angle;
      attachment.rotation.sequence.insert(attachment.rotation.sequence.begin(), turn);
    }
  };
  for (NamedFrame& frame : model.frames) change(frame.attachment);
  for (Joint& joint : model.joints) change(joint.from), change(joint.to);
  for (LoadElement& load : model.loads) {
    for (Attachment& point : load.points) change(point);
    if (load.axes) change(*load.axes);
  }
  for (Constraint& constraint : model.constraints) change(constraint.point), change(constraint.plane);
  for (Output& output : model.outputs) change(output.point);
  return model;
}

/// The same machine with its bodies and joints in another order, and other names. `joint_of` of the result: where each
/// joint has gone.
struct ShuffledMachine {
  Model model;
  std::vector<std::size_t> joint_of;
};
inline ShuffledMachine shuffled(const Model& model, std::mt19937_64& random) {
  ShuffledMachine made{model, std::vector<std::size_t>(model.joints.size())};
  std::vector<std::size_t> body_of(model.bodies.size());
  std::iota(body_of.begin(), body_of.end(), 0u);
  std::iota(made.joint_of.begin(), made.joint_of.end(), 0u);
  std::shuffle(body_of.begin() + 1, body_of.end(), random);
  std::shuffle(made.joint_of.begin(), made.joint_of.end(), random);
  for (std::size_t b = 0; b < body_of.size(); ++b) {
    made.model.bodies[body_of[b]] = model.bodies[b];
    if (b != kWorld)
      made.model.bodies[body_of[b]].name = "body" + std::to_string(random() % 1000) + "_" + std::to_string(b);
  }
  for (std::size_t j = 0; j < made.joint_of.size(); ++j) made.model.joints[made.joint_of[j]] = model.joints[j];
  const auto change = [&](Attachment& attachment) { attachment.body = body_of[attachment.body]; };
  for (NamedFrame& frame : made.model.frames) change(frame.attachment);
  for (Joint& joint : made.model.joints) change(joint.from), change(joint.to);
  for (LoadElement& load : made.model.loads) {
    for (Attachment& point : load.points) change(point);
    if (load.axes) change(*load.axes);
    if (load.joint != kNone) load.joint = made.joint_of[load.joint];
    if (load.reaction != kNone) load.reaction = made.joint_of[load.reaction];
  }
  for (Constraint& constraint : made.model.constraints) change(constraint.point), change(constraint.plane);
  for (Output& output : made.model.outputs) change(output.point);
  return made;
}

/// Cut at these joints, as far as a tree can be.
inline Model cut_at(Model model, const std::vector<std::size_t>& joints) {
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    model.joints[j].cut = std::find(joints.begin(), joints.end(), j) != joints.end();
  return model;
}

/// All joints that some loop goes over.
inline std::vector<std::size_t> joints_in_loops(const Model& model) {
  const Tree tree = make_tree(model);
  std::vector<bool> in(model.joints.size());
  for (std::size_t j : tree.secondary) {
    in[j] = true;
    std::size_t a = body_of(model, model.joints[j].from), b = body_of(model, model.joints[j].to);
    while (a != b) {
      std::size_t& deeper = tree.depth[a] >= tree.depth[b] ? a : b;
      const TreeJoint& step = tree.joints[tree.joint_of[deeper]];
      in[step.joint] = true;
      deeper = step.parent;
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t j = 0; j < in.size(); ++j)
    if (in[j]) result.push_back(j);
  return result;
}

}  // namespace kinemate
