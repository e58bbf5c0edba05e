#include "analysis/integration/integrand_terms.h"

#include <unordered_map>

#include "analysis/replace.h"
#include "base/error.h"
#include "expr/simplify/forms.h"

namespace kinemate {
namespace {

constexpr double kExpandWork = 1e6;
constexpr std::size_t kMostIntegrandTerms = 300;

// The operands of nested sums, or of nested products, from left to right.
std::vector<Expr> flatten(Expr root, Kind kind) {
  std::vector<Expr> open = {root}, result;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.kind() != kind) {
      result.push_back(e);
      continue;
    }
    open.push_back(e.operand(1));
    open.push_back(e.operand(0));
  }
  return result;
}

Expr multiplied_out(Expr integrand) {
  try {
    return expand(integrand, kExpandWork);
  } catch (const Error&) {
    return integrand;
  }
}

bool is_plain(Expr factor, Expr variable) {
  const auto [base, exponent] = split_power(factor);
  const bool known = base == variable || base.is_call(Function::kSin) || base.is_call(Function::kCos);
  return known && exponent.is_integer() && exponent.sign() > 0;
}

}  // namespace

std::vector<IntegrandTerm> split_integrand(Expr integrand, Expr variable) {
  std::vector<IntegrandTerm> result;
  std::unordered_map<Expr, std::size_t> place;
  const std::vector<Expr> terms = flatten(multiplied_out(integrand), Kind::kSum);
  if (terms.size() > kMostIntegrandTerms) return {{Expr(1), integrand, integrand}};
  for (const Expr term : terms) {
    IntegrandTerm split{Expr(1), Expr(1), Expr(1)};
    for (const Expr factor : flatten(term, Kind::kProduct)) {
      const bool moves = depends_on(factor, variable);
      (moves ? split.moving : split.coefficient) *= factor;
      if (moves && !is_plain(factor, variable)) split.kind *= factor;
    }
    const auto [at, fresh] = place.try_emplace(split.moving, result.size());
    if (fresh) {
      result.push_back(split);
    } else {
      result[at->second].coefficient += split.coefficient;
    }
  }
  return result;
}

}  // namespace kinemate
