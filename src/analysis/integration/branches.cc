#include "analysis/integration/branches.h"

#include <algorithm>

#include "analysis/replace.h"
#include "analysis/switches.h"
#include "base/error.h"
#include "expr/simplify/forms.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kQuotientWork = 1e5;

// sign(u)·odd, as abs(u)·(odd/u) where odd has the factor u.
Expr signed_part(Expr odd, Expr u, Expr x, Expr at) {
  try {
    const Expr quotient = simplify(normalize(odd / u, kQuotientWork), kBriefly);
    substitute(quotient, {{{x, at}}, {}});  // throws where u is left in the denominator
    return abs(u) * quotient;
  } catch (const Error&) {
    return make_call(Function::kSign, u) * odd;
  }
}

bool is_condition(const Switch& s) { return s.node.is_call(Function::kLess) || s.node.is_call(Function::kLessEqual); }

}  // namespace

std::optional<Expr> integrate_by_branches(Expr integrand, Expr x, const Integrate& integrate) {
  const std::vector<Switch> switches = find_switches({&integrand, 1});
  for (const Switch& chosen : switches) {
    const Expr u = chosen.argument;
    if (!depends_on(u, x) || !find_switches({&u, 1}).empty()) continue;
    const auto at = find_crossing(u, x);
    if (!at) continue;
    std::unordered_map<Expr, Expr> above, below;
    std::optional<Expr> condition;
    for (const Switch& other : switches) {
      if (!(other.argument == u)) continue;
      above.emplace(other.node, other.above);
      below.emplace(other.node, other.below);
      if (is_condition(other)) condition = other.node;
    }
    const auto high = integrate(replace(integrand, above), x), low = integrate(replace(integrand, below), x);
    if (!high || !low) return std::nullopt;
    const Substitution crossed{{{x, *at}}, {}};
    const Expr joined = *low + (substitute(*high, crossed) - substitute(*low, crossed));
    if (condition) return make_if(*condition, joined, *high);
    const Expr half = Rational(1, 2);
    const Expr even = half * (*high + joined), odd = half * (*high - joined);
    return simplify(even, kBriefly) + signed_part(odd, u, x, *at);
  }
  return std::nullopt;
}

}  // namespace kinemate
