#include "analysis/integration/substitution.h"

#include <numeric>
#include <string>

#include "analysis/replace.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/zero_test.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

// A symbol that no user writes; its own successor is another one.
Expr fresh_symbol(Expr x) { return make_symbol(std::string(x.name()) + "$", x.primes()); }

class Substitutions {
 public:
  Substitutions(const DifferentialRing& ring, const Integrate& integrate, Work& work)
      : ring_(ring), integrate_(integrate), work_(work), w_(fresh_symbol(ring.x())) {}

  std::optional<Expr> try_all() {
    for (std::size_t u = 0; u < ring_.ring().size(); ++u) {
      if (!ring_.moves(u) || !ring_.has_rate(u) || ring_.rate(u).is_zero() || ring_.kernel(u) == ring_.x()) continue;
      if (const auto quotient = as_function_of(u)) {
        std::vector<Expr> variables(ring_.form().variables().begin(), ring_.form().variables().end());
        variables[u] = w_;
        const Expr inner = nest(quotient->numerator, variables) / nest(quotient->denominator, variables);
        if (const auto result = integrate_(inner, w_)) return put_back(*result, ring_.kernel(u));
      }
    }
    return try_power();
  }

 private:
  Expr put_back(Expr result, Expr u) const { return substitute(result, {{{w_, u}}, {}}); }

  bool only_moves(const Polynomial& a, std::size_t u) const {
    for (std::size_t v = 0; v < ring_.ring().size(); ++v)
      if (v != u && ring_.moves(v) && a.degree(v) > 0) return false;
    return true;
  }

  // f/u', if no other moving kernel is left in it.
  std::optional<Quotient> as_function_of(std::size_t u) {
    const Quotient& f = ring_.integrand();
    Quotient g = ring_.cancel({ring_.reduce(multiply(f.numerator, ring_.rate_denominator(), work_), work_),
                               ring_.reduce(multiply(f.denominator, ring_.rate(u), work_), work_)},
                              work_);
    std::vector<Eliminate> eliminate;
    for (const AnglePair& pair : ring_.form().angles())
      eliminate.push_back(pair.sine == u ? Eliminate::kCosine : Eliminate::kSine);
    const auto in_terms_of_u = [&](const Polynomial& a) {
      return replace_square_of_x(ring_.form().reduce(a, eliminate, work_), u);
    };
    g = {in_terms_of_u(g.numerator), in_terms_of_u(g.denominator)};
    if (g.denominator.is_zero() || !only_moves(g.numerator, u) || !only_moves(g.denominator, u)) return std::nullopt;
    return g;
  }

  // For u = √(a x² + c) with a number a: x² = (u² - c)/a.
  Polynomial replace_square_of_x(const Polynomial& a, std::size_t u) {
    const Expr kernel = ring_.kernel(u);
    if (kernel.kind() != Kind::kPower || !(kernel.operand(1) == Expr(Rational(1, 2)))) return a;
    const auto& variables = ring_.form().variables();
    const auto x =
        static_cast<std::size_t>(std::find(variables.begin(), variables.end(), ring_.x()) - variables.begin());
    if (a.degree(x) < 2) return a;
    const Polynomial root = Polynomial::variable(ring_.ring(), u), square = multiply(root, root, work_);
    std::vector<Term> rest;
    Rational leading;
    for (const Term& term : ring_.reduce(square, work_).terms()) {  // a x² + c, or u² where that is no polynomial
      if (term.exponents[x] == 0) {
        rest.push_back(term);
      } else if (term.exponents[x] == 2 && std::accumulate(term.exponents.begin(), term.exponents.end(), 0UL) == 2) {
        leading = term.coefficient;
      } else {
        return a;
      }
    }
    const Polynomial c = Polynomial::from_terms(ring_.ring(), rest);
    if (leading.is_zero() || ring_.moves(c)) return a;
    const Polynomial difference = add(square, scale(c, Rational(-1)), work_);
    return replace_power(a, x, 2, scale(difference, Rational(1) / leading), work_);
  }

