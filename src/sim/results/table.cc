#include "sim/results/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "base/suggest.h"

namespace kinemate {

std::size_t find_result_column(const ResultHeader& header, const std::string& name) {
  std::vector<std::string_view> names;
  for (const ResultColumn& column : header.columns) names.push_back(column.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string near = nearest(name, names);
  throw Error(ErrorCode::kUnknownName, fmt::format("the results have no column '{}'", name),
              near.empty() ? fmt::format("the columns are {}", fmt::join(names, ", "))
                           : fmt::format("did you mean '{}'?", near));
}

std::vector<double> result_column_values(const ResultTable& table, std::size_t column) {
  CHECK(column < table.columns());
  std::vector<double> values(table.rows());
  for (std::size_t row = 0; row < values.size(); ++row) values[row] = table.at(row, column);
  return values;
}

}  // namespace kinemate
