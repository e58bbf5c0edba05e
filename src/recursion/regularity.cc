#include "recursion/regularity.h"

#include "recursion/body_factors.h"

namespace kinemate {

std::vector<Regularity> judge_inertias(const BaseSystem<double>& system) {
  return std::vector(system.links.size(), Regularity::kTest);
}

std::vector<Regularity> judge_inertias(const BaseSystem<Expr>& system) {
  std::vector<Regularity> result;
  for (const auto& link : system.links)
    result.push_back(factor_body(make_articulated(link.inertia)) ? Regularity::kYes : Regularity::kNo);
  return result;
}

}  // namespace kinemate
