#include "analysis/weak/nested_harmonics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <unordered_map>

#include "expr/graph.h"

namespace kinemate {
namespace {

// A product of functions of single angles: a byte for each angle, 0 for 1, 2m - 1 for cos(mθ), 2m for sin(mθ).
struct ProductTerm {
  std::string key;
  Rational coefficient;
};

using ProductSum = std::vector<ProductTerm>;  // sorted by key, none twice, no zero

void merge_like_terms(ProductSum& terms) {
  std::sort(terms.begin(), terms.end(), [](const ProductTerm& a, const ProductTerm& b) { return a.key < b.key; });
  std::size_t count = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (count > 0 && terms[count - 1].key == terms[i].key) {
      terms[count - 1].coefficient = terms[count - 1].coefficient + terms[i].coefficient;
      continue;
    }
    if (count > 0 && terms[count - 1].coefficient.is_zero()) --count;
    if (count != i) terms[count] = std::move(terms[i]);
    ++count;
  }
  if (count > 0 && terms[count - 1].coefficient.is_zero()) --count;
  terms.resize(count);
}

// e^(ikθ) = cos(|k|θ) ± i·sin(|k|θ), angle by angle; terms k and -k meet on the way. Of cosines the even powers of i
// remain in the end, of sines the odd ones.
ProductSum make_products(std::span<const HarmonicTerm* const> terms, std::span<const std::size_t> order, bool sine) {
  ProductSum sum;
  for (const HarmonicTerm* term : terms) {
    if (term->sine != sine) continue;
    std::string key;
    for (std::size_t i : order) key.push_back(term->multiples[i]);
    std::string opposite = key;
    for (char& k : opposite) k = static_cast<char>(-k);
    if (opposite == key) {
      sum.push_back({std::move(key), term->coefficient});
      continue;
    }
    const Rational half = term->coefficient * Rational(1, 2);
    sum.push_back({std::move(key), half});
    sum.push_back({std::move(opposite), sine ? -half : half});
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t before = sum.size();
    for (std::size_t j = 0; j < before; ++j) {
      const int k = static_cast<signed char>(sum[j].key[i]);
      if (k == 0) continue;
      ProductTerm other = sum[j];
      sum[j].key[i] = static_cast<char>(2 * std::abs(k) - 1);
      other.key[i] = static_cast<char>(2 * std::abs(k));
      if (k < 0) other.coefficient = -other.coefficient;
      sum.push_back(std::move(other));
    }
    merge_like_terms(sum);
  }
  for (ProductTerm& term : sum) {
    const auto sines = std::count_if(term.key.begin(), term.key.end(), [](char b) { return b != 0 && b % 2 == 0; });
    if (sines % 4 >= 2) term.coefficient = -term.coefficient;
  }
  return sum;
}

std::uint64_t hash_of(const Rational& a) {
  constexpr unsigned long kHashPrime = 0xffffffffffffffc5;
  return fmpz_fdiv_ui(fmpq_numref(a.flint()), kHashPrime) * 0x9e3779b97f4a7c15 +
         fmpz_fdiv_ui(fmpq_denref(a.flint()), kHashPrime);
}

// A sum with first coefficient 1, of the angles from `first` on.
struct InnerSum {
  std::size_t first;
  ProductSum terms;
  friend bool operator==(const InnerSum& a, const InnerSum& b) {
    return a.first == b.first && std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                                            [](const ProductTerm& x, const ProductTerm& y) {
                                              return x.key == y.key && x.coefficient == y.coefficient;
                                            });
  }
};
struct HashInnerSum {
  std::size_t operator()(const InnerSum& sum) const {
    std::uint64_t hash = sum.first;
    for (const ProductTerm& term : sum.terms)
      hash = (hash ^ std::hash<std::string>()(term.key) ^ hash_of(term.coefficient)) * 0x9e3779b97f4a7c15;
    return hash;
  }
};

class Nest {
 public:
  explicit Nest(std::vector<Expr> angles) : angles_(std::move(angles)), functions_(angles_.size()) {}

  // REQUIRES: keys from angle `at` on.
  Expr write(ProductSum terms, std::size_t at) {
    if (terms.empty()) return Expr(0);
    std::size_t skip = 0;  // angles that do not occur
    while (at + skip < angles_.size() &&
           std::all_of(terms.begin(), terms.end(), [&](const ProductTerm& term) { return term.key[skip] == 0; }))
      ++skip;
    at += skip;
    if (at == angles_.size()) return Expr(terms.front().coefficient);
    const Rational scale = terms.front().coefficient;
    for (ProductTerm& term : terms) {
      term.key.erase(0, skip);
      term.coefficient = term.coefficient / scale;
    }
    InnerSum sum{at, std::move(terms)};
    const auto found = known_.find(sum);
    if (found != known_.end()) return Expr(scale) * found->second;
    const Expr made = split(sum);
    known_.emplace(std::move(sum), made);
    return Expr(scale) * made;
  }

