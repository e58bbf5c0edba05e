// A system in the order in which it can be solved: blocks of equations that need each other and nothing behind them.
//
// Block lower triangular form: the strongly connected parts of the graph in which an equation, with the unknown it
// is matched to, points to the equations of all other unknowns in it (R. Tarjan 1972).
#pragma once

#include "flat/incidence.h"

namespace kinemate {

struct FlatBlock {
  std::vector<std::size_t> equations;  ///< ascending
  std::vector<std::size_t> unknowns;   ///< ascending; as many
};

/// Blocks before those that need their unknowns. REQUIRES: the matching leaves nothing out.
std::vector<FlatBlock> find_blocks(const Incidence& incidence, const Matching& matching);

}  // namespace kinemate
