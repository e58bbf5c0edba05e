// What fits and minima have in common: variables that start somewhere, between bounds, each with a size and a name.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace kinemate {

struct VariableBounds {
  std::vector<double> low, high;  ///< as many as variables, ±∞ for none

  bool fixed(std::size_t j) const { return low[j] == high[j]; }
};

/// The bounds with ±∞ where none were given. Throws Error for a start outside of them or not finite, for bounds that
/// cross or are NaN, for sizes that are not positive. REQUIRES: lists are empty or as many as `start`.
VariableBounds check_variables(std::span<const double> start, std::span<const double> low, std::span<const double> high,
                               std::span<const double> scale, std::span<const std::string> names);

/// "parameter `m`", or without names "parameter 3".
std::string variable_name(std::span<const std::string> names, std::size_t j);

}  // namespace kinemate
