#include "study/sweep/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace kinemate {
namespace {

std::vector<double> root_mean_squares(std::span<const double> residuals, std::span<const double> deviations) {
  const std::size_t m = deviations.size();
  std::vector<double> sums(m, 0);
  for (std::size_t i = 0; i < residuals.size(); ++i) sums[i % m] += residuals[i] * residuals[i];
  for (std::size_t i = 0; i < m; ++i)
    sums[i] = deviations[i] * std::sqrt(sums[i] * static_cast<double>(m) / static_cast<double>(residuals.size()));
  return sums;
}

}  // namespace

Measurements to_measurements(const ListedRuns& table, const std::string& source) {
  const auto column = std::find(table.names.begin(), table.names.end(), "t");
  if (column == table.names.end())
    throw Error(ErrorCode::kMeasurements, fmt::format("{} has no column t: when was measured?", source),
                "the first line names the columns: t,phi,x");
  const auto time = static_cast<std::size_t>(column - table.names.begin());
  Measurements result;
  for (std::size_t i = 0; i < table.names.size(); ++i)
    if (i != time) result.names.push_back(table.names[i]);
  if (result.names.empty()) throw Error(ErrorCode::kMeasurements, fmt::format("{} has no column beside t", source));
  result.deviations.assign(result.names.size(), 1);
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::span<const double> numbers =
        std::span(table.values).subspan(row * table.names.size(), table.names.size());
    if (row > 0 && !(numbers[time] > result.times.back()))
      throw Error(ErrorCode::kMeasurements,
                  fmt::format("{}: the time {} follows after {}", source, numbers[time], result.times.back()),
                  "times ascend, each once");
    result.times.push_back(numbers[time]);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (i != time) result.values.push_back(numbers[i]);
  }
  return result;
}

FitResult fit_parameters(const Model& model, const FitRequest& request, const Progress& stage,
                         const std::function<void(int iteration, double rms)>& progress,
                         const std::atomic<bool>* interrupt) {
  const Measurements& measured = request.measured;
  const std::size_t m = measured.names.size(), k = request.parameters.size();
  SimulationRequest wanted = request.simulation;
  wanted.varied.clear();
  for (const FitParameter& parameter : request.parameters) wanted.varied.push_back(parameter.name);
  wanted.record.only_watched = true;
  wanted.record.watched = request.formulas;
  wanted.times = measured.times;
  wanted.end = measured.times.back();
  if (wanted.start > measured.times.front())
    throw Error(ErrorCode::kMeasurements,
                fmt::format("the first measurement is at {}, before the start of the run", measured.times.front()),
                "--from says when the machine has its initial values");
  const TangentMachine machine = make_tangent_machine(model, wanted, stage);
  TangentRun run(machine);
  FitResult result;

  LeastSquaresProblem problem;
  for (const FitParameter& parameter : request.parameters) {
    problem.start.push_back(parameter.start);
    problem.low.push_back(parameter.low);
    problem.high.push_back(parameter.high);
    problem.names.push_back(parameter.name);
  }
  problem.residuals = measured.values.size();
  problem.jacobian_error = std::max(request.simulation.rtol * 100, 1e-10);
  problem.most_iterations = request.most_iterations;
  std::string failure;  // of the last run
  problem.evaluate = [&](std::span<const double> values, std::span<double> residuals, std::span<double> jacobian) {
    ++result.runs;
    std::size_t row = 0;
    try {
      const RunStatus status = run.run(
          values,
          [&](double, std::span<const double> watched, std::span<const double> derivatives) {
            for (std::size_t i = 0; i < m; ++i) {
              const std::size_t at = row * m + i;
              residuals[at] = (watched[i] - measured.values[at]) / measured.deviations[i];
              if (jacobian.empty()) continue;
              for (std::size_t j = 0; j < k; ++j)
                jacobian[at * k + j] = derivatives[i * k + j] / measured.deviations[i];
            }
            ++row;
          },
          interrupt);
      failure = status.message;
      return status.good() && row == measured.times.size();
    } catch (const Error& error) {
      failure = error.message;
      return false;
    }
  };
  problem.progress = [&](int iteration, double cost) {
    if (progress) progress(iteration, std::sqrt(2 * cost / static_cast<double>(problem.residuals)));
    return !(interrupt && interrupt->load());
  };
  std::vector<double> first(problem.residuals);
  if (!problem.evaluate(problem.start, first, {}))
    throw Error(ErrorCode::kNoOptimum, "the machine does not run from the start of the fit: " + failure);
  result.start_rms = root_mean_squares(first, measured.deviations);
  result.found = fit_least_squares(problem);
  result.rms = root_mean_squares(result.found.residuals, measured.deviations);
  for (std::size_t i = 0; i < measured.values.size(); ++i)
    result.fitted.push_back(measured.values[i] + result.found.residuals[i] * measured.deviations[i % m]);
  return result;
}

}  // namespace kinemate
