#include "study/linear/time_terms.h"

#include <algorithm>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/normal/varying.h"
#include "expr/simplify/forms.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

constexpr double kHarmonicWork = 1e6;  // some tenths of a second
constexpr ZeroTestOptions kBriefZeroTest = {.work = 1e5};

bool holds_time(Expr formula) {
  const std::vector<Expr> symbols = free_symbols(formula);
  return std::find(symbols.begin(), symbols.end(), time_symbol()) != symbols.end();
}

bool is_whole_power(Expr power) {
  const Expr exponent = power.operand(1);
  return exponent.kind() == Kind::kRational && exponent.rational().is_integer() && exponent.rational().sign() > 0;
}

// Whether the time stands below a fraction or a root in it.
bool divides_by_time(Expr term) {
  const Graph graph(term);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (const Expr node = graph.node(i); node.kind() == Kind::kPower && !is_whole_power(node) && holds_time(node))
      return true;
  return false;
}

std::vector<Expr> terms_of(Expr sum) {
  std::vector<Expr> terms, left = {sum};
  while (!left.empty()) {
    const Expr e = left.back();
    left.pop_back();
    if (e.kind() == Kind::kSum)
      left.push_back(e.operand(1)), left.push_back(e.operand(0));
    else if (!e.is_zero())
      terms.push_back(e);
  }
  return terms;
}

Expr as_harmonics(Expr formula) {
  try {
    return multi_angle(formula, kHarmonicWork);
  } catch (const Error&) {
    return formula;
  }
}

bool is_harmonic(Expr node) { return node.is_call(Function::kSin) || node.is_call(Function::kCos); }

}  // namespace

bool change_with_time(const std::vector<Expr>& formulas) {
  const std::vector<Expr> symbols = free_symbols(formulas);
  if (std::find(symbols.begin(), symbols.end(), time_symbol()) == symbols.end()) return false;
  return std::any_of(formulas.begin(), formulas.end(),
                     [](Expr e) { return varies_with(e, time_symbol(), kBriefZeroTest); });
}

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

bool hides_mean(Expr term) {
  const Graph graph(term);
  std::vector<bool> timed(graph.size()), swinging(graph.size());  // holds t; a sine or cosine of it
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    timed[i] = node == time_symbol();
    std::size_t factors = 0;
    for (const std::uint32_t operand : graph.operands(i)) {
      timed[i] = timed[i] || timed[operand], swinging[i] = swinging[i] || swinging[operand];
      factors += swinging[operand] ? 1 : 0;
    }
    if (!timed[i]) continue;
    if (is_harmonic(node)) {
      if (holds_time(differentiate(node.operand(0), time_symbol()))) return true;
      swinging[i] = true;
    }
    if (node.kind() == Kind::kPower && (!is_whole_power(node) || swinging[i])) return true;
    if (node.kind() == Kind::kProduct && factors > 1) return true;
  }
  return false;
}

bool hides_mean(Expr sum, std::span<const Expr> symbols) {
  const std::vector<Expr> terms = terms_of(sum);
  return std::any_of(terms.begin(), terms.end(), [&](Expr term) {
    const std::vector<Expr> inside = free_symbols(term);
    return std::any_of(
               inside.begin(), inside.end(),
               [&](Expr symbol) { return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end(); }) &&
           hides_mean(term);
  });
}

// What divides by the time would divide all other terms with it, were it brought over one denominator.
std::vector<PartedFormula> part_time(std::span<const Expr> formulas) {
  const auto is_time = [](Expr symbol) { return symbol == time_symbol(); };
  std::vector<PartedFormula> result;
  for (const Expr formula : formulas) {
    if (!holds_time(formula)) {
      result.push_back({formula, Expr(0)});
      continue;
    }
    Expr harmonics, quotients;
    if (divides_by_time(formula)) {
      const PartedFormula written = part_written_terms({&formula, 1}, is_time)[0];
      harmonics = written.without;
      for (const Expr term : terms_of(written.with)) (divides_by_time(term) ? quotients : harmonics) += term;
    } else {
      harmonics = formula;
    }
    harmonics = as_harmonics(harmonics);
    result.push_back(part_written_terms({&harmonics, 1}, is_time)[0]);
    result.back().with += quotients;
    if (result.back().with.is_zero()) result.back() = {formula, Expr(0)};  // as it was, without the time
    if (result.back().with.is_zero() && holds_time(formula)) result.back().without = simplify(harmonics, kBriefly);
  }
  return result;
}

}  // namespace kinemate
