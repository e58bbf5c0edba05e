// A tree cut at joints into connected pieces, to be worked on side by side.
//
// A piece hangs on one link of another piece, or on the base, where a piece may be several small trees; the links of a
// piece that others hang on are its tips. The pieces are as even as a greedy walk from the ends of the tree makes them:
// a link counts one, and one more for each tip that it is below, since loads of each tip are followed through it.
// A tip has to have a regular inertia of its own: then a piece by itself has a regular M̂ where the whole tree has one.
#pragma once

#include "recursion/base_system.h"

namespace kinemate {

struct TreePiece {
  std::vector<std::size_t> links;     ///< in rising order: carriers before those they carry
  std::vector<std::size_t> carriers;  ///< of each, its place in `links`; kBase for what hangs on the base or outside
  std::size_t carrier = kBase;        ///< the tip of another piece that it hangs on
  std::vector<std::size_t> tips;      ///< their places in `links`, in rising order
};

/// At most `count` pieces, a piece after the one that carries it. REQUIRES: count > 0.
std::vector<TreePiece> cut_into_pieces(const BaseSystem<double>& system, std::size_t count);

}  // namespace kinemate
