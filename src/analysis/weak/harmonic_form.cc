#include "analysis/weak/harmonic_form.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "expr/graph.h"
#include "expr/normal/arguments.h"
#include "expr/normal/multi_angle.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

bool is_whole_power(Expr e) {
  return e.kind() == Kind::kPower && e.operand(1).is_rational() && e.operand(1).rational().is_integer() &&
         e.operand(1).rational().sign() > 0;
}

bool is_leaf(Expr e) {  // sines and cosines keep their arguments
  return !(e.kind() == Kind::kSum || e.kind() == Kind::kProduct || is_whole_power(e));
}

// Everything that is not polynomial in symbols, sines and cosines gets a name, and keeps it.
class Opaque {
 public:
  std::vector<Expr> hide(std::span<const Expr> formulas) {
    const Graph graph(formulas, is_leaf);
    std::vector<Expr> made;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const Expr node = graph.node(i);
      std::vector<Expr> operands;
      for (std::uint32_t operand : graph.operands(i)) operands.push_back(made[operand]);
      made.push_back(is_leaf(node) ? leaf(node) : rebuilt(node, operands));
    }
    std::vector<Expr> result;
    for (std::uint32_t root : graph.roots()) result.push_back(made[root]);
    return result;
  }

  Expr shown(Expr variable) const {
    const auto found = shown_.find(variable);
    return found == shown_.end() ? variable : found->second;
  }

 private:
  static Expr rebuilt(Expr node, const std::vector<Expr>& operands) {
    if (node.kind() == Kind::kPower) return pow(operands[0], node.operand(1));
    return rebuild(node, operands);
  }

  Expr leaf(Expr node) {
    if (node.kind() == Kind::kRational || node.kind() == Kind::kSymbol) return node;
    if (node.kind() == Kind::kReal) return Expr(Rational::from_double(node.real()));
    if (node.is_call(Function::kSin) || node.is_call(Function::kCos)) return node;
    const auto [found, is_new] = hidden_.try_emplace(node);
    if (is_new) {
      found->second = make_symbol("\x01" + std::to_string(hidden_.size()));  // a name that no user can write
      shown_.emplace(found->second, node);
    }
    return found->second;
  }

  std::unordered_map<Expr, Expr> hidden_, shown_;
};

class Reader {
 public:
  explicit Reader(const NormalForm& form, const Opaque& opaque) : form_(form) {
    std::vector<bool> trigonometric(form.ring().size(), false);
    for (const AnglePair& pair : form.angles()) {
      result_.angles.push_back(pair.angle);
      trigonometric[pair.sine] = trigonometric[pair.cosine] = true;
    }
    for (std::size_t v = 0; v < trigonometric.size(); ++v) {
      if (trigonometric[v]) continue;
      kept_.push_back(v);
      result_.variables.push_back(opaque.shown(form.variables()[v]));
    }
  }

  void read(const Polynomial& a, Work& work) {
    std::vector<HarmonicTerm>& terms = result_.formulas.emplace_back();
    for (const auto& [harmonic, coefficients] : transform_angles(form_, a, work).harmonics) {
      AngleMultiples multiples;
      for (long k : harmonic) multiples.push_back(static_cast<char>(k));
      for (const Term& term : coefficients.cosine)
        terms.push_back({monomial_of(term), false, multiples, term.coefficient});
      for (const Term& term : coefficients.sine)
        terms.push_back({monomial_of(term), true, multiples, term.coefficient});
    }
  }

  HarmonicForms take() { return std::move(result_); }

 private:
  std::uint32_t monomial_of(const Term& term) {
    Exponents exponents;
    for (std::size_t v : kept_) exponents.push_back(term.exponents[v]);
    const auto [found, is_new] = known_.try_emplace(exponents, static_cast<std::uint32_t>(result_.monomials.size()));
    if (is_new) result_.monomials.push_back(std::move(exponents));
    return found->second;
  }

  const NormalForm& form_;
  std::vector<std::size_t> kept_;
  std::map<Exponents, std::uint32_t> known_;
  HarmonicForms result_;
};

Expr integer_power(Expr base, unsigned long exponent) { return pow(base, Expr(static_cast<long>(exponent))); }

}  // namespace

HarmonicForms make_harmonic_forms(std::span<const Expr> formulas, Work& work) {
  Opaque opaque;
  const std::vector<Expr> plain = opaque.hide(normalize_arguments(formulas, work));
  const NormalForm form(plain, Trigonometry::kResolved, work);
  Reader reader(form, opaque);
  for (const Quotient& quotient : form.quotients()) reader.read(quotient.numerator, work);
  return reader.take();
}

Expr harmonic_argument(const HarmonicForms& forms, const AngleMultiples& multiples) {
  Expr sum;
  for (std::size_t i = 0; i < multiples.size(); ++i)
    sum += Expr(static_cast<long>(static_cast<signed char>(multiples[i]))) * forms.angles[i];
  return sum;
}

Expr write_monomial(const HarmonicForms& forms, std::uint32_t monomial) {
  Expr product(1);
  const Exponents& exponents = forms.monomials[monomial];
  for (std::size_t v = 0; v < exponents.size(); ++v)
    if (exponents[v] > 0) product *= integer_power(forms.variables[v], exponents[v]);
  return product;
}

Expr write_harmonics(const HarmonicForms& forms, std::span<const HarmonicTerm> terms) {
  std::map<std::uint32_t, Expr> sums;
  for (const HarmonicTerm& term : terms) {
    const Expr argument = harmonic_argument(forms, term.multiples);
    sums[term.monomial] += Expr(term.coefficient) * (term.sine ? sin(argument) : cos(argument));
  }
  Expr result;
  for (const auto& [monomial, sum] : sums) result += write_monomial(forms, monomial) * sum;
  return result;
}

}  // namespace kinemate
