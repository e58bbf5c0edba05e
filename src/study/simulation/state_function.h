// Numbers of a machine at a state while it runs: a compiled program, called over and over.
#pragma once

#include <span>
#include <vector>

#include "program/routine.h"
#include "study/programs/program_arrays.h"

namespace kinemate {

/// What stands beside the state: inputs, parameters that events set or that differ from run to run, and the modes of
/// switching surfaces (program/frozen_program.h).
struct Surroundings {
  std::vector<double> inputs, parameters, modes;
};

/// y of t, x and, where the program asks for them, a: the rates of the speeds. For several states at once number i of
/// state l is at [i * width + l], of all that goes in and comes out.
class StateFunction {
 public:
  /// Arrays of inputs that are none of t, x, a, u, p, m are 0.
  explicit StateFunction(const Program& program, unsigned width = 1);

  /// Valid until the next call. Allocates nothing.
  std::span<const double> operator()(std::span<const double> t, std::span<const double> x, std::span<const double> a,
                                     const Surroundings& around);
  std::span<const double> operator()(double t, std::span<const double> x, std::span<const double> a,
                                     const Surroundings& around) {
    return (*this)({&t, 1}, x, a, around);
  }

  unsigned width() const { return routine_.width(); }
  std::size_t size() const { return routine_.output_count(); }

 private:
  Routine routine_;
  Workspace workspace_;
  struct Place {
    std::size_t at = 0, size = 0;
  };
  Place t_, x_, a_, u_, p_, m_;
};

/// Formulas of t, the state, rates of the speeds, inputs and parameters as a program that StateFunction takes.
Program make_state_program(const ProgramSource& machine, std::span<const Expr> parameters,
                           const std::vector<Expr>& formulas);

/// The same of formulas that hold the coordinates as the state has them, not yet put right, as ProgramSource::gaps do.
Program make_gap_program(const ProgramSource& machine, std::span<const Expr> parameters,
                         const std::vector<Expr>& formulas);

}  // namespace kinemate
