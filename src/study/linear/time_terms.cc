#include "study/linear/time_terms.h"

#include <algorithm>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/forms.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

constexpr double kHarmonicWork = 1e6;  // some tenths of a second

bool holds_time(Expr formula) {
  const std::vector<Expr> symbols = free_symbols(formula);
  return std::find(symbols.begin(), symbols.end(), time_symbol()) != symbols.end();
}

bool is_whole_power(Expr power) {
  const Expr exponent = power.operand(1);
  return exponent.kind() == Kind::kRational && exponent.rational().is_integer() && exponent.rational().sign() > 0;
}

Expr as_harmonics(Expr formula) {
  try {
    return multi_angle(formula, kHarmonicWork);
  } catch (const Error&) {
    return formula;
  }
}

}  // namespace

bool swings_within(Expr term, std::span<const Expr> symbols) {
  const Graph graph(term);
  std::vector<bool> timed(graph.size()), moving(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    timed[i] = node == time_symbol();
    moving[i] = std::find(symbols.begin(), symbols.end(), node) != symbols.end();
    const bool opaque = node.kind() == Kind::kCall || (node.kind() == Kind::kPower && !is_whole_power(node));
    for (const std::uint32_t operand : graph.operands(i)) {
      if (opaque && timed[operand] && moving[operand] && holds_time(differentiate(graph.node(operand), time_symbol())))
        return true;
      timed[i] = timed[i] || timed[operand], moving[i] = moving[i] || moving[operand];
    }
  }
  return false;
}

std::vector<PartedFormula> part_time(std::span<const Expr> formulas) {
  const auto is_time = [](Expr symbol) { return symbol == time_symbol(); };
  std::vector<PartedFormula> result;
  for (const Expr formula : formulas) {
    if (!holds_time(formula)) {
      result.push_back({formula, Expr(0)});
      continue;
    }
    const Expr harmonics = as_harmonics(formula);
    result.push_back(part_written_terms({&harmonics, 1}, is_time)[0]);
    if (result.back().with.is_zero()) result.back() = {formula, Expr(0)};  // as it was, without the time
    if (result.back().with.is_zero() && holds_time(formula)) result.back().without = simplify(harmonics, kBriefly);
  }
  return result;
}

}  // namespace kinemate
