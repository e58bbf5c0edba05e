#include "study/simulation/simulate.h"

namespace kinemate {

Simulation::Simulation(const Model& model, const SimulationRequest& request, const Progress& progress)
    : machine_(std::make_unique<const SimulatedMachine>(make_simulated_machine(model, request, progress))),
      run_(*machine_) {}

SimulationReport Simulation::run(const Observer& observer) {
  SimulationReport report = run_.run({}, observer);
  if (!report.status.good() && report.status.end != RunEnd::kInterrupted) run_.explain(report.status);
  return report;
}

SimulatedRun simulate(const Model& model, const SimulationRequest& request, const Progress& progress) {
  Simulation simulation(model, request, progress);
  SimulatedRun run{{simulation.header(), {}}, {}};
  run.report = simulation.run({.row = [&](std::span<const double> row) {
    run.table.values.insert(run.table.values.end(), row.begin(), row.end());
  }});
  if (!run.report.status.good()) throw to_error(run.report.status);
  return run;
}

}  // namespace kinemate
