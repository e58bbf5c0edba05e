// A machine for many runs: compiled once, with all that differs from run to run as inputs of its programs.
#pragma once

#include "study/simulation/simulated_machine.h"
#include "study/sweep/summary.h"

namespace kinemate {

struct SweepRequest {
  SimulationRequest simulation;        ///< with the names that are varied
  std::vector<std::string> summaries;  ///< study/sweep/summary.h
  bool rows = false;                   ///< all columns at all times are wanted, too
};

struct SweptMachine {
  SimulatedMachine machine;  ///< rows: columns if they are wanted, the time, what is watched
  Summaries summaries;
  std::vector<double> times;   ///< of rows
  std::size_t columns = 0;     ///< that are wanted
  bool in_lanes = false;       ///< explicit steps without events: several runs at once in the lanes of vectors
  bool accelerations = false;  ///< whether rows depend on them
};

/// Throws Error as make_simulated_machine() and make_summaries() do.
SweptMachine make_swept_machine(const Model& model, const SweepRequest& request, const Progress& progress);

}  // namespace kinemate
