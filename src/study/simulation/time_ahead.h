// What formulas of t alone do in a run, looked at ahead of it: when they switch, and where they are narrow pulses.
//
// Arguments of switches are sampled on a grid that becomes finer until it sees few switches between two of its points;
// each switch is then narrowed to neighbouring doubles. Where a smooth formula bends much more than it does most of the
// time, steps are kept from jumping over it: none is longer than the piece over which its bend alone would carry it
// through all of its range.
#pragma once

#include <optional>
#include <vector>

#include "expr/expr.h"
#include "program/frozen_program.h"
#include "study/simulation/state_function.h"

namespace kinemate {

class TimeAhead {
 public:
  /// REQUIRES: the program lives on.
  explicit TimeAhead(const FrozenProgram& program);

  enum class Pulses { kMinded, kIgnored };
  /// For a run from `from` to `to`, which may lie before it. Throws Error for more switches than a run can have.
  void look(double from, double to, const Surroundings& around, Pulses pulses = Pulses::kMinded);

  /// Whether nothing has to be minded.
  bool is_empty() const { return switches_.empty() && pulses_.empty(); }

  /// Where a step that begins at t has to end at the latest; infinite in the direction of the run where there is no
  /// such place.
  double limit(double t) const;
  bool is_switch(double t) const;
  /// Ascending in the direction of the run.
  const std::vector<double>& switches() const { return switches_; }

  /// The arguments' difference of each surface of time, a little after t; of cells the whole number below the first.
  std::span<const double> sides_after(double t);

 private:
  static constexpr unsigned kLanes = 8;
  struct Bracket {
    double before = 0, after = 0;
  };
  struct Pulse {
    double time = 0, longest = 0;  // no step that begins farther away passes it
  };

  double side(std::size_t surface, const double* arguments) const;
  [[noreturn]] void refuse_so_many() const;
  void sample(std::size_t intervals);
  double sampled(std::size_t output, std::size_t i) const { return samples_[output * times_.size() + i]; }
  bool sees_enough() const;
  void find_switches();
  void find_between(std::size_t surface, double left, double right);
  void find_dip(std::size_t surface, std::size_t i);
  double side_at(std::size_t surface, double t);
  Bracket narrow(std::size_t surface, double left, double right, double side_left);
  double nicest(std::size_t surface, const Bracket& bracket);
  void merge_switches();
  void find_pulses();

  const FrozenProgram& program_;
  StateFunction function_;
  Surroundings around_;  // of all lanes
  double from_ = 0, to_ = 0, direction_ = 1;
  std::vector<double> times_, samples_;  // samples_ outputs x times
  std::vector<double> lane_times_, sides_;
  std::vector<double> switches_;
  std::vector<Pulse> pulses_;
};

/// When any of these formulas of `time` and numbers switches within [from, to]: where sign, abs, step, min, max and
/// comparisons, floor and mod change. Ascending. Throws Error for other symbols, and for too many.
std::vector<double> switching_times(std::span<const Expr> formulas, Expr time, double from, double to);

}  // namespace kinemate
