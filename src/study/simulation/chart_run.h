// One chart of a machine while it runs: its programs, compiled, and what follows the run with them.
#pragma once

#include <memory>
#include <optional>

#include "study/simulation/simulated_machine.h"
#include "study/simulation/time_ahead.h"
#include "study/switching/chart_change.h"

namespace kinemate {

/// Something that happened.
struct SimulatedEvent {
  double time = 0;
  std::string name, what;
};

/// One thread's own.
class ChartRun {
 public:
  /// REQUIRES: the machine and the list live on where they are.
  ChartRun(const SimulatedMachine& machine, std::vector<SimulatedEvent>& log);

  const SimulatedMachine& machine() const { return machine_; }

  /// For a run that begins here, or that comes here: an integrator, nothing followed yet.
  void make_ready(bool with_rows);
  /// What formulas of t do from here on, and on which sides the machine is. REQUIRES: the system has begun.
  void look_ahead(double t, std::span<const double> x);
  /// The same at a time at which they switch.
  void pass_switch(double t, std::span<const double> x);
  /// Goes on where `before` stands, with its place() there. False where it cannot; `before` is as it was then.
  bool take_over(ChartRun& before, ChartChange& change, PastOf past, std::span<const double> row);

  /// Where a step from t on has to end; beyond the run where nothing has to be minded.
  double horizon(double t) const { return ahead ? ahead->limit(t) : machine_.request.end; }

  /// The columns at a time of the last step. Valid until the next call.
  std::span<const double> row(double t, std::span<const double> x);
  /// All coordinates and speeds at the end of the last step, as SimulatedMachine::place() has them.
  std::vector<double> place();

  MachineSystem system;
  MachineEvents events;
  EventHandler handler;
  std::unique_ptr<Integrator> integrator;
  std::optional<TimeAhead> ahead;
  std::optional<RunAudit> audit;
  std::optional<AngleFollower> angles;
  std::optional<CoordinateWatch> watch;

 private:
  std::span<const double> compute(StateFunction& function, double t, std::span<const double> x);

  const SimulatedMachine& machine_;
  StateFunction columns_;
  std::optional<StateFunction> place_;
  std::vector<double> row_, mixed_;
  bool with_rows_ = true;
};

}  // namespace kinemate
