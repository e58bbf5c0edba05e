#include "report/studies/criterion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/studies/simulation.h"
#include "report/words.h"

namespace kinemate {
namespace {

using CriterionJson = nlohmann::ordered_json;

constexpr std::size_t kMostCriterionCurves = 12;
constexpr double kSameCriterion = 1e-12;  // what is nearer is rounding: the earlier time is told

struct CriterionRange {
  double least, least_at, largest, largest_at;
};

CriterionRange range_over(const std::vector<double>& times, const std::vector<double>& values) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  CriterionRange range{kUnknown, kUnknown, kUnknown, kUnknown};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    if (!(values[i] >= range.least - kSameCriterion)) range.least = values[i], range.least_at = times[i];
    if (!(values[i] <= range.largest + kSameCriterion)) range.largest = values[i], range.largest_at = times[i];
  }
  return range;
}

// Of the time; each row stands for half the way to its neighbours.
double share_in_use(const std::vector<double>& times, const std::vector<char>& in_use) {
  double used = 0;
  for (std::size_t i = 0; i + 1 < times.size(); ++i)
    used += 0.5 * ((in_use[i] != 0 ? 1 : 0) + (in_use[i + 1] != 0 ? 1 : 0)) * std::abs(times[i + 1] - times[i]);
  const double whole = times.empty() ? 0 : std::abs(times.back() - times.front());
  if (whole != 0) return used / whole;
  return !in_use.empty() && in_use.front() != 0 ? 1 : 0;
}

// A speed that is the rate of a coordinate is called after it.
std::string coordinate_of(const std::string& speed) {
  return speed.ends_with('\'') ? speed.substr(0, speed.size() - 1) : speed;
}

// The line of this name, mostly at the same place as in the row before; a new one was not there before.
CriterionLine& line_named(std::vector<CriterionLine>& lines, const std::string& name, std::size_t place,
                          std::size_t rows) {
  if (place < lines.size() && lines[place].name == name) return lines[place];
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const CriterionLine& line) { return line.name == name; });
  if (found != lines.end()) return *found;
  return lines.emplace_back(CriterionLine{name, std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN()),
                                          std::vector<char>(rows, 0)});
}

// Lines that this row has nothing for.
void fill_up(std::vector<CriterionLine>& lines, std::size_t rows) {
  for (CriterionLine& line : lines) {
    line.values.resize(rows, std::numeric_limits<double>::quiet_NaN());
    line.in_use.resize(rows, 0);
  }
}

std::string criterion_number(double x) { return std::abs(x) < kSameCriterion ? "0" : fmt::format("{:.3g}", x); }

std::vector<std::string> criterion_row(const std::string& name, const CriterionRange& range, const std::string& share) {
  return {name,
          criterion_number(range.least),
          fmt::format("{:.4g}", range.least_at),
          criterion_number(range.largest),
          fmt::format("{:.4g}", range.largest_at),
          share};
}

std::string share_text(const CriterionTrace& trace, const CriterionLine& line) {
  return fmt::format("{:.3g} %", 100 * share_in_use(trace.times, line.in_use));
}

CriterionJson range_json(const CriterionRange& range) {
  return {{"least", range.least},
          {"least_at", range.least_at},
          {"largest", range.largest},
          {"largest_at", range.largest_at}};
}

CriterionJson lines_json(const CriterionTrace& trace, const std::vector<CriterionLine>& lines, const char* share) {
  CriterionJson list = CriterionJson::array();
  for (const CriterionLine& line : lines) {
    CriterionJson one = {{"name", line.name}};
    one.update(range_json(range_over(trace.times, line.values)));
    one[share] = share_in_use(trace.times, line.in_use);
    list.push_back(one);
  }
  return list;
}

// Those that change most, in the order in which they came.
std::vector<const CriterionLine*> liveliest(const CriterionTrace& trace, const std::vector<CriterionLine>& lines) {
  std::vector<std::pair<double, std::size_t>> changes;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const CriterionRange range = range_over(trace.times, lines[i].values);
    changes.emplace_back(range.least - range.largest, i);
  }
  if (changes.size() > kMostCriterionCurves) {
    std::sort(changes.begin(), changes.end());
    changes.resize(kMostCriterionCurves);
    std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  }
  std::vector<const CriterionLine*> shown;
  for (const auto& [change, i] : changes) shown.push_back(&lines[i]);
  return shown;
}

