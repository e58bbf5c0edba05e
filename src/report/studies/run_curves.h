// Curves of results: which columns a picture shows, panels by their units, and what it leaves out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "picture/figure.h"
#include "picture/growing_curve.h"
#include "sim/results/table.h"

namespace kinemate {

/// Columns over another, a panel for each unit; where a unit is not known, for each column. No names: coordinates,
/// states, outputs and energies; "all": all of them. Throws Error for names that are no columns.
Figure result_figure(const ResultTable& table, const std::vector<std::string>& names, const std::string& against = "t");

/// Which columns that picture does not show and how to see them; empty where it shows all, or those that were named.
std::string left_out_note(const ResultHeader& header, const std::vector<std::string>& names,
                          const std::string& against = "t");

/// The same picture over the time, of rows that are taken while a run goes on: memory does not grow with its length.
class RunCurves {
 public:
  RunCurves(const ResultHeader& header, const std::vector<std::string>& names);

  /// The numbers of a row that are drawn. Valid until the next call.
  std::span<const double> drawn(std::span<const double> row);
  void take(std::span<const double> row);
  bool is_empty() const { return rows_ == 0; }
  Figure figure() const;

 private:
  const ResultHeader header_;
  std::size_t time_;
  std::vector<std::size_t> shown_;
  std::vector<GrowingCurve> curves_;  // of these
  std::vector<double> drawn_;
  std::size_t rows_ = 0;
};

}  // namespace kinemate
