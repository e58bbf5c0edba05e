#include "loops/named_closing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "loops/closed_kinematics.h"
#include "model/formulas.h"
#include "model/order.h"

namespace kinemate {
namespace {

class ClosingNamer {
 public:
  ClosingNamer(const Model& model, const Kinematics& closed) : model_(model), closing_(*closed.closing) {
    for (const auto& [name, role] : symbol_roles(model)) taken_.insert(name);
    for (const std::string& name : undeclared_parameters(model)) taken_.insert(name);
  }

  NamedClosing name() {
    auto named = std::make_shared<Closing>(closing_);
    const std::vector<std::size_t> in_order = places_in_order(closing_.conditions.speeds, closing_.tree.order);
    for (std::size_t i : in_order)
      if (!is_independent(closing_, i)) name_speed(i, *named);
    // ξ of the tree's speeds, which have names now
    std::vector<Expr> right;
    for (const LoopCondition& condition : closing_.conditions.conditions) right.push_back(-condition.bias);
    const std::vector<Expr> bias = closing_.solver.solve(right, closing_.speeds.size());
    for (std::size_t i : in_order)
      if (!is_independent(closing_, i) && !closing_.rho[i].is_zero())
        named->rho[i] = name_formula(ClosingName::Kind::kBias, "xi_" + label(i), bias[i]);
    NamedClosing made;
    made.kinematics = close_kinematics(model_, std::move(named));
    for (const ClosingName& name : names_)
      if (name.kind == ClosingName::Kind::kSpeed) made.kinematics.named_speeds.emplace(name.symbol, name.formula);
    made.names = std::move(names_);
    return made;
  }

 private:
  std::string label(std::size_t column) const { return std::string(closing_.conditions.speeds[column].name()); }

  void name_speed(std::size_t i, Closing& named) {
    Expr speed;
    for (std::size_t k = 0; k < closing_.independent.size(); ++k) {
      const std::size_t column = closing_.independent[k];
      const std::string name = closing_.independent.size() == 1 ? fmt::format("Ic_{}", label(i))
                                                                : fmt::format("Ic_{}_{}", label(i), label(column));
      named.T[i][k] = name_formula(ClosingName::Kind::kDirection, name, closing_.T[i][k]);
      speed += named.T[i][k] * closing_.conditions.speeds[column];
    }
    named.eta[i] = name_formula(ClosingName::Kind::kDrift, "eta_" + label(i), closing_.eta[i]);
    named.speeds[i] = closing_.conditions.speeds[i];
    names_.push_back({ClosingName::Kind::kSpeed, closing_.conditions.speeds[i], speed + named.eta[i]});
  }

  // What is no longer than a name keeps its own.
  Expr name_formula(ClosingName::Kind kind, std::string name, Expr formula) {
    const bool is_short = formula.is_number() || formula.kind() == Kind::kSymbol;
    if (is_short) return formula;
    while (!taken_.insert(name).second) name += '_';
    names_.push_back({kind, make_symbol(name), formula});
    return names_.back().symbol;
  }

  const Model& model_;
  const Closing& closing_;
  std::set<std::string> taken_;
  std::vector<ClosingName> names_;
};

}  // namespace

NamedClosing name_closing(const Model& model, const Kinematics& closed) { return ClosingNamer(model, closed).name(); }

}  // namespace kinemate
