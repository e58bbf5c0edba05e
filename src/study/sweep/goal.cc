#include "study/sweep/goal.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "study/sweep/sweep_worker.h"

namespace kinemate {

GoalResult optimize_goal(const Model& model, const GoalRequest& request, const Progress& stage,
                         const std::function<void(int runs, double best)>& progress,
                         const std::atomic<bool>* interrupt) {
  SweepRequest sweep{request.simulation, {request.goal}, false};
  sweep.simulation.varied.clear();
  MinimizeProblem problem;
  for (const FitParameter& parameter : request.parameters) {
    sweep.simulation.varied.push_back(parameter.name);
    problem.start.push_back(parameter.start);
    problem.low.push_back(parameter.low);
    problem.high.push_back(parameter.high);
    problem.names.push_back(parameter.name);
  }
  const SweptMachine machine = make_swept_machine(model, sweep, stage);
  SweepWorker worker(machine);
  const double sign = request.largest ? -1 : 1;
  GoalResult result;
  problem.value = [&](std::span<const double> values) -> std::optional<double> {
    std::array<LedgerRow, 1> row;
    row[0].inputs.assign(values.begin(), values.end());
    if (!worker.run(row, interrupt)) return std::nullopt;
    if (row[0].good && std::isfinite(row[0].values[0])) return sign * row[0].values[0];
    ++result.failed;
    result.last_failure = row[0].good ? fmt::format("{} is no finite number", request.goal) : row[0].cause;
    return std::nullopt;
  };
  problem.scope = request.scope;
  problem.tolerance = request.tolerance;
  problem.most_evaluations = request.most_runs;
  problem.seed = request.seed;
  problem.progress = [&](int runs, double best) {
    if (progress) progress(runs, sign * best);
    return !(interrupt && interrupt->load());
  };
  const std::optional<double> first = problem.value(problem.start);
  if (!first && request.scope == MinimizeScope::kLocal)
    throw Error(ErrorCode::kNoOptimum, "the run from the start of the search has no value: " + result.last_failure,
                "another start, or --global, which begins all over the bounds");
  result.start = first ? sign * *first : std::numeric_limits<double>::quiet_NaN();
  result.found = minimize(problem);
  result.found.value *= sign;
  return result;
}

}  // namespace kinemate
