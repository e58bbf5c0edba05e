#include "report/studies/parameter_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/suggest.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostCauses = 10;

struct ColumnOfRuns {
  double least = std::numeric_limits<double>::infinity(), greatest = -least, sum = 0;
  std::uint64_t least_run = 0, greatest_run = 0, count = 0;

  void add(double x, std::uint64_t run) {
    if (!std::isfinite(x)) return;
    if (x < least) least = x, least_run = run;
    if (x > greatest) greatest = x, greatest_run = run;
    sum += x;
    ++count;
  }
  double mean() const { return sum / static_cast<double>(count); }
};

struct StudyNumbers {
  std::vector<ColumnOfRuns> columns;
  std::uint64_t good = 0, failed = 0;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> causes;  // how often, and the first run
};

// Times and numbers in causes differ from run to run: only the words are told apart.
std::string words_of(const std::string& cause) {
  std::string words;
  for (std::size_t i = 0; i < cause.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(cause[i])) != 0;
    const bool inside = i > 0 && (std::isalpha(static_cast<unsigned char>(cause[i - 1])) != 0 || cause[i - 1] == '_');
    if (!digit || inside) {
      words += cause[i];
      continue;
    }
    while (i + 1 < cause.size() && (std::isalnum(static_cast<unsigned char>(cause[i + 1])) != 0 ||
                                    (cause[i + 1] == '.' && i + 2 < cause.size() && cause[i + 2] != ' ') ||
                                    ((cause[i + 1] == '-' || cause[i + 1] == '+') && cause[i] == 'e')))
      ++i;
    words += "...";
  }
  return words;
}

StudyNumbers numbers_of(const Ledger& ledger) {
  StudyNumbers numbers;
  numbers.columns.resize(ledger.head().values.size());
  ledger.for_each([&](const LedgerRow& row) {
    if (!row.good) {
      ++numbers.failed;
      const auto [cause, is_new] = numbers.causes.try_emplace(words_of(row.cause), 0, row.run);
      ++cause->second.first;
      return;
    }
    ++numbers.good;
    for (std::size_t i = 0; i < row.values.size(); ++i) numbers.columns[i].add(row.values[i], row.run);
  });
  return numbers;
}

