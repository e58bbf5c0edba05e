// Ways around the loops of a machine, joint by joint.
#pragma once

#include <vector>

#include "model/tree.h"

namespace kinemate {

struct LoopStep {
  std::size_t joint;      ///< of the model
  bool reversed = false;  ///< from its `to` to its `from`

  friend bool operator==(const LoopStep&, const LoopStep&) = default;
};

using LoopPath = std::vector<LoopStep>;

/// From the `from` of a joint that closes a loop over it, and back along the tree.
LoopPath make_tree_loop(const Model& model, const Tree& tree, std::size_t secondary);

/// The cheapest way around over a joint of tree or loops, each joint at its price; among equally cheap ones, over
/// joints that stand first in the model. Empty where there is none. Joints of an infinite price are not used.
LoopPath find_cheapest_loop(const Model& model, const Tree& tree, std::size_t joint, const std::vector<double>& prices);

}  // namespace kinemate
