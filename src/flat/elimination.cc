#include "flat/elimination.h"

#include <cmath>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr std::uint64_t kLongest = 60;  // bits of a fraction that is computed with further

Expr shorten(Expr formula) {
  const auto [number, rest] = split_number(formula);
  if (!number.is_rational() || bits(number.rational()) <= kLongest) return formula;
  const double value = number.real();
  if (!std::isfinite(value) || value == 0) return formula;  // beyond doubles
  return make_real(value) * rest;
}

}  // namespace

Elimination::Elimination(const LinearBlock& block, SampledValues& samples, std::size_t most)
    : samples_(samples),
      most_(most),
      rows_(block.rows.size()),
      columns_(block.unknowns.size()),
      done_(block.rows.size(), false) {
  for (std::size_t r = 0; r < block.rows.size(); ++r) {
    for (const auto& [column, coefficient] : block.rows[r].entries) {
      rows_[r].emplace(column, coefficient);
      columns_[column].insert(r);
    }
    rights_.push_back(block.rows[r].right);
  }
}

bool Elimination::eliminate(std::size_t row, std::size_t column) {
  const auto found = rows_[row].find(column);
  if (found == rows_[row].end()) return false;
  if (samples_.is_zero(found->second)) {
    rows_[row].erase(found);
    columns_[column].erase(row);
    return false;
  }
  products_ += rows_[row].size() * columns_[column].size();
  if (products_ > most_) throw TooLarge();
  const Expr inverse = shorten(Expr(1) / found->second);
  for (std::size_t r : std::vector<std::size_t>(columns_[column].begin(), columns_[column].end())) {
    if (r == row) continue;
    const Expr factor = shorten(rows_[r].at(column) * inverse);
    rows_[r].erase(column);
    for (const auto& [c, coefficient] : rows_[row]) {
      if (c == column) continue;
      const Expr less = shorten(factor * coefficient);
      if (less.is_zero()) continue;
      const auto [entry, is_new] = rows_[r].try_emplace(c);
      if (is_new) {
        columns_[c].insert(r);
        ++fill_in_;
      } else if (samples_.cancel(entry->second, less)) {
        rows_[r].erase(entry);
        columns_[c].erase(r);
        continue;
      }
      entry->second = shorten(entry->second - less);
    }
    const Expr less = shorten(factor * rights_[row]);
    rights_[r] = samples_.cancel(rights_[r], less) ? Expr(0) : shorten(rights_[r] - less);
  }
  for (const auto& [c, coefficient] : rows_[row]) columns_[c].erase(row);
  columns_[column].clear();
  done_[row] = true;
  pivots_.push_back({row, column, inverse});
  return true;
}

std::vector<Expr> Elimination::substitute_back() const {
  CHECK(pivots_.size() == rows_.size());
  std::vector<Expr> values(columns_.size());
  for (auto pivot = pivots_.rbegin(); pivot != pivots_.rend(); ++pivot) {
    Expr sum = rights_[pivot->row];
    for (const auto& [column, coefficient] : rows_[pivot->row])
      if (column != pivot->column) sum -= coefficient * values[column];
    values[pivot->column] = shorten(sum * pivot->inverse);
  }
  return values;
}

}  // namespace kinemate