 private:
  Expr split(const InnerSum& sum) {
    Expr result;
    for (std::size_t i = 0; i < sum.terms.size();) {
      const char function = sum.terms[i].key[0];
      ProductSum inner;
      for (; i < sum.terms.size() && sum.terms[i].key[0] == function; ++i)
        inner.push_back({sum.terms[i].key.substr(1), sum.terms[i].coefficient});
      result += basis(sum.first, static_cast<std::size_t>(function)) * write(std::move(inner), sum.first + 1);
    }
    return result;
  }

  // cos((m+1)θ) = cos(mθ)·cos θ - sin(mθ)·sin θ, sin((m+1)θ) likewise; for the double angle 1 - 2·sin²θ.
  Expr basis(std::size_t angle, std::size_t function) {
    if (function == 0) return Expr(1);
    std::vector<Expr>& list = functions_[angle];
    if (list.empty()) list = {cos(angles_[angle]), sin(angles_[angle])};
    while (list.size() < function) {
      const Expr c = list[list.size() - 2], s = list[list.size() - 1];
      list.push_back(list.size() == 2 ? Expr(1) - Expr(2) * (s * s) : c * list[0] - s * list[1]);
      list.push_back(list.size() == 3 ? Expr(2) * (s * c) : s * list[0] + c * list[1]);
    }
    return list[function - 1];
  }

  std::vector<Expr> angles_;
  std::vector<std::vector<Expr>> functions_;  // of each angle cos θ, sin θ, cos 2θ, sin 2θ, ...
  std::unordered_map<InnerSum, Expr, HashInnerSum> known_;
};

// Σ value·Π x^e, each variable from `v` on taken out of what has it.
Expr nest_variables(std::span<const Expr> variables, std::vector<std::pair<Exponents, Expr>> terms, std::size_t v) {
  auto has = [&v](const std::pair<Exponents, Expr>& term) { return term.first[v] > 0; };
  while (v < variables.size() && std::none_of(terms.begin(), terms.end(), has)) ++v;
  Expr sum;
  if (v == variables.size()) {
    for (const auto& [exponents, value] : terms) sum += value;
    return sum;
  }
  const auto middle = std::stable_partition(terms.begin(), terms.end(), has);
  std::vector<std::pair<Exponents, Expr>> without(std::make_move_iterator(middle),
                                                  std::make_move_iterator(terms.end()));
  terms.erase(middle, terms.end());
  for (auto& term : terms) --term.first[v];
  sum = variables[v] * nest_variables(variables, std::move(terms), v);
  return without.empty() ? sum : sum + nest_variables(variables, std::move(without), v + 1);
}

std::vector<std::size_t> order_of(const HarmonicForms& forms, std::span<const Expr> outermost) {
  std::vector<std::size_t> rank, order(forms.angles.size());
  for (Expr angle : forms.angles) {
    std::size_t best = outermost.size();
    for (Expr symbol : free_symbols(angle)) {
      const auto found = std::find(outermost.begin(), outermost.end(), symbol);
      best = std::min(best, static_cast<std::size_t>(found - outermost.begin()));
    }
    rank.push_back(best == outermost.size() ? 0 : best + 1);
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
  return order;
}

}  // namespace

std::vector<Expr> nest_harmonics(const HarmonicForms& forms, std::span<const Expr> outermost) {
  const std::vector<std::size_t> order = order_of(forms, outermost);
  std::vector<Expr> angles;
  for (std::size_t i : order) angles.push_back(forms.angles[i]);
  Nest nest(std::move(angles));
  std::vector<Expr> result;
  for (const std::vector<HarmonicTerm>& formula : forms.formulas) {
    std::map<std::uint32_t, std::vector<const HarmonicTerm*>> entries;
    for (const HarmonicTerm& term : formula) entries[term.monomial].push_back(&term);
    std::vector<std::pair<Exponents, Expr>> parts;
    for (const auto& [monomial, terms] : entries) {
      ProductSum sum = make_products(terms, order, false);
      for (ProductTerm& term : make_products(terms, order, true)) sum.push_back(std::move(term));
      merge_like_terms(sum);
      parts.emplace_back(forms.monomials[monomial], nest.write(std::move(sum), 0));
    }
    result.push_back(nest_variables(forms.variables, std::move(parts), 0));
  }
  return result;
}

}  // namespace kinemate
