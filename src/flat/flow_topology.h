// The tree that a flow of information goes along, found again without knowing what it is a tree of.
//
// Source E, 4.2.3. Every pair of the flow has the set of tearing variables before it and the set of residuals behind
// it. In a mechanism these sets are ways from the root: accelerations of a body depend on the tears of the joints up to
// it, loads of a joint act on the residuals of the joints down to the root. So the sets give the tree of the tears,
// that of the residuals, which residual belongs to which tear, and the place of every pair. A residual that its own
// tear does not reach closes a loop: it waits until all branches that meet in it are done.
//
// Departure from the source, which compares two trees: residuals are matched to tears by the sizes of their sets and by
// who reaches whom, which also finds them where the two trees differ by coefficients that happen to be 1.
#pragma once

#include "flat/information_flow.h"

namespace kinemate {

struct FlowTopology {
  /// A tearing variable with its residual.
  struct Node {
    std::size_t tear, residual;        ///< column and row
    std::size_t parent = kUnmatched;   ///< a node nearer to the root, behind this one; none: the root itself
    bool closes_loop = false;          ///< its parent is then the base of the loop, where its branches meet
    bool joins_next = false;           ///< it and the next one lie behind each other, as the freedoms of one joint
    std::vector<std::size_t> pairs{};  ///< of the flow, to be eliminated before it, in this order
  };
  std::vector<Node> nodes;  ///< in the order of elimination: leaves first
};

/// Why there is no such tree is told by an Error.
FlowTopology find_topology(const LinearBlock& block, const InformationFlow& flow);

}  // namespace kinemate
