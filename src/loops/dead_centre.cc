#include "loops/dead_centre.h"

#include <fmt/format.h>

#include <cmath>

#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr double kDeadRatio = 1e3;

}  // namespace

std::optional<Error> find_dead_centre(const Closing& closing, Values values) {
  double largest = 0;
  std::size_t fast = 0, slow = 0;
  try {
    for (const ClosureStep& step : closing.steps) values[step.coordinate] = evaluate(step.formula, values);
    for (std::size_t i = 0; i < closing.T.size(); ++i) {
      const std::vector<double> row = evaluate(closing.T[i], values);
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (!(std::abs(row[k]) > largest)) continue;
        largest = std::abs(row[k]);
        fast = i, slow = closing.independent[k];
      }
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  if (largest < kDeadRatio) return std::nullopt;
  const Expr by = closing.conditions.speeds[slow], other = closing.conditions.speeds[fast];
  return Error(ErrorCode::kSingularPosition,
               fmt::format("the machine is at a dead centre of {}: {} is {:.2g} times as fast there", by.name(),
                           to_text(other), largest),
               fmt::format("other coordinates lead through: `independent: [{}]` in the machine's file", other.name()));
}

}  // namespace kinemate
