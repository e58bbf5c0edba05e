#include "report/studies/search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

std::size_t widest_name(std::span<const FitParameter> parameters) {
  std::size_t width = 9;
  for (const FitParameter& parameter : parameters) width = std::max(width, parameter.name.size());
  return width;
}

bool is_undetermined(const LeastSquaresResult& found, std::size_t parameter) {
  return std::find(found.undetermined.begin(), found.undetermined.end(), parameter) != found.undetermined.end();
}

nlohmann::ordered_json number_or_null(double x) {
  return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string fit_text(const FitRequest& request, const FitResult& result) {
  const LeastSquaresResult& found = result.found;
  const Measurements& measured = request.measured;
  std::string text =
      fmt::format("{} parameter{} from {} measurements at {} times: {} ({} steps, {} runs)\n\n",
                  request.parameters.size(), request.parameters.size() == 1 ? "" : "s", measured.values.size(),
                  measured.times.size(), found.converged ? "found" : "not converged", found.iterations, result.runs);
  if (!found.converged) text += "  " + found.reason + "\n\n";
  const std::size_t width = widest_name(request.parameters);
  text += fmt::format("  {:<{}}  {:>15}  {:>13}  {:>13}  {:>13}\n", "parameter", width, "value", "+- (95 %)",
                      "deviation", "start");
  for (std::size_t i = 0; i < request.parameters.size(); ++i) {
    std::string remark;
    if (found.at_bound[i]) remark = "  at its bound: taken as known";
    if (is_undetermined(found, i)) remark = "  not determined by these data";
    text += fmt::format("  {:<{}}  {:>15.9g}  {:>13.4g}  {:>13.4g}  {:>13.6g}{}\n", request.parameters[i].name, width,
                        found.values[i], found.confidence[i], found.deviations[i], request.parameters[i].start, remark);
  }
  if (!found.undetermined.empty()) {
    std::vector<std::string> names;
    for (std::size_t i : found.undetermined) names.push_back(request.parameters[i].name);
    text += fmt::format("\n  {} can change together without any change of what was measured: fix one of them\n",
                        fmt::join(names, ", "));
  }
  std::size_t longest = 8;
  for (const std::string& name : measured.names) longest = std::max(longest, name.size());
  text += fmt::format("\n  {:<{}}  {:>15}  {:>13}\n", "measured", longest, "rms deviation", "at the start");
  for (std::size_t i = 0; i < measured.names.size(); ++i)
    text +=
        fmt::format("  {:<{}}  {:>15.6g}  {:>13.6g}\n", measured.names[i], longest, result.rms[i], result.start_rms[i]);
  if (request.parameters.size() > 1) {
    text += "\n  correlation\n";
    const std::size_t n = request.parameters.size();
    for (std::size_t i = 0; i < n; ++i) {
      text += fmt::format("  {:<{}}", request.parameters[i].name, width);
      for (std::size_t j = 0; j <= i; ++j) {
        const double both = found.deviations[i] * found.deviations[j];
        text += both > 0 && std::isfinite(both) ? fmt::format("  {:>7.3f}", found.covariance[i * n + j] / both)
                                                : fmt::format("  {:>7}", "-");
      }
      text += "\n";
    }
  }
  return text;
}

std::string fit_json(const FitRequest& request, const FitResult& result) {
  const LeastSquaresResult& found = result.found;
  nlohmann::ordered_json json = {{"converged", found.converged},
                                 {"reason", found.reason},
                                 {"iterations", found.iterations},
                                 {"runs", result.runs}};
  json["parameters"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < request.parameters.size(); ++i)
    json["parameters"].push_back({{"name", request.parameters[i].name},
                                  {"value", found.values[i]},
                                  {"confidence", number_or_null(found.confidence[i])},
                                  {"deviation", number_or_null(found.deviations[i])},
                                  {"start", request.parameters[i].start},
                                  {"at_bound", static_cast<bool>(found.at_bound[i])},
                                  {"determined", !is_undetermined(found, i)}});
  json["covariance"] = nlohmann::ordered_json::array();
  for (double x : found.covariance) json["covariance"].push_back(number_or_null(x));
  json["measured"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < request.measured.names.size(); ++i)
    json["measured"].push_back({{"name", request.measured.names[i]},
                                {"rms", number_or_null(result.rms[i])},
                                {"start_rms", number_or_null(result.start_rms[i])}});
  return json.dump(2) + "\n";
}

Figure fit_figure(const FitRequest& request, const FitResult& result, const std::string& machine) {
  const Measurements& measured = request.measured;
  const std::size_t m = measured.names.size();
  Figure figure{machine, "t [s]", false, {}};
  for (std::size_t i = 0; i < m; ++i) {
    Curve points{"measured", measured.times, {}, CurveStyle::kPoints}, line{"fitted", measured.times, {}};
    for (std::size_t k = 0; k < measured.times.size(); ++k) {
      points.y.push_back(measured.values[k * m + i]);
      line.y.push_back(result.fitted[k * m + i]);
    }
    // the curve last: it lies above the points
    figure.panels.push_back({measured.names[i], false, {std::move(points), std::move(line)}});
  }
  return figure;
}

std::string goal_text(const GoalRequest& request, const GoalResult& result) {
  const MinimizeResult& found = result.found;
  const std::size_t width = widest_name(request.parameters);
  std::string text = fmt::format("{} {} after {} runs{}: {}\n\n", request.largest ? "largest" : "smallest",
                                 request.goal, found.evaluations,
                                 result.failed == 0 ? "" : fmt::format(", {} of them without a value", result.failed),
                                 found.converged ? "found" : found.reason);
  text += fmt::format("  {:<{}}  {:>15}  {:>15}\n", "parameter", width, "value", "start");
  for (std::size_t i = 0; i < request.parameters.size(); ++i)
    text += fmt::format("  {:<{}}  {:>15.9g}  {:>15.9g}{}\n", request.parameters[i].name, width, found.values[i],
                        request.parameters[i].start, found.at_bound[i] ? "  at its bound" : "");
  text += fmt::format("  {:<{}}  {:>15.9g}  {:>15.9g}\n", "goal", width, found.value, result.start);
  return text;
}

std::string goal_json(const GoalRequest& request, const GoalResult& result) {
  nlohmann::ordered_json json = {{"goal", request.goal},
                                 {"largest", request.largest},
                                 {"converged", result.found.converged},
                                 {"reason", result.found.reason},
                                 {"value", number_or_null(result.found.value)},
                                 {"start", number_or_null(result.start)},
                                 {"runs", result.found.evaluations},
                                 {"failed", result.failed}};
  json["parameters"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < request.parameters.size(); ++i)
    json["parameters"].push_back({{"name", request.parameters[i].name},
                                  {"value", result.found.values[i]},
                                  {"start", request.parameters[i].start},
                                  {"at_bound", static_cast<bool>(result.found.at_bound[i])}});
  return json.dump(2) + "\n";
}

}  // namespace kinemate
