#include "formalism/explicit_time.h"

#include <unordered_set>

#include "analysis/terms_with.h"

namespace kinemate {

TimedForces split_explicit_time(const Model& model, const std::vector<Expr>& forces) {
  std::unordered_set<std::string_view> names = {"t"};
  for (const Input& input : model.inputs) names.insert(input.name);
  TimedForces result;
  for (const PartedFormula& parted : part_terms(forces, [&](Expr symbol) { return names.contains(symbol.name()); })) {
    result.p.push_back(-parted.without);
    result.h.push_back(parted.with);
  }
  return result;
}

}  // namespace kinemate
