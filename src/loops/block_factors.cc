#include "loops/block_factors.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

constexpr std::size_t kCramer = 3;  // unknowns: beyond, minors cost more than the normal equations

// The inverse of up to three rows by minors.
std::vector<std::vector<Expr>> invert_small(const std::vector<std::vector<Expr>>& m) {
  const std::size_t n = m.size();
  if (n == 1) return {{Expr(1) / m[0][0]}};
  std::vector<std::vector<Expr>> adjugate(n, std::vector<Expr>(n));
  Expr determinant;
  if (n == 2) {
    adjugate = {{m[1][1], -m[0][1]}, {-m[1][0], m[0][0]}};
    determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  } else {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
        adjugate[j][i] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
      }
    for (std::size_t j = 0; j < 3; ++j) determinant += m[0][j] * adjugate[j][0];
  }
  const Expr reciprocal = Expr(1) / simplify(determinant, kBriefly);
  for (auto& row : adjugate)
    for (Expr& e : row) e = e * reciprocal;
  return adjugate;
}

bool is_unit(Expr e) { return e == Expr(1) || e == Expr(-1); }

}  // namespace

BlockFactors::BlockFactors(std::vector<std::vector<Expr>> entries)
    : entries_(std::move(entries)), rows_(entries_.size()), columns_(entries_[0].size()) {
  std::iota(rows_.begin(), rows_.end(), std::size_t{0});
  std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  if (rows_.size() == columns_.size() && rows_.size() > kCramer) eliminate_units();
  if (columns_.empty()) return;
  std::vector<std::vector<Expr>> rest;
  for (std::size_t row : rows_) {
    rest.emplace_back();
    for (std::size_t column : columns_) rest.back().push_back(entries_[row][column]);
  }
  const std::size_t n = columns_.size();
  if (n <= kCramer && rows_.size() == n) {
    inverse_ = invert_small(rest);
    return;
  }
  std::vector<Expr> normal(n * (n + 1) / 2);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (const std::vector<Expr>& row : rest) normal[triangle_place(i, j)] += row[i] * row[j];
  normal_ = factor_mass(std::move(normal));
}

// The one that fills in least, the first of equals.
bool BlockFactors::find_unit(std::size_t& row, std::size_t& column) const {
  const auto in_row = [&](std::size_t r) {
    return std::count_if(columns_.begin(), columns_.end(), [&](std::size_t c) { return !entries_[r][c].is_zero(); });
  };
  const auto in_column = [&](std::size_t c) {
    return std::count_if(rows_.begin(), rows_.end(), [&](std::size_t r) { return !entries_[r][c].is_zero(); });
  };
  auto least = std::numeric_limits<std::ptrdiff_t>::max();
  for (std::size_t r : rows_)
    for (std::size_t c : columns_) {
      if (!is_unit(entries_[r][c])) continue;
      const std::ptrdiff_t fill = (in_row(r) - 1) * (in_column(c) - 1);
      if (fill < least) least = fill, row = r, column = c;
    }
  return least < std::numeric_limits<std::ptrdiff_t>::max();
}

void BlockFactors::eliminate_units() {
  std::size_t row = 0, column = 0;
  while (!rows_.empty() && find_unit(row, column)) {
    UnitPivot pivot{row, column, entries_[row][column], std::vector<Expr>(entries_.size(), Expr(0))};
    std::erase(rows_, row);
    std::erase(columns_, column);
    for (std::size_t other : rows_) {
      const Expr multiple = entries_[other][column] * pivot.sign;
      if (multiple.is_zero()) continue;
      pivot.multiples[other] = multiple;
      entries_[other][column] = Expr(0);
      for (std::size_t c : columns_)
        if (!entries_[row][c].is_zero()) entries_[other][c] -= multiple * entries_[row][c];
    }
    units_.push_back(std::move(pivot));
  }
}

std::vector<Expr> BlockFactors::solve_rest(const std::vector<Expr>& right) const {
  const std::size_t n = columns_.size();
  std::vector<Expr> x(n);
  if (!inverse_.empty()) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) x[i] += inverse_[i][k] * right[rows_[k]];
    return x;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row : rows_) x[i] += entries_[row][columns_[i]] * right[row];
  return n == 0 ? x : kinemate::solve(normal_, std::move(x));
}

std::vector<Expr> BlockFactors::solve(std::vector<Expr> right) const {
  for (const UnitPivot& pivot : units_)
    for (std::size_t row = 0; row < right.size(); ++row)
      if (!pivot.multiples[row].is_zero()) right[row] -= pivot.multiples[row] * right[pivot.row];
  std::vector<Expr> x(entries_[0].size());
  const std::vector<Expr> rest = solve_rest(right);
  for (std::size_t i = 0; i < rest.size(); ++i) x[columns_[i]] = rest[i];
  for (auto pivot = units_.rbegin(); pivot != units_.rend(); ++pivot) {
    Expr sum = right[pivot->row];
    for (std::size_t c = 0; c < x.size(); ++c)
      if (c != pivot->column && !x[c].is_zero()) sum -= entries_[pivot->row][c] * x[c];
    x[pivot->column] = sum * pivot->sign;
  }
  return x;
}

std::vector<Expr> BlockFactors::solve_rest_transposed(std::vector<Expr> right) const {
  std::vector<Expr> multipliers(rows_.size());
  const std::size_t n = columns_.size();
  if (!inverse_.empty()) {
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i) multipliers[k] += inverse_[i][k] * right[i];
  } else if (n > 0) {
    const std::vector<Expr> solved = kinemate::solve(normal_, std::move(right));
    for (std::size_t k = 0; k < rows_.size(); ++k)
      for (std::size_t i = 0; i < n; ++i) multipliers[k] += entries_[rows_[k]][columns_[i]] * solved[i];
  }
  return multipliers;
}

// B = E⁻¹ U with the subtractions E: Uᵀ μ = r, λ = Eᵀ μ.
std::vector<Expr> BlockFactors::solve_transposed(std::vector<Expr> right) const {
  std::vector<Expr> multipliers(entries_.size());
  const auto without_pivots = [&](std::size_t column, std::size_t pivots) {
    Expr sum = right[column];
    for (std::size_t k = 0; k < pivots; ++k)
      if (const Expr entry = entries_[units_[k].row][column]; !entry.is_zero())
        sum -= entry * multipliers[units_[k].row];
    return sum;
  };
  for (std::size_t k = 0; k < units_.size(); ++k)
    multipliers[units_[k].row] = without_pivots(units_[k].column, k) * units_[k].sign;
  std::vector<Expr> rest;
  for (std::size_t column : columns_) rest.push_back(without_pivots(column, units_.size()));
  const std::vector<Expr> solved = solve_rest_transposed(std::move(rest));
  for (std::size_t i = 0; i < rows_.size(); ++i) multipliers[rows_[i]] = solved[i];
  for (auto pivot = units_.rbegin(); pivot != units_.rend(); ++pivot)
    for (std::size_t row = 0; row < multipliers.size(); ++row)
      if (!pivot->multiples[row].is_zero()) multipliers[pivot->row] -= pivot->multiples[row] * multipliers[row];
  return multipliers;
}

}  // namespace kinemate
