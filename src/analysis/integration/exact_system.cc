#include "analysis/integration/exact_system.h"

#include <limits>
#include <utility>

namespace kinemate {
namespace {

class Elimination {
 public:
  Elimination(const NormalForm& form, std::vector<SparseRow> rows, Work& work)
      : form_(form), rows_(std::move(rows)), used_(rows_.size(), false), work_(work) {}

  std::optional<std::vector<Quotient>> solve() {
    std::vector<std::pair<std::size_t, std::size_t>> pivots;  // row, column
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const auto pivot = cheapest_pivot();
      if (!pivot) return std::nullopt;
      used_[pivot->first] = true;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        if (!used_[i]) eliminate(rows_[i], rows_[pivot->first], pivot->second);
      pivots.push_back(*pivot);
    }
    return substitute_back(pivots);
  }

 private:
  std::size_t unknowns() const { return rows_.size(); }

  // The entry with the fewest terms; among equal ones that in the shortest row (Markowitz).
  std::optional<std::pair<std::size_t, std::size_t>> cheapest_pivot() const {
    std::optional<std::pair<std::size_t, std::size_t>> best;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (used_[i]) continue;
      for (const auto& [column, entry] : rows_[i]) {
        const std::size_t cost = entry.term_count() * 64 + rows_[i].size();
        if (column == unknowns() || cost >= least) continue;
        least = cost;
        best = {i, column};
      }
    }
    return best;
  }

  // row·(p/g) - pivot_row·(e/g), with the common factor of the entries of the result taken out
  void eliminate(SparseRow& row, const SparseRow& pivot_row, std::size_t column) {
    const auto found = row.find(column);
    if (found == row.end()) return;
    const Polynomial &p = pivot_row.at(column), &e = found->second;
    const Polynomial common = gcd(p, e, work_);
    const Polynomial stretch = *divide_exactly(p, common, work_),
                     minus = scale(*divide_exactly(e, common, work_), Rational(-1));
    SparseRow result;
    const auto add_to = [&](std::size_t k, const Polynomial& value) {
      const auto [at, fresh] = result.try_emplace(k, value);
      if (!fresh) at->second = add(at->second, value, work_);
    };
    for (const auto& [k, entry] : row) add_to(k, multiply(entry, stretch, work_));
    for (const auto& [k, entry] : pivot_row) add_to(k, multiply(entry, minus, work_));
    result.erase(column);
    row.clear();
    for (auto& [k, entry] : result) {
      Polynomial reduced = reduce(entry);
      if (!reduced.is_zero()) row.emplace(k, std::move(reduced));
    }
    take_common_factor(row);
  }

  void take_common_factor(SparseRow& row) {
    if (row.empty()) return;
    Polynomial common = row.begin()->second;
    for (const auto& [k, entry] : row) {
      common = gcd(common, entry, work_);
      if (common.constant()) return;
    }
    for (auto& [k, entry] : row) entry = *divide_exactly(entry, common, work_);
  }

  std::vector<Quotient> substitute_back(const std::vector<std::pair<std::size_t, std::size_t>>& pivots) {
    const Quotient zero{Polynomial(form_.ring()), Polynomial(form_.ring(), Rational(1))};
    std::vector<Quotient> x(unknowns(), zero);
    for (std::size_t k = pivots.size(); k-- > 0;) {
      const auto& [i, column] = pivots[k];
      Quotient right = zero;
      for (const auto& [j, entry] : rows_[i]) {
        if (j == column) continue;
        if (j == unknowns()) {
          right = plus(right, {entry, zero.denominator});
        } else {
          right = plus(right, {scale(multiply(entry, x[j].numerator, work_), Rational(-1)), x[j].denominator});
        }
      }
      right.denominator = reduce(multiply(right.denominator, rows_[i].at(column), work_));
      x[column] = cancel(right);
    }
    return x;
  }

  // Common factors may hide behind s² + c² = 1. They show when the denominator is free of sines: d·d̄ is, with s → -s in
  // d̄.
  Quotient cancel(Quotient a) {
    a = form_.cancel(a, work_);
    for (const AnglePair& pair : form_.angles()) {
      if (a.denominator.degree(pair.sine) == 0) continue;
      std::vector<Term> terms = a.denominator.terms();
      for (Term& term : terms)
        if (term.exponents[pair.sine] % 2 == 1) term.coefficient = -term.coefficient;
      const Polynomial conjugate = Polynomial::from_terms(form_.ring(), terms);
      a = form_.cancel(
          {reduce(multiply(a.numerator, conjugate, work_)), reduce(multiply(a.denominator, conjugate, work_))}, work_);
    }
    return a;
  }

  Quotient plus(const Quotient& a, const Quotient& b) {
    const Polynomial common = gcd(a.denominator, b.denominator, work_);
    const Polynomial for_a = *divide_exactly(b.denominator, common, work_),
                     for_b = *divide_exactly(a.denominator, common, work_);
    return {reduce(add(multiply(a.numerator, for_a, work_), multiply(b.numerator, for_b, work_), work_)),
            multiply(a.denominator, for_a, work_)};
  }

  Polynomial reduce(const Polynomial& a) {
    return form_.reduce(a, std::vector<Eliminate>(form_.angles().size(), Eliminate::kSine), work_);
  }

  const NormalForm& form_;
  std::vector<SparseRow> rows_;
  std::vector<bool> used_;
  Work& work_;
};

}  // namespace

std::optional<std::vector<Quotient>> solve_exactly(const NormalForm& form, std::vector<SparseRow> rows, Work& work) {
  return Elimination(form, std::move(rows), work).solve();
}

}  // namespace kinemate
