#include "expr/multi_angle.h"

#include <algorithm>
#include <utility>

namespace kinemate {
namespace {

// The coefficients of z^-n ... z^n in (z - 1/z)^sines · (z + 1/z)^cosines, n = sines + cosines. With z = e^(iθ) this is
// (2i·sin θ)^sines · (2·cos θ)^cosines.
std::vector<Rational> laurent_coefficients(unsigned long sines, unsigned long cosines) {
  std::vector<Rational> row = {Rational(1)};
  for (unsigned long k = 0; k < sines + cosines; ++k) {
    std::vector<Rational> next(row.size() + 2);
    for (std::size_t i = 0; i < row.size(); ++i) {
      next[i] = k < sines ? next[i] - row[i] : next[i] + row[i];
      next[i + 2] = next[i + 2] + row[i];
    }
    row = std::move(next);
  }
  return row;
}

// One term c · Π s_i^a_i · c_i^b_i as harmonics. Real functions have conjugate coefficients at k and -k, so that
// w·e^(ikθ) + conj is 2·Re(w)·cos(kθ) - 2·Im(w)·sin(kθ); w is real or imaginary as Σ a_i is even or odd.
class TermExpansion {
 public:
  TermExpansion(const NormalForm& form, Term term, Work& work) : rest_(std::move(term)) {
    double count = 1;
    for (const AnglePair& pair : form.angles()) {
      const unsigned long a = std::exchange(rest_.exponents[pair.sine], 0),
                          b = std::exchange(rest_.exponents[pair.cosine], 0);
      if (a + b > 64) throw WorkExceeded{};
      sines_ += a;
      rows_.push_back(laurent_coefficients(a, b));
      degrees_.push_back(static_cast<long>(a + b));
      rest_.coefficient = rest_.coefficient / power(Rational(2), degrees_.back());
      count *= static_cast<double>(a + b + 1);
    }
    work.spend(count * static_cast<double>(rows_.size() + 1));
  }

  void add_to(MultiAngleForm& form) {
    Harmonic at(degrees_.size());
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = -degrees_[i];
    do {
      add_harmonic(form, at);
    } while (advance(at));
  }

 private:
  // The next multiples in steps of two, as an odometer; false after the last.
  bool advance(Harmonic& at) const {
    for (std::size_t i = at.size(); i-- > 0;) {
      at[i] += 2;
      if (at[i] <= degrees_[i]) return true;
      at[i] = -degrees_[i];
    }
    return false;
  }

  void add_harmonic(MultiAngleForm& form, const Harmonic& at) const {
    const auto first = std::find_if(at.begin(), at.end(), [](long k) { return k != 0; });
    const bool constant = first == at.end();
    if (!constant && *first < 0) return;  // the conjugate comes with its partner
    Rational weight = rest_.coefficient * Rational(constant ? 1 : 2);
    for (std::size_t i = 0; i < at.size(); ++i)
      weight = weight * rows_[i][static_cast<std::size_t>(at[i] + degrees_[i])];
    const bool odd = sines_ % 2 == 1;
    if (weight.is_zero() || (constant && odd)) return;
    if (sines_ % 4 >= 2) weight = -weight;  // 1/i^n is 1, -i, -1, i
    MultiAngleForm::Coefficients& coefficients = form.harmonics[at];
    (odd ? coefficients.sine : coefficients.cosine).push_back({weight, rest_.exponents});
  }

  Term rest_;
  unsigned long sines_ = 0;
  std::vector<std::vector<Rational>> rows_;
  std::vector<long> degrees_;
};

// Like terms added, zeros dropped.
std::vector<Term> combined(const Ring& ring, const std::vector<Term>& terms) {
  return Polynomial::from_terms(ring, terms).terms();
}

Expr argument_of(const NormalForm& form, const Harmonic& harmonic) {
  Expr sum;
  for (std::size_t i = 0; i < harmonic.size(); ++i) sum += Expr(harmonic[i]) * form.angles()[i].angle;
  return sum;
}

}  // namespace

MultiAngleForm to_multi_angle(const NormalForm& form, const Polynomial& a, Work& work) {
  MultiAngleForm result;
  for (Term& term : a.terms()) TermExpansion(form, std::move(term), work).add_to(result);
  for (auto& [harmonic, coefficients] : result.harmonics) {
    coefficients.cosine = combined(form.ring(), coefficients.cosine);
    coefficients.sine = combined(form.ring(), coefficients.sine);
  }
  std::erase_if(result.harmonics,
                [](const auto& entry) { return entry.second.cosine.empty() && entry.second.sine.empty(); });
  return result;
}

HarmonicPolynomial as_polynomial(const NormalForm& form, const MultiAngleForm& angles, std::span<const Expr> shown) {
  std::vector<std::size_t> kept;  // variables that are no sine or cosine
  for (std::size_t v = 0; v < form.ring().size(); ++v) {
    const bool trigonometric = std::any_of(form.angles().begin(), form.angles().end(),
                                           [v](const AnglePair& pair) { return pair.sine == v || pair.cosine == v; });
    if (!trigonometric) kept.push_back(v);
  }
  std::vector<Expr> variables;
  for (const std::size_t v : kept) variables.push_back(shown[v]);
  std::vector<std::pair<const std::vector<Term>*, std::size_t>>
      parts;  // coefficients and their harmonic; none: no variable
  constexpr std::size_t kNone = ~std::size_t{0};
  for (const auto& [harmonic, coefficients] : angles.harmonics) {
    const Expr argument = argument_of(form, harmonic);
    const bool constant = std::all_of(harmonic.begin(), harmonic.end(), [](long k) { return k == 0; });
    if (!coefficients.cosine.empty()) {
      parts.emplace_back(&coefficients.cosine, constant ? kNone : variables.size());
      if (!constant) variables.push_back(cos(argument));
    }
    if (!coefficients.sine.empty()) {
      parts.emplace_back(&coefficients.sine, variables.size());
      variables.push_back(sin(argument));
    }
  }
  auto ring = std::make_unique<Ring>(variables.size());
  std::vector<Term> terms;
  for (const auto& [coefficients, harmonic] : parts) {
    for (const Term& term : *coefficients) {
      Exponents exponents(variables.size(), 0);
      for (std::size_t i = 0; i < kept.size(); ++i) exponents[i] = term.exponents[kept[i]];
      if (harmonic != kNone) exponents[harmonic] = 1;
      terms.push_back({term.coefficient, std::move(exponents)});
    }
  }
  Polynomial value = Polynomial::from_terms(*ring, terms);
  return {std::move(ring), std::move(variables), kept.size(), std::move(value)};
}

}  // namespace kinemate
