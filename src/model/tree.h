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
  std::vector<TreeJoint> joints;       ///< primary joints, parents before children
  std::vector<std::size_t> joint_of;   ///< for each body the index in `joints` that leads to it, kNone for the world
  std::vector<std::size_t> depth;      ///< for each body the joints between it and the world; kNone: not reached
  std::vector<std::size_t> secondary;  ///< the cut set: joints that close loops, in the order of the model
  std::vector<std::size_t> unreached;  ///< bodies without a way to the world
  std::vector<std::size_t> detached;   ///< joints of these

  bool reaches(std::size_t body) const { return body == kWorld || joint_of[body] != kNone; }
};

/// The shallowest tree that follows the hints of the joints (Joint::cut). Among equally near ones, joints with the
/// fewest freedoms are primary, so that loops are closed where little is locked; then what the machine looks like
/// around them decides, and only then their order in the model. A joint whose `from` has world axes leads from `from`
/// to `to` only, since it says nothing of the orientation of `from`.
Tree make_tree(const Model& model);

/// The bodies between two bodies along the tree: first the one that carries the whole way, then from it to `a` and,
/// without it, from `b` back to it.
std::vector<std::size_t> bodies_between(const Tree& tree, std::size_t a, std::size_t b);
/// Of a loop, from `from` to `to` of the joint that closes it.
std::vector<std::size_t> bodies_around(const Model& model, const Tree& tree, std::size_t joint);

/// The tree in parts without forks: bodies one behind the other, each part beginning behind the world or a fork.
std::vector<std::vector<std::size_t>> find_branches(const Tree& tree);

/// Unconnected bodies in parts that hang together; the first of each is the one that reaches the others, with most
/// joints, in the middle of them.
std::vector<std::vector<std::size_t>> find_loose_parts(const Model& model, const Tree& tree);

}  // namespace kinemate
