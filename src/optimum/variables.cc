#include "optimum/variables.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

void check_variable(const std::string& name, double start, double low, double high) {
  if (!(low <= high)) {
    throw Error(ErrorCode::kSearch,
                fmt::format("{} has the bounds {} and {}, of which the first is not the smaller", name, low, high),
                "give the lower bound first");
  }
  if (!std::isfinite(start))
    throw Error(ErrorCode::kSearch, fmt::format("{} starts at {}, which is no number", name, start));
  if (start < low || start > high) {
    throw Error(ErrorCode::kSearch,
                fmt::format("{} starts at {}, outside of its bounds {} ... {}", name, start, low, high),
                "give a start within the bounds, or wider bounds");
  }
}

}  // namespace

VariableBounds check_variables(std::span<const double> start, std::span<const double> low, std::span<const double> high,
                               std::span<const double> scale, std::span<const std::string> names) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  CHECK(low.empty() || low.size() == start.size());
  CHECK(high.empty() || high.size() == start.size());
  CHECK(scale.empty() || scale.size() == start.size());
  CHECK(names.empty() || names.size() == start.size());
  VariableBounds bounds{{low.begin(), low.end()}, {high.begin(), high.end()}};
  bounds.low.resize(start.size(), -kNone);
  bounds.high.resize(start.size(), kNone);
  for (std::size_t j = 0; j < start.size(); ++j) {
    check_variable(variable_name(names, j), start[j], bounds.low[j], bounds.high[j]);
    if (!scale.empty() && !(scale[j] > 0 && std::isfinite(scale[j]))) {
      throw Error(ErrorCode::kSearch,
                  fmt::format("{} has the size {}; a size is a number above 0", variable_name(names, j), scale[j]));
    }
  }
  return bounds;
}

std::string variable_name(std::span<const std::string> names, std::size_t j) {
  return names.empty() ? fmt::format("parameter {}", j + 1) : fmt::format("parameter `{}`", names[j]);
}

}  // namespace kinemate
