// Derivatives of a motion by parameters, initial values and inputs: forward, along with the motion itself.
//
// x(t, v) follows ẋ = f(t, x, u, p); S = ∂x/∂v follows Ṡ = ∂f/∂x S + ∂f/∂p ∂p/∂v + ∂f/∂u ∂u/∂v. The right side comes
// from derivatives of the formulas along one direction, so that it costs a few times f for each direction, however
// large the machine is.
//
// Where the right side switches at a time T, S jumps by (f₋ - f₊) ∂T/∂v, as the motion goes on with f₋ for so much longer
// (Aizerman and Gantmacher 1958). ∂T/∂v is that of the time itself, or -(∂g/∂v)/ġ on a surface g = 0 of the state.
#pragma once

#include "sim/integrate.h"
#include "study/simulation/simulated_machine.h"

namespace kinemate {

struct TangentMachine {
  SimulatedMachine machine;    ///< rows: what is watched
  Program rates;               ///< of t, x, u, p and directions s, d, e of x, p, u: ẋ and its change
  std::optional<FrozenProgram> switches;  ///< of the rates, which are frozen then
  Program rows;                ///< the same with accelerations a and their direction b: rows and their change
  Program start;               ///< of what is varied: for each the changes of x, p, u at the start
  std::size_t directions = 0;  ///< what is varied
};

/// Throws Error as make_simulated_machine() does, and for machines with events or with friction that depends on
/// reactions, where derivatives jump. REQUIRES: what is recorded is only what is watched.
TangentMachine make_tangent_machine(const Model& model, const SimulationRequest& request, const Progress& progress);

/// One thread's own.
class TangentRun {
 public:
  /// REQUIRES: the machine lives on where it is.
  explicit TangentRun(const TangentMachine& machine);
  ~TangentRun();

  /// At each output time: what is watched, and its derivatives, (watched x directions) row by row.
  using Row = std::function<void(double t, std::span<const double> watched, std::span<const double> derivatives)>;
  /// Throws Error for values that no run can start from.
  RunStatus run(std::span<const double> varied, const Row& row, const std::atomic<bool>* interrupt = nullptr);

 private:
  class System;
  std::unique_ptr<System> system_;
};

}  // namespace kinemate
