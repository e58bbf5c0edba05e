// Ways from what is known to all unknowns of a flat list of equations. Each starts from the same inputs; everything
// that depends on numbers alone or on the pattern is done once, when the method is made.
#pragma once

#include "bench/flat/dense_lu.h"
#include "bench/flat/linear_part.h"
#include "bench/flat/sparse_solvers.h"
#include "program/routine.h"

namespace kinemate {

/// A compiled program and what it works on.
class Callable {
 public:
  explicit Callable(const Program& program) : routine_(program), workspace_(routine_.make_workspace()) {}

  std::span<double> inputs() { return routine_.inputs(workspace_); }
  std::span<const double> operator()() {
    routine_.run(workspace_);
    return routine_.outputs(workspace_);
  }
  std::span<const double> outputs() const { return routine_.outputs(workspace_); }

 private:
  Routine routine_;
  Workspace workspace_;
};

/// What `solve` makes of the list: one program.
class SolvedMethod {
 public:
  explicit SolvedMethod(const Program& program) : program_(program) {}
  void run(std::span<const double> inputs);
  std::vector<double> unknowns() const;

 private:
  Callable program_;
};

/// A program for unknowns that are no columns, for coefficients and right side; then a sparse solver.
class SparseMethod {
 public:
  using MakeSolver = std::unique_ptr<SparseSolver>(const SparsePattern&, std::span<const double> values);
  /// Solvers that look at numbers first get those at `inputs`.
  SparseMethod(const FlatSystem& system, const LinearPart& part, MakeSolver make_solver,
               std::span<const double> inputs);
  void run(std::span<const double> inputs);
  std::vector<double> unknowns() const;

  std::size_t entries() const { return pattern_.rows.size(); }

 private:
  const std::vector<std::size_t> columns_, before_;  // as unknowns of the system
  const SparsePattern pattern_;
  Callable program_;  // gives entries, right side, unknowns that are no columns
  std::unique_ptr<SparseSolver> solver_;
  std::span<const double> solution_;
};

/// Tearing: a program for the residuals as a dense linear system of the tearing variables, LU, and a program for the
/// others.
class TearingMethod {
 public:
  TearingMethod(const FlatSystem& system, const LinearPart& part);
  void run(std::span<const double> inputs);
  std::vector<double> unknowns() const;

  std::size_t tears() const { return tears_; }

 private:
  struct Torn;
  TearingMethod(const LinearPart& part, const Torn& torn);

  const std::vector<std::size_t> columns_, before_;  // as unknowns of the system
  const std::size_t tears_, carried_;
  Callable residuals_;  // gives matrix, right side, what is carried over, unknowns that are no columns
  DenseLu lu_;
  Callable others_;  // from what is carried over and the tearing variables to all columns
};

}  // namespace kinemate
