// A machine's motion told in the state of another chart (source D (3)): coordinates, speeds and their rates.
#pragma once

#include "sim/state_change.h"
#include "study/simulation/simulated_machine.h"

namespace kinemate {

struct ChangeProgram {
  Program program;  ///< the new state, its rates but for states of loads, then signs of branches
  std::size_t states = 0;
  std::vector<std::pair<std::size_t, std::size_t>> loads;  ///< states of loads: new and old place
  std::vector<std::pair<std::size_t, std::size_t>> kept;   ///< branches that both have: new and old parameter
  std::vector<std::size_t> found;                          ///< branches that only the new one has: parameters
};

ChangeProgram make_change_program(const SimulatedMachine& from, const SimulatedMachine& to);

/// One thread's own.
class ChartChange : public StateChange {
 public:
  /// REQUIRES: the program lives on.
  explicit ChartChange(const ChangeProgram& program, std::size_t first_speed, std::size_t speeds);

  /// For changes at a time: what surrounds the old system. Angles of the new state are those of so many turns that they
  /// are nearest to these.
  struct Turn {
    std::size_t state = 0;
    double angle = 0;
  };
  void begin(const Surroundings& around, double t, std::vector<Turn> turns);

  bool operator()(double t, std::span<const double> y, std::span<const double> ydot, std::span<double> new_y,
                  std::span<double> new_ydot) override;

  /// Branches of the new chart at a state of the old one, put into the parameters of the new one.
  void set_branches(double t, std::span<const double> y, std::vector<double>& parameters);

 private:
  const ChangeProgram& program_;
  const std::size_t first_speed_, speeds_;
  StateFunction function_;
  const Surroundings* around_ = nullptr;
  double now_ = 0;
  std::vector<Turn> turns_;
};

}  // namespace kinemate
