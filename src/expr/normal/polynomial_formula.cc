#include "expr/normal/polynomial_formula.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace kinemate {
namespace {

Expr raise(Expr base, unsigned long exponent) { return pow(base, Expr(static_cast<long>(exponent))); }

Expr write_monomial(const Exponents& exponents, std::span<const Expr> variables) {
  Expr product(1);
  for (std::size_t v = 0; v < exponents.size(); ++v) {
    if (exponents[v] > 0) product *= raise(variables[v], exponents[v]);
  }
  return product;
}

using Terms = std::vector<Term>;

Expr write_sum(const Terms& terms, std::span<const Expr> variables) {
  Expr sum;
  for (const Term& term : terms) sum += Expr(term.coefficient) * write_monomial(term.exponents, variables);
  return sum;
}

// The numbers' common factor: gcd of the numerators over lcm of the denominators, with the sign of the first.
Rational common_number(const Terms& terms) {
  Rational common = terms.front().coefficient;
  for (const Term& term : terms) fmpq_gcd(common.flint(), common.flint(), term.coefficient.flint());
  return terms.front().coefficient.sign() < 0 ? -abs(common) : abs(common);
}

// The lowest power of each variable among the terms, divided out of them.
Exponents take_common_monomial(Terms& terms) {
  Exponents common = terms.front().exponents;
  for (const Term& term : terms) {
    for (std::size_t v = 0; v < common.size(); ++v) common[v] = std::min(common[v], term.exponents[v]);
  }
  for (Term& term : terms) {
    for (std::size_t v = 0; v < common.size(); ++v) term.exponents[v] -= common[v];
  }
  return common;
}

// The variable in most terms, the first of equally frequent ones; nothing if none is in two.
std::optional<std::size_t> most_frequent(const Terms& terms) {
  std::vector<std::size_t> count(terms.front().exponents.size(), 0);
  for (const Term& term : terms) {
    for (std::size_t v = 0; v < count.size(); ++v) count[v] += term.exponents[v] > 0 ? 1 : 0;
  }
  const auto most = std::max_element(count.begin(), count.end());
  if (most == count.end() || *most < 2) return std::nullopt;
  return static_cast<std::size_t>(most - count.begin());
}

// Nesting copies the terms once a level: only for what a person might read.
bool is_too_large(const Terms& terms) {
  constexpr std::size_t kMostTerms = 400;
  constexpr unsigned long kHighestWrittenDegree = 64;
  const auto degree = [](const Term& term) {
    return std::accumulate(term.exponents.begin(), term.exponents.end(), 0UL);
  };
  return terms.size() > kMostTerms ||
         std::any_of(terms.begin(), terms.end(), [&](const Term& t) { return degree(t) > kHighestWrittenDegree; });
}

// Recursion goes into what a variable was taken out of: no deeper than the degree.
Expr nest_terms(Terms terms, std::span<const Expr> variables) {
  if (terms.empty()) return {};
  if (is_too_large(terms)) return write_sum(terms, variables);
  const Exponents common = take_common_monomial(terms);
  const Rational number = terms.size() > 1 ? common_number(terms) : Rational(1);
  for (Term& term : terms) term.coefficient = term.coefficient / number;
  Expr sum;
  while (!terms.empty()) {
    const auto variable = most_frequent(terms);
    if (!variable) {
      sum += write_sum(terms, variables);
      break;
    }
    const auto contains = [&](const Term& term) { return term.exponents[*variable] > 0; };
    const auto rest = std::stable_partition(terms.begin(), terms.end(), contains);
    sum += nest_terms(Terms(terms.begin(), rest), variables);
    terms.erase(terms.begin(), rest);
  }
  return Expr(number) * (write_monomial(common, variables) * sum);
}

}  // namespace

Expr write_out(const Polynomial& a, std::span<const Expr> variables) { return write_sum(a.terms(), variables); }

Expr nest(const Polynomial& a, std::span<const Expr> variables) { return nest_terms(a.terms(), variables); }

Expr collect(const Polynomial& a, std::span<const Expr> variables, const std::vector<bool>& by) {
  std::map<Exponents, Terms, std::greater<>> groups;
  for (Term& term : a.terms()) {
    Exponents key(term.exponents.size(), 0);
    for (std::size_t v = 0; v < key.size(); ++v) {
      if (by[v]) key[v] = std::exchange(term.exponents[v], 0);
    }
    groups[key].push_back(std::move(term));
  }
  Expr sum;
  for (const auto& [key, terms] : groups) sum += nest_terms(terms, variables) * write_monomial(key, variables);
  return sum;
}

Expr write_factored(const Polynomial& a, std::span<const Expr> variables, Work& work) {
  if (a.term_count() <= 1) return write_out(a, variables);
  const Factors factors = factor(a, work);
  Expr product(1);
  for (const auto& [base, exponent] : factors.powers) product *= raise(nest(base, variables), exponent);
  return Expr(factors.constant) * product;
}

}  // namespace kinemate
