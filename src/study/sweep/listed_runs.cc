#include "study/sweep/listed_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "sim/results/csv_reader.h"

namespace kinemate {
namespace {

// Where a row stands, counted from 0 with the line of names, between comments and blank lines.
std::size_t offset_of_row(std::string_view text, std::size_t row) {
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (;;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const bool counts = text[at] != '#' && text[at] != '\n' && text[at] != '\r';
    if (counts && row-- == 0) return at;
    at = end + 1;
    if (at >= text.size()) return text.size();
  }
}

std::size_t offset_of_field(std::string_view text, std::size_t row, std::size_t field) {
  std::size_t at = offset_of_row(text, row);
  for (; field > 0; --field) at = text.find(',', at) + 1;
  return at;
}

std::string without_blanks(const std::string& name) {
  const std::size_t begin = name.find_first_not_of(" \t"), end = name.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : name.substr(begin, end - begin + 1);
}

}  // namespace

ListedRuns read_run_table(const std::string& path) {
  std::string text = read_text_file(path);
  if (text.size() > kLargestFile)
    throw Error(ErrorCode::kRunTable, fmt::format("{} is too large for a table of runs", path), "split it");
  // the reader leaves out what a file without an end of its last line has there, which may be cut off
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  ResultTable table = read_csv_results(path, text);
  const auto refuse = [&](std::size_t row, std::size_t field, std::string message) {
    Error error(ErrorCode::kRunTable, std::move(message));
    error.place = locate(path, text, offset_of_field(text, row, field));
    throw error;
  };
  ListedRuns runs;
  for (const ResultColumn& column : table.header.columns) {
    const std::string name = without_blanks(column.name);
    const std::size_t place = runs.names.size();
    if (name.empty()) refuse(0, 0, fmt::format("column {} has no name", place + 1));
    if (std::find(runs.names.begin(), runs.names.end(), name) != runs.names.end())
      refuse(0, 0, fmt::format("two columns are named {}", name));
    runs.names.push_back(name);
  }
  if (table.rows() == 0) refuse(0, 0, "there is no row of numbers below the names");
  for (std::size_t i = 0; i < table.values.size(); ++i)
    if (!std::isfinite(table.values[i]))
      refuse(i / runs.names.size() + 1, i % runs.names.size(),
             fmt::format("{} has no value in this run", runs.names[i % runs.names.size()]));
  runs.values = std::move(table.values);
  return runs;
}

}  // namespace kinemate
