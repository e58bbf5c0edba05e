// A machine in motion: from its initial values on, row by row.
#pragma once

#include "study/simulation/machine_run.h"

namespace kinemate {

/// A machine made ready: derived and compiled once, run as often as one likes.
class Simulation {
 public:
  /// Throws Error for loops that cannot be closed, open parameters, unspecified functions, and initial values that do
  /// not fit.
  explicit Simulation(const Model& model, const SimulationRequest& request = {}, const Progress& progress = keep_quiet);

  const ResultHeader& header() const { return machine_->header; }
  const SimulatedMachine& machine() const { return *machine_; }

  using Observer = RunObserver;
  SimulationReport run(const Observer& observer);

 private:
  std::unique_ptr<const SimulatedMachine> machine_;
  MachineRun run_;
};

/// A run and all of its rows.
struct SimulatedRun {
  ResultTable table;
  SimulationReport report;

  /// A column by its name. Throws Error with the nearest name if there is none.
  std::vector<double> operator[](const std::string& name) const {
    return result_column_values(table, find_result_column(table.header, name));
  }
};

/// Ready, run once, all rows kept. Throws Error as Simulation does, and where the run does not get to its end.
SimulatedRun simulate(const Model& model, const SimulationRequest& request = {}, const Progress& progress = keep_quiet);

}  // namespace kinemate