Panel criterion_panel(const CriterionTrace& trace, const std::vector<CriterionLine>& lines, const std::string& before,
                      const std::string& label) {
  Panel panel{label, false, {}};
  for (const CriterionLine* line : liveliest(trace, lines))
    panel.curves.push_back({before + line->name, trace.times, line->values});
  return panel;
}

}  // namespace

void CriterionTrace::add(double t, const CoordinateLook& look, const SimulatedMachine& chart) {
  const WatchedCoordinates& watched = chart.watched;
  const std::size_t rows = times.size();
  times.push_back(t);
  for (std::size_t i = 0; i < look.cosines.size(); ++i) {
    CriterionLine& line = line_named(coordinates, coordinate_of(watched.speeds[i]), i, rows);
    line.values.push_back(look.cosines[i]);
    line.in_use.push_back(std::find(watched.independent.begin(), watched.independent.end(), i) !=
                          watched.independent.end());
  }
  for (std::size_t i = 0; i < look.qualities.size(); ++i) {
    CriterionLine& line = line_named(joints, chart.model.joints[watched.joints[i]].name, i, rows);
    line.values.push_back(look.qualities[i]);
    line.in_use.push_back(std::find(chart.chart.turned.begin(), chart.chart.turned.end(), watched.joints[i]) ==
                          chart.chart.turned.end());
  }
  fill_up(coordinates, times.size());
  fill_up(joints, times.size());
  if (look.cosines.empty()) return;
  chosen_set.push_back(look.value);
  best_set.push_back(look.best.value);
}

std::string criterion_text(const CriterionText& run) {
  const CriterionTrace& trace = run.trace;
  std::string text =
      fmt::format("{}: how well coordinates suited from t = {:.6g} to {:.6g} s, in {} (1: at best, 0: not at all)\n",
                  run.machine.empty() ? "machine" : run.machine, trace.times.empty() ? 0 : trace.times.front(),
                  run.report.status.time, counted(trace.times.size(), "row", "rows"));
  std::vector<std::vector<std::string>> rows;
  if (!trace.coordinates.empty()) {
    text += "\n  projection criterion: cos^2 of the angle between a coordinate and the motions that are free\n";
    rows.push_back({"", "least", "at t", "largest", "at t", "independent"});
    for (const CriterionLine& line : trace.coordinates)
      rows.push_back(criterion_row(line.name, range_over(trace.times, line.values), share_text(trace, line)));
    rows.push_back(criterion_row("chosen set", range_over(trace.times, trace.chosen_set), ""));
    rows.push_back(criterion_row("best set", range_over(trace.times, trace.best_set), ""));
    text += table(rows);
  }
  if (!trace.joints.empty()) {
    text += "\n  angles that lock: sin^2 of the angle between the first and the last axis\n";
    rows = {{"", "least", "at t", "largest", "at t", "angles of the file"}};
    for (const CriterionLine& line : trace.joints)
      rows.push_back(
          criterion_row("joint " + line.name, range_over(trace.times, line.values), share_text(trace, line)));
    text += table(rows);
  }
  const std::string switches = switches_text(run.report.switches);
  return text + "\n" + (switches.empty() ? "  coordinates   not changed\n" : switches);
}

std::string criterion_json(const CriterionText& run) {
  const CriterionTrace& trace = run.trace;
  CriterionJson json = {{"machine", run.machine},
                        {"from", trace.times.empty() ? 0 : trace.times.front()},
                        {"to", run.report.status.time},
                        {"good", run.report.status.good()},
                        {"rows", trace.times.size()}};
  json["coordinates"] = lines_json(trace, trace.coordinates, "independent");
  json["joints"] = lines_json(trace, trace.joints, "angles_of_the_file");
  if (!trace.chosen_set.empty()) {
    json["chosen_set"] = range_json(range_over(trace.times, trace.chosen_set));
    json["best_set"] = range_json(range_over(trace.times, trace.best_set));
  }
  json["switches"] = switches_json(run.report.switches);
  return json.dump(2) + "\n";
}

Figure criterion_figure(const CriterionTrace& trace, const std::string& machine) {
  Figure figure{machine, "t [s]", false, {}};
  if (!trace.coordinates.empty()) {
    figure.panels.push_back(criterion_panel(trace, trace.coordinates, "", "cos² α"));
    figure.panels.push_back({"cos² α of sets",
                             false,
                             {{"chosen set", trace.times, trace.chosen_set},
                              {"best set", trace.times, trace.best_set, CurveStyle::kDashed}}});
  }
  if (!trace.joints.empty())
    figure.panels.push_back(criterion_panel(trace, trace.joints, "joint ", "sin² of the axes"));
  return figure;
}

}  // namespace kinemate
