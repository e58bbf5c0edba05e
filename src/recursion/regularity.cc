#include "recursion/regularity.h"

#include <algorithm>

#include "recursion/body_factors.h"

namespace kinemate {

std::vector<Regularity> judge_inertias(const BaseSystem<double>& system) {
  return std::vector(system.links.size(), Regularity::kTest);
}

std::vector<Regularity> judge_inertias(const BaseSystem<Expr>& system) {
  std::vector<Regularity> result(system.links.size(), Regularity::kTest);
  std::vector<std::size_t> ranks(system.links.size(), 0);
  for (std::size_t i = system.links.size(); i-- > 0;) {
    const auto& link = system.links[i];
    if (factor_body(make_articulated(link.inertia))) {
      result[i] = Regularity::kYes;
    } else if (link.inertia != RigidInertia<Expr>()) {
      ranks[i] += 5;
    }
    if (result[i] != Regularity::kYes && ranks[i] < 6) result[i] = Regularity::kNo;
    const std::size_t of_link = result[i] == Regularity::kNo ? ranks[i] : 6;
    const std::size_t passed_on = std::min(of_link, 6 - std::min<std::size_t>(link.count, 6));
    if (link.carrier != kBase)
      ranks[link.carrier] += link.transfer.turns_with_carrier ? passed_on : std::min<std::size_t>(passed_on, 3);
  }
  return result;
}

}  // namespace kinemate
