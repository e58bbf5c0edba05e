// Which coordinates a machine is described by while it runs.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace kinemate {

struct ChartChoice {
  std::vector<std::string> independent;  ///< speeds, as they are written, in the order of the tree; none: of a tree
  std::vector<std::size_t> turned;       ///< joints whose angles are those of the complementary sequence
  bool by_formulas = false;              ///< whether coordinates that follow may be formulas that hold on one branch

  auto operator<=>(const ChartChoice&) const = default;
};

}  // namespace kinemate
