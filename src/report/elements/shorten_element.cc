#include "report/elements/shorten_element.h"

#include <algorithm>

#include "expr/graph.h"
#include "expr/text/abbreviate.h"

namespace kinemate {
namespace {

constexpr double kLongest = 60;  // operations of a side that is written at once

void leave_out_unused(ElementEquations& element) {
  const std::unordered_set<Expr> own(element.variables.begin(), element.variables.end());
  std::unordered_set<Expr> needed;
  const auto need = [&](Expr formula) {
    for (Expr symbol : free_symbols(formula)) needed.insert(symbol);
  };
  for (const ElementAcceleration& rate : element.accelerations) need(rate.value);
  std::vector<ElementEquation> kept;
  for (auto equation = element.equations.rbegin(); equation != element.equations.rend(); ++equation) {
    if (own.contains(equation->left) && !needed.contains(equation->left)) continue;
    need(equation->right);
    kept.push_back(*equation);
  }
  element.equations.assign(kept.rbegin(), kept.rend());
  std::erase_if(element.variables, [&](Expr variable) { return !needed.contains(variable); });
}

// The formulas of an element with names for their parts: those of the equations, then those of the accelerations.
Abbreviated abbreviate_element(const ElementEquations& element, const std::unordered_set<std::string>& taken) {
  std::vector<Expr> formulas;
  for (const ElementEquation& equation : element.equations) formulas.push_back(equation.right);
  for (const ElementAcceleration& rate : element.accelerations) formulas.push_back(rate.value);
  // names that are taken
  formulas.insert(formulas.end(), element.variables.begin(), element.variables.end());
  for (const std::string& name : taken) formulas.push_back(make_symbol(name));
  return abbreviate(formulas, {.prefix = "part", .least = 4, .longest = kLongest, .gain = 8});
}

// Those of the abbreviations that a formula needs, in their order.
std::vector<Abbreviation> parts_of(Expr formula, const std::vector<Abbreviation>& all) {
  const std::vector<Expr> symbols = free_symbols(formula);
  std::unordered_set<Expr> needed(symbols.begin(), symbols.end());
  std::vector<Abbreviation> parts;
  for (auto part = all.rbegin(); part != all.rend(); ++part) {
    if (!needed.contains(part->symbol)) continue;
    for (Expr symbol : free_symbols(part->formula)) needed.insert(symbol);
    parts.push_back(*part);
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

void name_long_parts(ElementEquations& element, const std::unordered_set<std::string>& taken) {
  const Abbreviated brief = abbreviate_element(element, taken);
  if (brief.abbreviations.empty()) return;
  const std::vector<ElementEquation> before = std::move(element.equations);
  element.equations.clear();
  std::unordered_set<Expr> written;
  const auto write_parts = [&](Expr formula, const std::string& group) {
    for (const auto& [symbol, part] : parts_of(formula, brief.abbreviations)) {
      if (!written.insert(symbol).second) continue;
      element.variables.push_back(symbol);
      element.equations.push_back({group, symbol, part});
    }
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    write_parts(brief.formulas[i], before[i].group);
    element.equations.push_back({before[i].group, before[i].left, brief.formulas[i]});
  }
  for (std::size_t i = 0; i < element.accelerations.size(); ++i) {
    element.accelerations[i].value = brief.formulas[before.size() + i];
    write_parts(element.accelerations[i].value, before.back().group);
  }
}

}  // namespace

ElementEquations shorten_element(ElementEquations element, const std::unordered_set<std::string>& taken) {
  leave_out_unused(element);
  name_long_parts(element, taken);
  return element;
}

}  // namespace kinemate
