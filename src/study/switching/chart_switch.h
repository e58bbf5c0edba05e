// The charts that a run goes through: which it is in, and when another takes over.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "study/simulation/chart_run.h"
#include "study/switching/chart_book.h"

namespace kinemate {

/// Other coordinates took the place of some.
struct CoordinateSwitch {
  double time = 0;
  double before = 0, after = 0;                   ///< the criterion of those that left and of those that came
  std::string from, to;                           ///< coordinates, for people
  std::size_t order_before = 0, order_after = 0;  ///< of the integrator, where it varies
};

/// One thread's own.
class ChartSwitch {
 public:
  /// REQUIRES: the machine and the list live on where they are.
  ChartSwitch(const SimulatedMachine& machine, std::vector<SimulatedEvent>& log);

  ChartRun& now() { return *now_; }
  const ChartRun& now() const { return *now_; }

  /// For another run: back to the machine's own chart.
  void begin();
  /// The run starts at this state; where its coordinates are poor there, in others. Returns the state in those it
  /// starts in.
  std::span<const double> start(double t, std::span<const double> x, std::vector<CoordinateSwitch>& switches);

  /// After a step: looks whether other coordinates are better by far, and goes over to them. Null where all stays.
  /// Throws Error where the machine stands still in these coordinates and others cannot be had.
  Integrator* change(std::vector<CoordinateSwitch>& switches);

  /// The row of the start as the machine's own chart has it, where the run starts in another: angles in gimbal lock
  /// have no rates in that one.
  std::span<const double> start_row() const { return start_row_; }
  /// Seconds that it took to derive charts since begin().
  double deriving() const { return deriving_; }

  /// Throws Error where the machine stands still in its coordinates.
  void require_motion();

 private:
  void set_limit(const CoordinateLook& look);
  void remember_best(const CoordinateLook& look);
  std::optional<ChartChoice> wish(const CoordinateLook& look, double ahead) const;
  bool go_to(const ChartChoice& choice, const CoordinateLook& look, std::vector<CoordinateSwitch>& switches);
  bool take_over(const SimulatedMachine& chart, std::span<const double> row);
  [[noreturn]] void stop_at_dead_centre();
  ChartRun& run_of(const SimulatedMachine& chart);
  ChartChange& change_to(const SimulatedMachine& chart);

  const SimulatedMachine& machine_;
  std::vector<SimulatedEvent>& log_;
  std::vector<std::unique_ptr<ChartRun>> charts_;  // the first is the machine's own
  std::map<std::pair<const SimulatedMachine*, const SimulatedMachine*>, std::unique_ptr<ChartChange>> changes_;
  ChartRun* now_;
  std::vector<double> start_row_;
  double deriving_ = 0;
  double best_ = 1;   // at most so much, of the best value that there is
  double limit_ = 0;  // of the value of now_ against the best
};

}  // namespace kinemate
