#include "analysis/integration/undetermined.h"

#include <flint/nmod_mat.h>

#include <algorithm>
#include <map>

#include "analysis/integration/exact_system.h"
#include "expr/normal/modular.h"

namespace kinemate {
namespace {

constexpr mp_limb_t kPrime = (mp_limb_t{1} << 61) - 1;

// A matrix of residues modulo kPrime.
class Residues {
 public:
  Residues(std::size_t rows, std::size_t columns) {
    nmod_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns), kPrime);
  }
  Residues(const Residues&) = delete;
  Residues& operator=(const Residues&) = delete;
  ~Residues() { nmod_mat_clear(value_); }

  mp_limb_t& at(std::size_t i, std::size_t k) { return value_->rows[i][k]; }

  /// Brings it to reduced row echelon form; the columns of the pivots.
  std::vector<std::size_t> eliminate() {
    const auto rank = static_cast<std::size_t>(nmod_mat_rref(value_));
    std::vector<std::size_t> pivots;
    for (std::size_t i = 0, k = 0; i < rank; ++i, ++k) {
      while (at(i, k) == 0) ++k;
      pivots.push_back(k);
    }
    return pivots;
  }

 private:
  nmod_mat_t value_;
};

// One equation for each product of moving kernels, one column for each term, and the right side.
class System {
 public:
  System(const DifferentialRing& ring, std::span<const AnsatzTerm> terms, Work& work)
      : ring_(ring), unknowns_(terms.size()), work_(work) {
    Polynomial common = ring.integrand().denominator;
    for (const AnsatzTerm& term : terms) common = least_common_multiple(common, term.derivative.denominator, work);
    for (std::size_t k = 0; k < terms.size(); ++k) add_column(k, terms[k].derivative, common);
    add_column(unknowns_, ring.integrand(), common);
  }

  /// The terms that are needed, and their coefficients.
  struct Solution {
    std::vector<std::size_t> terms;
    std::vector<Quotient> coefficients;
  };

  std::optional<Solution> solve() {
    set_values();
    const auto support = find_support();
    if (!support) return std::nullopt;
    std::vector<SparseRow> exact;
    for (const std::size_t i : independent_rows(*support)) {
      SparseRow row;
      for (std::size_t k = 0; k < support->size(); ++k)
        if (const auto found = rows_[i].find((*support)[k]); found != rows_[i].end()) row.emplace(k, found->second);
      if (const auto right = rows_[i].find(unknowns_); right != rows_[i].end())
        row.emplace(support->size(), right->second);
      exact.push_back(std::move(row));
    }
    auto coefficients = solve_exactly(ring_.form(), std::move(exact), work_);
    if (!coefficients) return std::nullopt;
    return Solution{*support, std::move(*coefficients)};
  }

 private:
  void add_column(std::size_t column, const Quotient& value, const Polynomial& common) {
    const Polynomial factor = *divide_exactly(common, value.denominator, work_);
    const Polynomial top = ring_.reduce(multiply(value.numerator, factor, work_), work_);
    work_.spend(4 * static_cast<double>(top.term_count()));
    std::map<Exponents, std::vector<Term>> parts;
    for (Term& term : top.terms()) {
      Exponents moving = term.exponents;
      for (std::size_t v = 0; v < moving.size(); ++v) (ring_.moves(v) ? term.exponents : moving)[v] = 0;
      parts[moving].push_back(std::move(term));
    }
    for (const auto& [moving, fixed] : parts) {
      const auto [at, fresh] = row_of_.try_emplace(moving, rows_.size());
      if (fresh) rows_.emplace_back();
      rows_[at->second].emplace(column, Polynomial::from_terms(ring_.ring(), fixed));
    }
  }

  // Numbers for what does not move: where there are relations, such that obey them.
  void set_values() {
    for (std::size_t v = 0; v < ring_.ring().size(); ++v) {
      const Expr variable = ring_.kernel(v);
      std::optional<std::uint64_t> value;
      if (!ring_.moves(v)) value = value_modulo_prime(variable, 1);
      values_.push_back(value.value_or(variable.hash() % kPrime));
    }
  }

  mp_limb_t residue(const Polynomial& a) const {
    nmod_t modulus;
    nmod_init(&modulus, kPrime);
    mp_limb_t sum = 0;
    for (const Term& term : a.terms()) {
      const fmpq* c = term.coefficient.flint();
      const mp_limb_t top = fmpz_fdiv_ui(fmpq_numref(c), kPrime), bottom = fmpz_fdiv_ui(fmpq_denref(c), kPrime);
      if (bottom == 0) throw WorkExceeded{};  // FLINT would end the process
      mp_limb_t value = nmod_div(top, bottom, modulus);
      for (std::size_t v = 0; v < values_.size(); ++v)
        if (term.exponents[v] > 0)
          value = nmod_mul(value, nmod_pow_ui(values_[v], term.exponents[v], modulus), modulus);
      sum = nmod_add(sum, value, modulus);
    }
    return sum;
  }

  void pay_for(std::size_t rows, std::size_t columns) {
    work_.spend(static_cast<double>(rows) * static_cast<double>(columns) *
                static_cast<double>(std::min(rows, columns)) / 4);
  }

  // The terms with coefficients other than 0, where those that may be anything are 0.
  std::optional<std::vector<std::size_t>> find_support() {
    pay_for(rows_.size(), unknowns_);
    Residues matrix(rows_.size(), unknowns_ + 1);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const auto& [k, entry] : rows_[i]) matrix.at(i, k) = residue(entry);
    const std::vector<std::size_t> pivots = matrix.eliminate();
    if (!pivots.empty() && pivots.back() == unknowns_) return std::nullopt;
    std::vector<std::size_t> support;
    for (std::size_t i = 0; i < pivots.size(); ++i)
      if (matrix.at(i, unknowns_) != 0) support.push_back(pivots[i]);
    return support;
  }

  // As many equations as unknowns, the short ones first: long ones may hide their common factors behind s² + c² = 1.
  std::vector<std::size_t> independent_rows(const std::vector<std::size_t>& columns) {
    pay_for(rows_.size(), columns.size());
    std::vector<std::pair<std::size_t, std::size_t>> by_length;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::size_t length = 0;
      for (const auto& [k, entry] : rows_[i]) length += entry.term_count();
      by_length.emplace_back(length, i);
    }
    std::sort(by_length.begin(), by_length.end());
    Residues transposed(columns.size(), rows_.size());
    for (std::size_t place = 0; place < rows_.size(); ++place) {
      const SparseRow& row = rows_[by_length[place].second];
      for (std::size_t k = 0; k < columns.size(); ++k)
        if (const auto found = row.find(columns[k]); found != row.end())
          transposed.at(k, place) = residue(found->second);
    }
    std::vector<std::size_t> result;
    for (const std::size_t place : transposed.eliminate()) result.push_back(by_length[place].second);
    return result;
  }

  const DifferentialRing& ring_;
  std::size_t unknowns_;
  Work& work_;
  std::map<Exponents, std::size_t> row_of_;
  std::vector<SparseRow> rows_;  ///< the right side is column `unknowns_`
  std::vector<mp_limb_t> values_;
};

}  // namespace

std::optional<Expr> solve_ansatz(const DifferentialRing& ring, std::span<const AnsatzTerm> terms, Work& work) {
  const auto solution = System(ring, terms, work).solve();
  if (!solution) return std::nullopt;
  Expr sum;
  for (std::size_t k = 0; k < solution->terms.size(); ++k)
    sum += ring.write(solution->coefficients[k]) * terms[solution->terms[k]].formula;
  return sum;
}

}  // namespace kinemate
