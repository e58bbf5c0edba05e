// The parameters for which a number of the run is smallest, or largest.
#pragma once

#include "optimum/minimize.h"
#include "study/sweep/fit.h"

namespace kinemate {

struct GoalRequest {
  SimulationRequest simulation;
  std::string goal;      ///< a summary (study/sweep/summary.h)
  bool largest = false;  ///< instead of smallest
  std::vector<FitParameter> parameters;
  MinimizeScope scope = MinimizeScope::kLocal;
  double tolerance = 1e-6;
  int most_runs = 2000;
  std::uint32_t seed = 1;
};

struct GoalResult {
  MinimizeResult found;  ///< the value as it was asked for, smallest or largest
  double start = 0;      ///< the value there
  long failed = 0;       ///< runs without a value
  std::string last_failure;
};

/// Throws Error as make_swept_machine() and minimize() do.
GoalResult optimize_goal(const Model& model, const GoalRequest& request, const Progress& stage,
                         const std::function<void(int runs, double best)>& progress,
                         const std::atomic<bool>* interrupt);

}  // namespace kinemate
