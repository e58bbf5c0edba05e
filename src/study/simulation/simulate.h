// A machine in motion: from its initial values on, row by row.
#pragma once

#include "study/simulation/machine_run.h"

namespace kinemate {

/// A machine made ready: derived and compiled once, run as often as one likes.
class Simulation {
 public:
  /// Throws Error for closed loops, open parameters, unspecified functions, and initial values that do not fit.
  Simulation(const Model& model, const SimulationRequest& request, const Progress& progress);

  const ResultHeader& header() const { return machine_->header; }
  const SimulatedMachine& machine() const { return *machine_; }

  using Observer = RunObserver;
  SimulationReport run(const Observer& observer);

 private:
  std::unique_ptr<const SimulatedMachine> machine_;
  MachineRun run_;
};

}  // namespace kinemate
