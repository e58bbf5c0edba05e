#include "flat/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kinemate {

constexpr std::size_t kMostNames = 8;

std::string describe(const FlatEquation& equation) {
  return equation.place ? fmt::format("{} (line {})", equation.name, equation.place->line) : equation.name;
}

std::string list_names(std::vector<std::string> names) {
  const std::size_t more = names.size() > kMostNames ? names.size() - kMostNames : 0;
  if (more != 0) names.resize(kMostNames);
  return fmt::format("{}{}", fmt::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace kinemate
