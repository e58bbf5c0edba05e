#include "expr/normal/multi_angle.h"

#include <algorithm>
#include <limits>
#include <string>
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

// Sines and cosines of one angle after another become powers of z = e^(iθ), like terms added in between: what many
// terms have in common is transformed once. With (2i·sin θ)^a the factor 1/i^a comes out of every angle; together they
// are ±1 or ±i, so that terms with an even and with an odd number of sines stay real numbers, apart from each other.
class AngleByAngle {
 public:
  AngleByAngle(const NormalForm& form, Work& work) : form_(form), work_(work) {}

  void add(Term term) {
    unsigned long sines = 0;
    std::string key;
    for (const AnglePair& pair : form_.angles()) {
      const unsigned long a = std::exchange(term.exponents[pair.sine], 0),
                          b = std::exchange(term.exponents[pair.cosine], 0);
      if (a + b > 64) throw WorkExceeded{};
      sines += a;
      key.push_back(static_cast<char>(a));
      key.push_back(static_cast<char>(b));
    }
    if (sines % 4 >= 2) term.coefficient = -term.coefficient;  // 1/i^n is 1, -i, -1, i
    groups_[{term.exponents, sines % 2 == 1}].push_back({std::move(key), std::move(term.coefficient)});
  }

  void add_to(MultiAngleForm& result) {
    for (auto& [of, terms] : groups_) {
      for (std::size_t i = 0; i < form_.angles().size(); ++i) terms = transformed(std::move(terms), i);
      for (Item& item : terms) add_harmonic(result, of.first, of.second, item);
    }
  }

 private:
  // Before angle i two bytes, powers of sine and cosine; after it the multiple, kept in the first of the two.
  struct Item {
    std::string key;
    Rational coefficient;
  };

  const std::vector<Rational>& row(unsigned long a, unsigned long b) {
    std::vector<Rational>& row = rows_[{a, b}];
    if (row.empty()) {
      row = laurent_coefficients(a, b);
      for (Rational& c : row) c = c / power(Rational(2), static_cast<long>(a + b));
    }
    return row;
  }

  static bool is_conjugate(const std::string& key, std::size_t angles) {
    for (std::size_t i = 0; i < angles; ++i)
      if (key[2 * i] != 0) return static_cast<signed char>(key[2 * i]) < 0;
    return false;
  }

  std::vector<Item> transformed(std::vector<Item> terms, std::size_t angle) {
    std::vector<Item> next;
    for (Item& item : terms) {
      const auto a = static_cast<unsigned long>(item.key[2 * angle]),
                 b = static_cast<unsigned long>(item.key[2 * angle + 1]);
      if (a + b == 0) {
        next.push_back(std::move(item));
        continue;
      }
      work_.spend(static_cast<double>(a + b + 1));
      const std::vector<Rational>& weights = row(a, b);
      for (std::size_t w = 0; w < weights.size(); w += 2) {
        if (weights[w].is_zero()) continue;
        std::string key = item.key;
        key[2 * angle] = static_cast<char>(static_cast<long>(w) - static_cast<long>(a + b));
        key[2 * angle + 1] = 0;
        if (is_conjugate(key, angle + 1)) continue;  // it comes with its partner
        next.push_back({std::move(key), item.coefficient * weights[w]});
      }
    }
    std::sort(next.begin(), next.end(), [](const Item& x, const Item& y) { return x.key < y.key; });
    return merged(std::move(next));
  }

  // Like terms added, zeros dropped.
  static std::vector<Item> merged(std::vector<Item> sorted) {
    std::vector<Item> result;
    for (Item& item : sorted) {
      if (!result.empty() && result.back().key == item.key) {
        result.back().coefficient = result.back().coefficient + item.coefficient;
        continue;
      }
      if (!result.empty() && result.back().coefficient.is_zero()) result.pop_back();
      result.push_back(std::move(item));
    }
    if (!result.empty() && result.back().coefficient.is_zero()) result.pop_back();
    return result;
  }

  // w·e^(ikθ) + conj is 2·w·cos(kθ); -i·w·e^(ikθ) + conj is 2·w·sin(kθ).
  static void add_harmonic(MultiAngleForm& form, const Exponents& rest, bool sine, const Item& item) {
    Harmonic at(item.key.size() / 2);
    bool constant = true;
    for (std::size_t i = 0; i < at.size(); ++i) {
      at[i] = static_cast<signed char>(item.key[2 * i]);
      constant = constant && at[i] == 0;
    }
    if (constant && sine) return;
    MultiAngleForm::Coefficients& coefficients = form.harmonics[std::move(at)];
    (sine ? coefficients.sine : coefficients.cosine).push_back({item.coefficient * Rational(constant ? 1 : 2), rest});
  }

  const NormalForm& form_;
  Work& work_;
  std::map<std::pair<unsigned long, unsigned long>, std::vector<Rational>> rows_;
  std::map<std::pair<Exponents, bool>, std::vector<Item>> groups_;  // by the rest, and whether sines are odd
};

Expr argument_of(const NormalForm& form, const Harmonic& harmonic) {
  Expr sum;
  for (std::size_t i = 0; i < harmonic.size(); ++i) sum += Expr(harmonic[i]) * form.angles()[i].angle;
  return sum;
}

}  // namespace

MultiAngleForm to_multi_angle(const NormalForm& form, const Polynomial& a, Work& work) {
  for (const Term& term : a.terms()) {
    double count = 1;
    for (const AnglePair& pair : form.angles())
      count *= static_cast<double>(term.exponents[pair.sine] + term.exponents[pair.cosine] + 1);
    work.spend(count * static_cast<double>(form.angles().size() + 1));
  }
  Work paid(std::numeric_limits<double>::infinity());
  return transform_angles(form, a, paid);
}

MultiAngleForm transform_angles(const NormalForm& form, const Polynomial& a, Work& work) {
  AngleByAngle transform(form, work);
  for (Term& term : a.terms()) transform.add(std::move(term));
  MultiAngleForm result;
  transform.add_to(result);
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
  constexpr std::size_t kNoPlace = ~std::size_t{0};
  for (const auto& [harmonic, coefficients] : angles.harmonics) {
    const Expr argument = argument_of(form, harmonic);
    const bool constant = std::all_of(harmonic.begin(), harmonic.end(), [](long k) { return k == 0; });
    if (!coefficients.cosine.empty()) {
      parts.emplace_back(&coefficients.cosine, constant ? kNoPlace : variables.size());
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
      if (harmonic != kNoPlace) exponents[harmonic] = 1;
      terms.push_back({term.coefficient, std::move(exponents)});
    }
  }
  Polynomial value = Polynomial::from_terms(*ring, terms);
  return {std::move(ring), std::move(variables), kept.size(), std::move(value)};
}

}  // namespace kinemate
