#include "formalism/event_integrals.h"

#include <algorithm>

#include "expr/graph.h"
#include "expr/normal/varying.h"

namespace kinemate {

// Momenta along which stops push are no integrals at all.
bool only_between_events(const Model& model, const FirstIntegral& integral) {
  const std::vector<Expr> symbols = free_symbols(integral.formula);
  const auto stands_there = [&](const std::string& name) {
    return std::find(symbols.begin(), symbols.end(), make_symbol(name)) != symbols.end();
  };
  return std::any_of(model.events.begin(), model.events.end(), [&](const Event& event) {
    if (std::any_of(event.set.begin(), event.set.end(), [&](const auto& one) { return stands_there(one.first); }))
      return true;
    if (integral.kind == FirstIntegral::Kind::kMomentum || !event.condition) return false;
    const bool elastic = event.impact && event.impact->is_one();
    return event.contact || (event.impact && !(elastic && !varies_with(*event.condition, make_symbol("t"))));
  });
}

}  // namespace kinemate
