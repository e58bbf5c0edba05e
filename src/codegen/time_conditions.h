// What an ode's formulas of time alone do: scripts that simulate look at it ahead of a run, so that no step of an
// integrator passes over a force that acts for a short time.
//
// Only programs are known here: a condition of time is a relation, sign, step or floor that depends on the input t, and
// on constants and parameters, alone. A pulse is a smooth function of these, such as exp(-((t - 5)/0.02)^2). Times
// themselves depend on the end of the run and on parameters, so that the script finds them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "program/program.h"

namespace kinemate {

struct TimeConditions {
  /// `conditions` of t and, where they are needed, of the parameters p: one result s. First values that change in jumps
  /// alone, wherever the machine switches; then smooth ones.
  Program program;
  std::size_t jumping = 0;  ///< of its entries
};

/// Nothing where no formula of time alone can be passed over: sines and polynomials are not.
std::optional<TimeConditions> find_time_conditions(const Program& ode);

/// Programs of a machine and, of those that scripts simulate, its conditions behind them.
struct SimulatedPrograms {
  std::vector<Program> programs;
  std::size_t jumping = 0;  ///< of the entries of the conditions, if there are any
};
SimulatedPrograms with_time_conditions(std::span<const Program> programs, bool simulation);

}  // namespace kinemate
