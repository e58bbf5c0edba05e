#include "model/tree.h"

#include <algorithm>

namespace kinemate {

Tree make_tree(const Model& model) {
  struct Arm {
    std::size_t joint, child;
    bool reversed;
  };
  std::vector<std::vector<Arm>> arms(model.bodies.size());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const std::size_t from = body_of(model, joint.from), to = body_of(model, joint.to);
    arms[from].push_back({j, to, false});
    if (!joint.from.world_axes) arms[to].push_back({j, from, true});
  }
  Tree tree;
  tree.joint_of.assign(model.bodies.size(), kNone);
  std::vector<bool> used(model.joints.size(), false);
  std::vector<std::size_t> front = {kWorld};
  for (std::size_t next = 0; next < front.size(); ++next) {
    const std::size_t parent = front[next];
    for (const Arm& arm : arms[parent]) {
      if (used[arm.joint] || tree.reaches(arm.child)) continue;
      used[arm.joint] = true;
      tree.joint_of[arm.child] = tree.joints.size();
      tree.joints.push_back({arm.joint, parent, arm.child, arm.reversed});
      front.push_back(arm.child);
    }
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (used[j]) continue;
    const Joint& joint = model.joints[j];
    const bool reached = tree.reaches(body_of(model, joint.from)) && tree.reaches(body_of(model, joint.to));
    (reached ? tree.secondary : tree.detached).push_back(j);
  }
  for (std::size_t body = 1; body < model.bodies.size(); ++body)
    if (!tree.reaches(body)) tree.unreached.push_back(body);
  return tree;
}

}  // namespace kinemate
