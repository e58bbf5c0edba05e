// What reductions leave, cost and change, as text, JSON and a picture.
#pragma once

#include <optional>
#include <string>

#include "picture/figure.h"
#include "study/reduction/reduction_table.h"

namespace kinemate {

struct ReductionReport {
  const Reducible& reducible;
  const ReductionTable& table;
  std::string method;                  ///< what was weighed and how, one line
  std::optional<double> recursion;     ///< operations of accelerations by recursion, for comparison
  std::optional<std::size_t> entries;  ///< the row whose entries are listed
};

std::string reduction_text(const ReductionReport& report);
std::string reduction_json(const ReductionReport& report);

/// Operations, and errors guaranteed and measured, over the threshold.
Figure reduction_figure(const ReductionReport& report);

}  // namespace kinemate
