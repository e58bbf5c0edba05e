#include "report/studies/run_curves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace kinemate {
namespace {

constexpr std::size_t kMostCurves = 12;   // where nobody says which
constexpr std::size_t kMostLeftOut = 12;  // that are named

bool wants_all(const ResultHeader& header, const std::vector<std::string>& names) {
  const auto is_all = [](const ResultColumn& column) { return column.name == "all"; };
  return names.size() == 1 && names[0] == "all" && std::none_of(header.columns.begin(), header.columns.end(), is_all);
}

bool is_motion(const std::string& meaning) {
  return meaning == "time" || meaning == "speed" || meaning == "acceleration" || meaning.starts_with("force of") ||
         meaning.starts_with("torque of");
}

// Not the one that they are drawn over.
std::vector<std::size_t> shown_columns(const ResultHeader& header, const std::vector<std::string>& names,
                                       std::size_t against) {
  std::vector<std::size_t> shown;
  const bool all = wants_all(header, names);
  if (!all)
    for (const std::string& name : names) shown.push_back(find_result_column(header, name));
  for (std::size_t c = 0; (all || names.empty()) && c < header.columns.size(); ++c)
    if (all || (!is_motion(header.columns[c].meaning) && c != against && shown.size() < kMostCurves))
      shown.push_back(c);
  std::erase(shown, against);
  return shown;
}

std::string label_of(const ResultColumn& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

// Columns of one panel. A unit that is not known is like no other, but those of coordinates, of their rates and of the
// rates of these are numbers without a unit: Euler parameters.
std::string panel_of(const ResultColumn& column) {
  if (!column.unit.empty()) return "[" + column.unit + "]";
  for (const char* meaning : {"coordinate", "driven coordinate", "speed", "acceleration"})
    if (column.meaning == meaning) return column.meaning;
  return "column " + column.name;
}

using CurveOf = std::function<Curve(std::size_t which)>;

// `curve_of` is asked for the curve of each of the columns that are shown, by its place among them.
Figure make_figure(const ResultHeader& header, std::size_t against, const std::vector<std::size_t>& shown,
                   const CurveOf& curve_of) {
  Figure figure{"", label_of(header.columns[against]), false, {}};
  for (const auto& [key, value] : header.metadata)
    if (key == "machine") figure.title = value;
  std::vector<std::string> panels;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const ResultColumn& column = header.columns[shown[i]];
    const std::string name = panel_of(column);
    const auto found = std::find(panels.begin(), panels.end(), name);
    const auto panel = static_cast<std::size_t>(found - panels.begin());
    if (found == panels.end()) {
      panels.push_back(name);
      figure.panels.push_back({column.unit.empty() ? "" : fmt::format("[{}]", column.unit), false, {}});
    }
    figure.panels[panel].curves.push_back(curve_of(i));
  }
  for (Panel& panel : figure.panels)
    if (panel.curves.size() == 1)
      panel.y_label = panel.curves[0].name + (panel.y_label.empty() ? "" : " ") + panel.y_label;
  if (figure.panels.empty()) figure.panels.push_back({});
  return figure;
}

}  // namespace

Figure result_figure(const ResultTable& table, const std::vector<std::string>& names, const std::string& against) {
  const std::size_t x = find_result_column(table.header, against);
  const std::vector<std::size_t> shown = shown_columns(table.header, names, x);
  return make_figure(table.header, x, shown, [&](std::size_t i) {
    return Curve{table.header.columns[shown[i]].name, result_column_values(table, x),
                 result_column_values(table, shown[i]), CurveStyle::kLine};
  });
}

std::string left_out_note(const ResultHeader& header, const std::vector<std::string>& names,
                          const std::string& against) {
  if (!names.empty()) return "";
  const std::size_t x = find_result_column(header, against);
  const std::vector<std::size_t> shown = shown_columns(header, names, x);
  std::vector<std::string> left_out;
  for (std::size_t c = 0; c < header.columns.size(); ++c)
    if (c != x && header.columns[c].meaning != "time" && std::find(shown.begin(), shown.end(), c) == shown.end())
      left_out.push_back(header.columns[c].name);
  if (left_out.empty()) return "";
  const std::string example = left_out.size() == 1 ? left_out[0] : left_out[0] + "," + left_out[1];
  const std::size_t more = left_out.size() > kMostLeftOut ? left_out.size() - kMostLeftOut : 0;
  if (more > 0) left_out.resize(kMostLeftOut);
  return fmt::format("the picture leaves out {}{}; --show {} draws these alone, --show all draws everything",
                     fmt::join(left_out, ", "), more > 0 ? fmt::format(" and {} more columns", more) : "", example);
}

RunCurves::RunCurves(const ResultHeader& header, const std::vector<std::string>& names)
    : header_(header),
      time_(find_result_column(header, "t")),
      shown_(shown_columns(header, names, time_)),
      curves_(shown_.size()) {}

std::span<const double> RunCurves::drawn(std::span<const double> row) {
  drawn_.clear();
  for (const std::size_t column : shown_) drawn_.push_back(row[column]);
  return drawn_;
}

void RunCurves::take(std::span<const double> row) {
  for (std::size_t i = 0; i < shown_.size(); ++i) curves_[i].add(row[time_], row[shown_[i]]);
  ++rows_;
}

Figure RunCurves::figure() const {
  return make_figure(header_, time_, shown_,
                     [&](std::size_t i) { return curves_[i].curve(header_.columns[shown_[i]].name); });
}

}  // namespace kinemate
