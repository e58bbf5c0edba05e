// Runs as a user lists them in a file of comma-separated values: a line of names, then a row of numbers for each run.
// Lines that begin with # are comments.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kinemate {

struct ListedRuns {
  std::vector<std::string> names;  ///< different
  std::vector<double> values;      ///< (runs x names), row after row; finite

  std::size_t size() const { return names.empty() ? 0 : values.size() / names.size(); }
};

/// Throws Error with the line.
ListedRuns read_run_table(const std::string& path);

}  // namespace kinemate