  // f = h(x^n)/x: ∫f dx = ∫h(w)/(n w) dw with w = x^n.
  std::optional<Expr> try_power() {
    const auto& variables = ring_.form().variables();
    const auto x =
        static_cast<std::size_t>(std::find(variables.begin(), variables.end(), ring_.x()) - variables.begin());
    const Quotient& f = ring_.integrand();
    if (!only_moves(f.numerator, x) || !only_moves(f.denominator, x)) return std::nullopt;
    const Polynomial top = multiply(f.numerator, Polynomial::variable(ring_.ring(), x), work_);
    const std::vector<Term> top_terms = top.terms(), bottom_terms = f.denominator.terms();
    const unsigned long start = bottom_terms.front().exponents[x];
    long n = 0;
    for (const auto* terms : {&top_terms, &bottom_terms})
      for (const Term& term : *terms) n = std::gcd(n, static_cast<long>(term.exponents[x]) - static_cast<long>(start));
    if (n < 2) return std::nullopt;
    const auto in_power = [&](std::vector<Term> terms) {
      for (Term& term : terms)
        term.exponents[x] = (term.exponents[x] - start % static_cast<unsigned long>(n)) / static_cast<unsigned long>(n);
      std::vector<Expr> shown(variables.begin(), variables.end());
      shown[x] = w_;
      return nest(Polynomial::from_terms(ring_.ring(), terms), shown);
    };
    const Expr inner = in_power(top_terms) / (in_power(bottom_terms) * Expr(n) * w_);
    const auto result = integrate_(inner, w_);
    if (!result) return std::nullopt;
    return put_back(*result, pow(ring_.x(), Expr(n)));
  }

  const DifferentialRing& ring_;
  const Integrate& integrate_;
  Work& work_;
  Expr w_;
};

// The angle whose sine and cosine are all that moves, at a rate that does not.
std::optional<AnglePair> only_angle(const DifferentialRing& ring) {
  const Quotient& f = ring.integrand();
  std::optional<AnglePair> found;
  for (const AnglePair& pair : ring.form().angles()) {
    const auto stands = [&](std::size_t v) { return f.numerator.degree(v) > 0 || f.denominator.degree(v) > 0; };
    if (!ring.moves(pair.sine) || (!stands(pair.sine) && !stands(pair.cosine))) continue;
    if (found) return std::nullopt;
    found = pair;
  }
  for (std::size_t v = 0; found && v < ring.ring().size(); ++v) {
    const bool stands = f.numerator.degree(v) > 0 || f.denominator.degree(v) > 0;
    if (stands && ring.moves(v) && v != found->sine && v != found->cosine) return std::nullopt;
  }
  return found;
}

// tan(θ/2) back for u. It jumps where θ is an odd multiple of π, and so would atan(k·u); instead
// atan(k·tan(θ/2)) = θ/2 + atan((k - 1)·sin θ/(k + 1 - (k - 1)·cos θ), which does not for k > 0.
Expr put_half_angle_back(Expr result, Expr u, Expr angle) {
  std::unordered_map<Expr, Expr> smooth;
  const Graph graph(result);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    if (!node.is_call(Function::kAtan) || !depends_on(node, u)) continue;
    const Expr argument = node.operand(0), k = substitute(argument, {{{u, Expr(1)}}, {}});
    if (!test_zero(argument - k * u).zero) continue;
    const Expr quotient = (k - Expr(1)) * sin(angle) / (k + Expr(1) - (k - Expr(1)) * cos(angle));
    smooth.emplace(node, angle / Expr(2) + make_call(Function::kAtan, quotient));
  }
  return substitute(replace(result, smooth), {{{u, sin(angle) / (Expr(1) + cos(angle))}}, {}});
}

}  // namespace

std::optional<Expr> integrate_by_substitution(const DifferentialRing& ring, const Integrate& integrate, Work& work) {
  return Substitutions(ring, integrate, work).try_all();
}

std::optional<Expr> integrate_by_half_angle(const DifferentialRing& ring, const Integrate& integrate) {
  const auto pair = only_angle(ring);
  if (!pair) return std::nullopt;
  const Expr rate = differentiate(pair->angle, ring.x()), u = fresh_symbol(ring.x());
  if (depends_on(rate, ring.x())) return std::nullopt;
  const Expr square = pow(u, Expr(2)), below = Expr(1) + square;
  std::vector<Expr> variables(ring.form().variables().begin(), ring.form().variables().end());
  variables[pair->sine] = Expr(2) * u / below;
  variables[pair->cosine] = (Expr(1) - square) / below;
  const Quotient& f = ring.integrand();
  const Expr inner = nest(f.numerator, variables) / nest(f.denominator, variables) * Expr(2) / (below * rate);
  const auto result = integrate(inner, u);
  if (!result) return std::nullopt;
  return put_half_angle_back(*result, u, pair->angle);
}

}  // namespace kinemate
