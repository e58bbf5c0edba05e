#include "report/studies/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

std::string quotient_name(const SensitivityRun& run, std::size_t output, std::size_t cause) {
  return fmt::format("d({})/d({})", run.outputs[output], run.causes[cause]);
}

// The time of the largest derivative.
std::size_t largest_at(const SensitivityRun& run, std::size_t output, std::size_t cause) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < run.times.size(); ++k)
    if (std::abs(run.derivative(k, output, cause)) > std::abs(run.derivative(best, output, cause))) best = k;
  return best;
}

}  // namespace

ResultHeader sensitivity_header(const SensitivityRun& run) {
  ResultHeader header;
  header.columns.push_back({"t", "s", "time"});
  for (const std::string& name : run.outputs) header.columns.push_back({name, "", "output"});
  for (std::size_t i = 0; i < run.outputs.size(); ++i)
    for (std::size_t j = 0; j < run.causes.size(); ++j)
      header.columns.push_back({quotient_name(run, i, j), "", "derivative"});
  return header;
}

std::string sensitivity_text(const SensitivityRun& run) {
  const std::size_t last = run.times.size() - 1;
  std::size_t width = 10;
  for (const std::string& cause : run.causes) width = std::max(width, cause.size());
  std::string text = fmt::format("derivatives of the motion of {}, from t = {:.6g} to {:.6g}\n", run.machine,
                                 run.times.front(), run.times.back());
  for (std::size_t i = 0; i < run.outputs.size(); ++i) {
    const double end = run.number(last, i);
    text += fmt::format("\n  {} = {:.10g} at the end\n", run.outputs[i], end);
    text += fmt::format("    {:<{}}  {:>13}  {:>14}  {:>14}  {:>14}  {}\n", "by", width, "its value", "at the end",
                        "relative", "largest", "at t");
    for (std::size_t j = 0; j < run.causes.size(); ++j) {
      const std::size_t at = largest_at(run, i, j);
      const double slope = run.derivative(last, i, j);
      const std::string relative = end == 0 ? "-" : fmt::format("{:.6g}", slope * run.values[j] / end);
      text += fmt::format("    {:<{}}  {:>13.6g}  {:>14.8g}  {:>14}  {:>14.8g}  {:.6g}\n", run.causes[j], width,
                          run.values[j], slope, relative, run.derivative(at, i, j), run.times[at]);
    }
  }
  text += "\n  relative: per cent of the output for one per cent of the cause, at the end\n";
  return text;
}

std::string sensitivity_json(const SensitivityRun& run) {
  nlohmann::ordered_json json = {{"machine", run.machine}, {"outputs", run.outputs}, {"causes", run.causes}};
  json["values"] = run.values;
  json["times"] = run.times;
  json["numbers"] = run.numbers;
  json["derivatives"] = run.derivatives;
  return json.dump(1) + "\n";
}

Figure sensitivity_figure(const SensitivityRun& run) {
  Figure figure{run.machine, "t [s]", false, {}};
  const auto curve_of = [&](std::size_t i, std::size_t j, const std::string& name, double factor) {
    Curve curve{name, run.times, {}};
    for (std::size_t k = 0; k < run.times.size(); ++k) curve.y.push_back(factor * run.derivative(k, i, j));
    return curve;
  };
  for (std::size_t i = 0; i < run.outputs.size(); ++i) {
    // derivatives by different causes have different units; changes by a part of each cause have that of the output
    Panel panel{fmt::format("change of {}", run.outputs[i]), false, {}};
    for (std::size_t j = 0; j < run.causes.size(); ++j)
      if (run.values[j] != 0)
        panel.curves.push_back(curve_of(i, j, fmt::format("by 1 % of {}", run.causes[j]), 0.01 * run.values[j]));
    if (!panel.curves.empty()) figure.panels.push_back(std::move(panel));
    for (std::size_t j = 0; j < run.causes.size(); ++j)
      if (run.values[j] == 0)
        figure.panels.push_back(
            {fmt::format("d {} / d {}", run.outputs[i], run.causes[j]), false, {curve_of(i, j, "", 1)}});
  }
  return figure;
}

Tornado sensitivity_tornado(const SensitivityRun& run, std::size_t output, double share) {
  const std::size_t last = run.times.size() - 1;
  Tornado tornado;
  tornado.title = fmt::format("{}: {} at t = {:.6g} s", run.machine, run.outputs[output], run.times[last]);
  tornado.value_label = run.outputs[output];
  tornado.middle = run.number(last, output);
  tornado.low_name = fmt::format("{:.3g} % less", 100 * share);
  tornado.high_name = fmt::format("{:.3g} % more", 100 * share);
  for (std::size_t j = 0; j < run.causes.size(); ++j) {
    const double change = run.values[j] == 0 ? share : share * std::abs(run.values[j]);
    const double effect = run.derivative(last, output, j) * change;
    tornado.bars.push_back({run.values[j] == 0 ? fmt::format("{} (by {:.3g})", run.causes[j], share) : run.causes[j],
                            tornado.middle - effect, tornado.middle + effect});
  }
  return tornado;
}

}  // namespace kinemate
