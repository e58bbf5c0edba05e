#include "expr/normal/normal_derivative.h"

#include <algorithm>

#include "expr/differentiate.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

Polynomial derivative(const Polynomial& a, std::size_t variable) {
  Polynomial result(a.ring());
  fmpq_mpoly_derivative(result.flint(), a.flint(), static_cast<slong>(variable), a.ring().flint());
  return result;
}

Polynomial subtract(const Polynomial& a, const Polynomial& b, Work& work) {
  return add(a, scale(b, Rational(-1)), work);
}

// A normal form is f = g + s·h with g and h free of s, so that f' = c·h - s·g' - s²·h' stays in normal form as
// c·(h + c·h') - h' - s·g', where the primes are derivatives by c. Nothing has to be reduced.
Polynomial differentiate_by_angle(const Polynomial& f, const AnglePair& angle, Work& work) {
  const Polynomial s = Polynomial::variable(f.ring(), angle.sine), c = Polynomial::variable(f.ring(), angle.cosine);
  const Polynomial h = derivative(f, angle.sine), g = subtract(f, multiply(s, h, work), work);
  const Polynomial dh = derivative(h, angle.cosine), dg = derivative(g, angle.cosine);
  const Polynomial first = multiply(c, add(h, multiply(c, dh, work), work), work);
  return subtract(first, add(dh, multiply(s, dg, work), work), work);
}

bool depends(Expr formula, Expr q) {
  const std::vector<Expr> symbols = free_symbols(formula);
  return std::find(symbols.begin(), symbols.end(), q) != symbols.end();
}

}  // namespace

std::optional<std::vector<Polynomial>> differentiate(const NormalForm& form, Expr q, Work& work) {
  for (const Quotient& quotient : form.quotients())
    if (!quotient.denominator.is_one()) return std::nullopt;
  std::vector<bool> is_angle(form.variables().size(), false);
  std::vector<std::pair<AnglePair, Rational>> angles;  // with how fast they turn with q
  for (const AnglePair& pair : form.angles()) {
    is_angle[pair.sine] = is_angle[pair.cosine] = true;
    if (!depends(pair.angle, q)) continue;
    const Expr rate = differentiate(pair.angle, q);
    if (!rate.is_rational()) return std::nullopt;
    angles.emplace_back(pair, rate.rational());
  }
  std::optional<std::size_t> itself;
  for (std::size_t v = 0; v < is_angle.size(); ++v) {
    if (is_angle[v] || !depends(form.variables()[v], q)) continue;
    if (!(form.variables()[v] == q)) return std::nullopt;
    itself = v;
  }
  std::vector<Polynomial> result;
  for (const Quotient& quotient : form.quotients()) {
    Polynomial sum(form.ring());
    if (itself) sum = derivative(quotient.numerator, *itself);
    for (const auto& [pair, rate] : angles)
      sum = add(sum, scale(differentiate_by_angle(quotient.numerator, pair, work), rate), work);
    result.push_back(std::move(sum));
  }
  return result;
}

}  // namespace kinemate
