// Which speeds of a machine with loops and constraints are independent, and how the others follow.
//
// Independent are speeds along which the machine moves well at all sampled configurations: with the motions N of a
// sample, the rows of N that belong to them shall be far from dependent. Chosen one after the other, by what of a row
// is new to those before it. Where coordinates can be had as formulas of some and not of others, that decides among
// speeds that are nearly as good.
#pragma once

#include "loops/block_solver.h"
#include "loops/loop_conditions.h"
#include "loops/loop_samples.h"
#include "loops/positions/explicit_closure.h"

namespace kinemate {

struct SpeedPartition {
  std::vector<std::size_t> independent;           ///< columns of the conditions
  std::vector<SolverBlock> blocks;                ///< of the others
  std::vector<std::vector<std::size_t>> entries;  ///< of each condition the columns where it is not 0 everywhere
  std::vector<std::size_t> redundant;             ///< conditions that follow from others; empty ones too
  ExplicitClosure closure;                        ///< coordinates that follow, as formulas
  std::vector<std::string> notes;
};

SpeedPartition choose_partition(const Model& model, const Tree& tree, const LoopConditions& conditions,
                                const LoopSamples& samples);

}  // namespace kinemate
