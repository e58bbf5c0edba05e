// The Jacobian of a block as Simulink stores it: sparse, column by column,
//
//   [ A  B ]   derivatives of the rates of the states by states and inputs,
//   [ C  D ]   and those of the outputs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "program/program.h"

namespace kinemate {

/// Entries that are 0 at all states are left out.
struct SparseJacobian {
  std::vector<std::size_t> starts;   ///< (columns + 1): of each column among the entries
  std::vector<std::size_t> rows;     ///< (entries)
  std::vector<std::size_t> sources;  ///< (entries): place among the results of the program `jacobian`; after these: 1
  std::string missing;               ///< why there is none; empty: there is one
};

/// Of the programs of a machine: `ode` first, `jacobian` and `outputs` where they are there. Without outputs, those of
/// the block are the states.
SparseJacobian find_sparse_jacobian(std::span<const Program> programs);

}  // namespace kinemate
