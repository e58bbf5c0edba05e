// A spanning tree of the machine's graph: from the world along joints to every body.
#pragma once

#include <vector>

#include "model/model.h"

namespace kinemate {

struct TreeJoint {
  std::size_t joint;   ///< index in Model::joints
  std::size_t parent;  ///< bodies
  std::size_t child;
  bool reversed = false;  ///< the child is the joint's `from`
};

struct Tree {
  std::vector<TreeJoint> joints;       ///< parents before children
  std::vector<std::size_t> joint_of;   ///< for each body the index in `joints` that leads to it, kNone for the world
  std::vector<std::size_t> secondary;  ///< joints that close loops, in the order of the model
  std::vector<std::size_t> unreached;  ///< bodies without a way to the world
  std::vector<std::size_t> detached;   ///< joints of these

  bool reaches(std::size_t body) const { return body == kWorld || joint_of[body] != kNone; }
};

/// The shallowest tree; among equally near joints the first in the model. A joint whose `from` has world axes leads
/// from `from` to `to` only, since it says nothing of the orientation of `from`.
Tree make_tree(const Model& model);

}  // namespace kinemate
