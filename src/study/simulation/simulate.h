// A machine in motion: from its initial values on, row by row.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "sim/automatic.h"
#include "sim/integrate.h"
#include "sim/methods.h"
#include "study/derivation.h"
#include "study/reduction.h"
#include "study/simulation/recorded_columns.h"
#include "study/simulation/run_audit.h"

namespace kinemate {

struct SimulationRequest {
  // ---- what is simulated ----
  std::vector<Given> initial;  ///< instead of the initial values of the model
  double start = 0, end = 10;
  std::optional<ReductionRequest> reduction;  ///< without weak terms
  // ---- how ----
  IntegrationMethod method = IntegrationMethod::kAuto;
  double rtol = 1e-8, atol = 1e-10;
  std::vector<std::pair<std::string, double>> atol_of;  ///< of single states, by name
  double step = 0;                                      ///< of methods with fixed steps; 0: none
  double largest_step = 0;                              ///< 0: no limit
  long most_steps = 10'000'000;
  // ---- what is kept ----
  double every = 0;  ///< seconds between rows; 0: the run in 500 parts; below 0: each step
  RecordRequest record;
};

/// Something that happened.
struct SimulatedEvent {
  double time = 0;
  std::string name, what;
};

struct SimulationReport {
  RunStatus status;
  std::string method, reason;  ///< the integrator, and why it
  IntegratorStatistics statistics;
  AuditResult audit;
  std::vector<SimulatedEvent> events;
  double seconds = 0;  ///< that it took
  std::size_t rows = 0;
  std::vector<std::string> notes;
};

/// A machine made ready: derived and compiled once, run as often as one likes. Holds no formula.
class Simulation {
 public:
  /// Throws Error for closed loops, open parameters, unspecified functions, and initial values that do not fit.
  Simulation(const Model& model, const SimulationRequest& request, const Progress& progress);
  ~Simulation();

  const ResultHeader& header() const;

  struct Observer {
    std::function<void(std::span<const double> row)> row;
    std::function<void(double t, const IntegratorStatistics&)> step;
    const std::atomic<bool>* interrupt = nullptr;
  };
  /// Rows are given to the observer as they arise. What went wrong under way is in the report.
  SimulationReport run(const Observer& observer);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace kinemate
