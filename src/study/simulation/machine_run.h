// One thread's runs of a machine, one after another: programs are compiled once.
#pragma once

#include <atomic>
#include <functional>

#include "sim/integrate.h"
#include "study/simulation/fine_rows.h"
#include "study/switching/chart_switch.h"

namespace kinemate {

/// What a run met where formulas switch.
struct SurfaceCounts {
  std::size_t times = 0;      ///< at which formulas of t switch
  std::size_t crossings = 0;  ///< of surfaces that depend on the state
  bool slid = false;          ///< whether the motion stayed on one
  bool plain = false;         ///< whether one that switched without end was followed by its value
};

struct SimulationReport {
  RunStatus status;
  std::string method, reason;  ///< the integrator, and why it
  IntegratorStatistics statistics;
  AuditResult audit;
  std::vector<SimulatedEvent> events;
  SurfaceCounts surfaces;
  std::vector<CoordinateSwitch> switches;
  double seconds = 0;   ///< that it took
  double deriving = 0;  ///< how many of these for other coordinates' equations
  std::size_t rows = 0;
  std::vector<std::string> notes;
  double highest_frequency = 0;  ///< Hz, of something that swings visibly for some periods; 0: nothing does
  std::string fastest;           ///< what that is: a column or a state
};

struct RunObserver {
  std::function<void(std::span<const double> row)> row;
  std::function<void(double t, const IntegratorStatistics&)> step;
  const std::atomic<bool>* interrupt = nullptr;
  /// With every row: how well coordinates suit, and which chart it is.
  std::function<void(double t, const CoordinateLook& look, const SimulatedMachine& chart)> criterion;
  const FineRows* fine = nullptr;  ///< rows for pictures, beside those that are asked for
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
  ChartRun& now() { return charts_.now(); }
  const ChartRun& now() const { return charts_.now(); }
  EventAction handle(const EventReport& what, std::span<double> x, SurfaceCounts& counts);
  void require_free_start(std::span<const double> x);
  void require_values_at(double t, std::span<const double> x);

  const SimulatedMachine& machine_;
  std::vector<SimulatedEvent> log_;
  ChartSwitch charts_;
  RunStart start_;
  std::vector<double> end_state_;
};

}  // namespace kinemate