std::string with_unit(const LedgerHead& head, std::size_t column) {
  const std::string& name =
      column < head.inputs.size() ? head.inputs[column] : head.values[column - head.inputs.size()];
  const std::string unit = head.units.empty() ? "" : head.units[column];
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::size_t find_study_column(const LedgerHead& head, const std::string& name) {
  std::vector<std::string> names = head.inputs;
  names.insert(names.end(), head.values.begin(), head.values.end());
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
  throw Error(
      ErrorCode::kUnknownName, fmt::format("the study has no column '{}'", name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

double number_at(const LedgerRow& row, std::size_t column) {
  return column < row.inputs.size() ? row.inputs[column] : row.values[column - row.inputs.size()];
}

bool is_logarithmic(const std::vector<double>& sorted) {
  if (sorted.size() < 3 || sorted.front() <= 0) return false;
  const double first = sorted[1] / sorted[0], last = sorted.back() / sorted[sorted.size() - 2];
  return first > 1.01 && std::abs(first / last - 1) < 1e-6;
}

struct StudyPoints {
  std::vector<double> x, y, value, failed_x, failed_y;
};

std::vector<double> different(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace

std::string study_text(const Ledger& ledger) {
  const LedgerHead& head = ledger.head();
  const StudyNumbers numbers = numbers_of(ledger);
  std::string text = fmt::format("{} of {} runs are done", numbers.good + numbers.failed, head.runs);
  text += numbers.failed == 0 ? "\n" : fmt::format(", {} of them failed\n", numbers.failed);
  std::size_t width = 8;
  for (std::size_t i = 0; i < head.values.size(); ++i)
    width = std::max(width, with_unit(head, head.inputs.size() + i).size());
  if (numbers.good > 0)
    text += fmt::format("\n  {:<{}}  {:>13}  {:>13}  {:>13}  {}\n", "", width, "least", "mean", "greatest", "in runs");
  for (std::size_t i = 0; numbers.good > 0 && i < head.values.size(); ++i) {
    const ColumnOfRuns& column = numbers.columns[i];
    const std::string name = with_unit(head, head.inputs.size() + i);
    if (column.count == 0) {
      text += fmt::format("  {:<{}}  {:>13}\n", name, width, "no number");
      continue;
    }
    text += fmt::format("  {:<{}}  {:>13.7g}  {:>13.7g}  {:>13.7g}  {}, {}", name, width, column.least, column.mean(),
                        column.greatest, column.least_run, column.greatest_run);
    if (column.count < numbers.good) text += fmt::format("  (no number in {} runs)", numbers.good - column.count);
    text += "\n";
  }
  std::size_t shown = 0;
  for (const auto& [cause, runs] : numbers.causes) {
    if (shown == 0) text += "\n  failed\n";
    if (shown++ == kMostCauses) {
      text += fmt::format("  and {} causes more\n", numbers.causes.size() - kMostCauses);
      break;
    }
    text += fmt::format("  {:>9} times, first run {}: {}\n", runs.first, runs.second, cause);
  }
  return text;
}

std::string study_json(const Ledger& ledger) {
  const LedgerHead& head = ledger.head();
  const StudyNumbers numbers = numbers_of(ledger);
  nlohmann::ordered_json json = {{"runs", head.runs}, {"good", numbers.good}, {"failed", numbers.failed}};
  json["values"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < head.values.size(); ++i) {
    const ColumnOfRuns& column = numbers.columns[i];
    nlohmann::ordered_json one = {{"name", head.values[i]}, {"count", column.count}};
    if (column.count > 0) {
      one["least"] = column.least;
      one["least_run"] = column.least_run;
      one["mean"] = column.mean();
      one["greatest"] = column.greatest;
      one["greatest_run"] = column.greatest_run;
    }
    json["values"].push_back(std::move(one));
  }
  json["causes"] = nlohmann::ordered_json::array();
  for (const auto& [cause, runs] : numbers.causes)
    json["causes"].push_back({{"cause", cause}, {"runs", runs.first}, {"first", runs.second}});
  return json.dump(2) + "\n";
}

StudyPicture study_picture(const Ledger& ledger, const StudyAxes& axes) {
  const LedgerHead& head = ledger.head();
  const std::size_t inputs = head.inputs.size();
  const std::size_t value = axes.value.empty() ? inputs : find_study_column(head, axes.value);
  const std::size_t x = axes.x.empty() ? 0 : find_study_column(head, axes.x);
  const bool flat = axes.y.empty() && (inputs < 2 || (!axes.x.empty() && x >= inputs));
  const std::size_t y = flat ? value : axes.y.empty() ? (x == 0 ? 1 : 0) : find_study_column(head, axes.y);
  StudyPoints points;
  ledger.for_each([&](const LedgerRow& row) {
    if (!row.good) {
      if (x < inputs && y < inputs) {
        points.failed_x.push_back(number_at(row, x));
        points.failed_y.push_back(number_at(row, y));
      }
      return;
    }
    points.x.push_back(number_at(row, x));
    points.y.push_back(number_at(row, y));
    if (!flat) points.value.push_back(number_at(row, value));
  });
  if (points.x.empty()) throw Error(ErrorCode::kPicture, "no run has come to its end: there is nothing to draw");
  const std::vector<double> xs = different(points.x), ys = different(points.y);
  const std::string title = fmt::format("{} runs", points.x.size() + points.failed_x.size());
  if (flat && xs.size() == points.x.size() && x < inputs) {
    std::vector<std::size_t> order(points.x.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return points.x[a] < points.x[b]; });
    Curve curve;
    for (std::size_t i : order) {
      curve.x.push_back(points.x[i]);
      curve.y.push_back(points.y[i]);
    }
    return Figure{title, with_unit(head, x), is_logarithmic(xs), {{with_unit(head, value), false, {std::move(curve)}}}};
  }
  const std::vector<double> all_x = [&] {
    std::vector<double> all = points.x;
    all.insert(all.end(), points.failed_x.begin(), points.failed_x.end());
    return different(std::move(all));
  }();
  std::vector<double> all_y = points.y;
  all_y.insert(all_y.end(), points.failed_y.begin(), points.failed_y.end());
  all_y = different(std::move(all_y));
  if (!flat && all_x.size() * all_y.size() == points.x.size() + points.failed_x.size()) {
    HeatMap map{title, with_unit(head, x), with_unit(head, y), with_unit(head, value), all_x, all_y, {}, false, false};
    map.values.assign(all_x.size() * all_y.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      const auto column = std::lower_bound(all_x.begin(), all_x.end(), points.x[i]) - all_x.begin();
      const auto line = std::lower_bound(all_y.begin(), all_y.end(), points.y[i]) - all_y.begin();
      map.values[static_cast<std::size_t>(column) + static_cast<std::size_t>(line) * all_x.size()] = points.value[i];
    }
    map.x_logarithmic = is_logarithmic(all_x);
    map.y_logarithmic = is_logarithmic(all_y);
    return map;
  }
  Scatter scatter;
  scatter.title = title;
  scatter.x_label = with_unit(head, x);
  scatter.y_label = with_unit(head, y);
  scatter.value_label = flat ? "" : with_unit(head, value);
  scatter.x = std::move(points.x);
  scatter.y = std::move(points.y);
  scatter.value = std::move(points.value);
  scatter.failed_x = std::move(points.failed_x);
  scatter.failed_y = std::move(points.failed_y);
  return scatter;
}

}  // namespace kinemate
