#include "report/studies/driven_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/words.h"

namespace kinemate {
namespace {

using DriveJson = nlohmann::ordered_json;

// A column's least and largest value, and the rows where they are.
struct Extremes {
  double least, least_at, largest, largest_at;
};

Extremes find_extremes(const ResultTable& table, std::size_t column, std::size_t driven) {
  std::size_t least = 0, largest = 0;
  for (std::size_t row = 1; row < table.rows(); ++row) {
    if (table.at(row, column) < table.at(least, column)) least = row;
    if (table.at(row, column) > table.at(largest, column)) largest = row;
  }
  return {table.at(least, column), table.at(least, driven), table.at(largest, column), table.at(largest, driven)};
}

}  // namespace

std::string driven_range_text(const std::string& machine, const DriveRequest& request, const DrivenTable& driven) {
  const ResultTable& table = driven.table;
  const std::size_t by = find_result_column(table.header, request.range.coordinate);
  std::string text =
      fmt::format("{}: {} from {:.6g} to {:.6g} in {} rows\n\n", machine.empty() ? "machine" : machine,
                  request.range.coordinate, table.at(0, by), table.at(table.rows() - 1, by), table.rows());
  std::vector<std::vector<std::string>> rows = {{"", "least", "at", "largest", "at", "unit"}};
  for (std::size_t c = 0; c < table.columns(); ++c) {
    if (c == by) continue;
    const Extremes e = find_extremes(table, c, by);
    const auto number = [](double x) { return fmt::format("{:.6g}", x + 0.0); };
    rows.push_back({table.header.columns[c].name, number(e.least), number(e.least_at), number(e.largest),
                    number(e.largest_at), table.header.columns[c].unit});
  }
  return text + kinemate::table(rows);
}

std::string driven_range_json(const std::string& machine, const DriveRequest& request, const DrivenTable& driven) {
  const ResultTable& table = driven.table;
  DriveJson json = {{"machine", machine}, {"driven", request.range.coordinate}, {"rows", table.rows()}};
  json["columns"] = DriveJson::object();
  for (std::size_t c = 0; c < table.columns(); ++c) {
    DriveJson values = DriveJson::array();
    for (double value : result_column_values(table, c)) values.push_back(value + 0.0);
    json["columns"][table.header.columns[c].name] = {
        {"unit", table.header.columns[c].unit}, {"meaning", table.header.columns[c].meaning}, {"values", values}};
  }
  if (driven.stopped) json["stopped"] = driven.stopped->message;
  return json.dump(2) + "\n";
}

}  // namespace kinemate
