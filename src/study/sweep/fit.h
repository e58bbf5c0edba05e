// Parameters of a machine from what was measured of it: least squares along the simulated motion, with exact
// derivatives.
#pragma once

#include "optimum/least_squares.h"
#include "study/sweep/listed_runs.h"
#include "study/sweep/tangent.h"

namespace kinemate {

/// What is looked for.
struct FitParameter {
  std::string name;
  double start = 0, low = 0, high = 0;
};

struct Measurements {
  std::vector<double> times;       ///< ascending
  std::vector<std::string> names;  ///< of what was measured
  std::vector<double> values;      ///< (times x names)
  std::vector<double> deviations;  ///< of each name: how much its measurements scatter
};

/// A table with a column t. Throws Error where it has none, where times do not ascend, and where nothing was measured.
Measurements to_measurements(const ListedRuns& table, const std::string& source);

struct FitRequest {
  SimulationRequest simulation;
  std::vector<FitParameter> parameters;
  Measurements measured;
  std::vector<Expr> formulas;  ///< of columns, for each name
  int most_iterations = 100;
};

struct FitResult {
  LeastSquaresResult found;
  std::vector<double> start_rms, rms;  ///< of each name, before and after; in its unit
  std::vector<double> fitted;          ///< (times x names)
  long runs = 0;
};

/// `progress` after each step, with the mean deviation in units of what was given for each name. Throws Error as
/// make_tangent_machine() and fit_least_squares() do.
FitResult fit_parameters(const Model& model, const FitRequest& request, const Progress& stage,
                         const std::function<void(int iteration, double rms)>& progress,
                         const std::atomic<bool>* interrupt);

}  // namespace kinemate
