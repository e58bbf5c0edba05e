// One thread's runs of a machine, one after another: programs are compiled once.
#pragma once

#include <atomic>
#include <functional>

#include "sim/integrate.h"
#include "study/simulation/machine_events.h"
#include "study/simulation/run_audit.h"
#include "study/simulation/simulated_machine.h"

namespace kinemate {

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

struct RunObserver {
  std::function<void(std::span<const double> row)> row;
  std::function<void(double t, const IntegratorStatistics&)> step;
  const std::atomic<bool>* interrupt = nullptr;
};

class MachineRun {
 public:
  /// REQUIRES: the machine lives on where it is.
  explicit MachineRun(const SimulatedMachine& machine);

  /// From the values of what is varied on. Rows are given to the observer as they arise; what went wrong under way is
  /// in the report. Throws Error for values that no run can start from.
  SimulationReport run(std::span<const double> varied, const RunObserver& observer);

  /// In words of the machine why a run ended: which motion meets hardly any inertia, as in gimbal lock. Needs the pool
  /// that the machine was made in. To be asked after a run that has failed.
  void explain(RunStatus& status) const;

 private:
  void require_free_start(std::span<const double> x);
  void require_values_at(double t, std::span<const double> x);
  [[noreturn]] void stop_at_dead_centre(double t, std::span<const double> x) const;

  const SimulatedMachine& machine_;
  MachineSystem system_;
  MachineEvents events_;
  std::vector<SimulatedEvent> log_;
  EventHandler handler_;
  StateFunction columns_;
  RunStart start_;
  std::vector<double> end_state_, row_;
};

}  // namespace kinemate
