// Results of a run as a table: what its columns mean, what was run, and a row of numbers for each time.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace kinemate {

struct ResultColumn {
  std::string name;
  std::string unit;     ///< "rad/s"; empty for pure numbers
  std::string meaning;  ///< a few words; may be empty

  bool operator==(const ResultColumn&) const = default;
};

/// REQUIRES: there is a column, and no key of the metadata stands twice. Texts are UTF-8.
struct ResultHeader {
  std::vector<ResultColumn> columns;
  std::vector<std::pair<std::string, std::string>> metadata;  ///< model, options, version, ... in this order

  bool operator==(const ResultHeader&) const = default;
};

struct ResultTable {
  ResultHeader header;
  std::vector<double> values;  ///< (rows x columns), row after row
  bool cut_off = false;        ///< the file ends within a row, which is left out

  std::size_t columns() const { return header.columns.size(); }
  std::size_t rows() const { return header.columns.empty() ? 0 : values.size() / columns(); }
  double at(std::size_t row, std::size_t column) const { return values[row * columns() + column]; }
};

/// The index of a column. Throws Error with the nearest name if there is none of this name.
std::size_t find_result_column(const ResultHeader& header, const std::string& name);

/// All rows of one column.
std::vector<double> result_column_values(const ResultTable& table, std::size_t column);

}  // namespace kinemate
