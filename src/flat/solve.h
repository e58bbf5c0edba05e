// Solves a flat list of equations for its unknowns, as formulas.
//
// Block by block. Blocks of several unknowns are eliminated in the order that their structure gives, from leaves to
// root (flat/flow_topology.h): no more than linear work for a tree, whatever it is a tree of. Where there is no such
// structure, or elimination along it would lose digits or take twice the work, as sparse LU does: with little fill-in
// and no small pivots.
#pragma once

#include <functional>

#include "flat/flow_topology.h"

namespace kinemate {

/// How blocks of several unknowns are to be ordered.
enum class FlatOrder : std::uint8_t {
  kAutomatic,  ///< by structure where it is there and helps, else sparsely
  kStructure,  ///< by structure or not at all: the reason is thrown
  kSparse
};

struct SolvedBlock {
  FlatBlock block;
  std::size_t entries = 0;  ///< coefficients that are not zero
  std::size_t fill_in = 0;
  double residual = 0;  ///< what is left over at sampled points, against what is summed up
  bool by_structure = false;
  std::string reason{};            ///< why not
  std::vector<std::size_t> tears;  ///< unknowns
  FlowTopology topology;           ///< rows and columns are those of the block
  struct Step {
    std::size_t equation, unknown;  ///< of the system
  };
  std::vector<Step> order;  ///< pivots
};

struct FlatSolution {
  std::vector<SolvedBlock> blocks;  ///< in the order of the flow
  std::vector<Expr> values;         ///< for each unknown, of known symbols; empty where formulas would be too long
};

using FlatProgress = std::function<void(const std::string&)>;

/// Throws FlatMistakes where the system cannot be solved: as many as are found at once.
struct FlatMistakes {
  std::vector<Error> errors;
};
FlatSolution solve_flat(
    const FlatSystem& system, FlatOrder order = FlatOrder::kAutomatic,
    const FlatProgress& progress = [](const std::string&) {});

}  // namespace kinemate
