// Loops that hang on one body: subsystems, each a joint with several bodies for recursions over the tree.
#pragma once

#include "model/tree.h"

namespace kinemate {

struct FoundSubsystem {
  std::string name;                      ///< as declared; empty: it was found
  std::size_t carrier = kWorld;          ///< the primary interface: the body that all others hang on
  std::vector<std::size_t> bodies;       ///< in the order of the tree
  std::vector<std::size_t> carried;      ///< bodies beyond that hang on these: secondary interfaces are where they do
  std::vector<std::size_t> loops;        ///< joints that close loops in it
  std::vector<std::size_t> constraints;  ///< that bind its speeds
};

/// Bodies that loops, constraints, shared coordinates or declarations bind together, with the bodies between them, in
/// the order of the tree. REQUIRES: the tree reaches every body.
std::vector<FoundSubsystem> find_subsystems(const Model& model, const Tree& tree);

}  // namespace kinemate
