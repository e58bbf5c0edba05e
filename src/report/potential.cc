#include "report/potential.h"

#include <fmt/format.h>

#include "expr/text/print.h"

namespace kinemate {

std::string describe_potential(const PotentialAnswer& answer, const std::string& what,
                               std::span<const Expr> variables) {
  using Verdict = PotentialAnswer::Verdict;
  switch (answer.verdict) {
    case Verdict::kFound: return fmt::format("there is a {}", what);
    case Verdict::kNoFormula: return fmt::format("there is a {}, but no formula for it was found", what);
    case Verdict::kUndecided: return fmt::format("whether there is a {} could not be decided", what);
    case Verdict::kRefuted: break;
  }
  const auto& [first, second, curl, surface] = *answer.obstacle;
  if (surface) return fmt::format("there is no {}: the forces jump along the surface {} = 0", what, to_text(*surface));
  return fmt::format("there is no {}: dQ({})/d({}) - dQ({})/d({}) = {}", what, first + 1, to_text(variables[second]),
                     second + 1, to_text(variables[first]), to_text(simplify(curl, kForceWork)));
}

}  // namespace kinemate
