#include "recursion/completion.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

constexpr double kRounding = 1e-13;  // of a vector's largest component: less than this is left of a dependent one

// How large the components of a vector are; formulas have no size.
double size_of(const Six<double>& vector) {
  double size = 0;
  for (const double e : vector) size = std::max(size, std::abs(e));
  return size;
}
double size_of(const Six<Expr>&) { return 1; }

// How good a pivot is, smaller is better; none for what is zero.
std::optional<double> pivot_price(double e, double size) {
  if (!(std::abs(e) > kRounding * size)) return std::nullopt;
  return -std::abs(e) / size;
}
std::optional<double> pivot_price(Expr e, double) {
  if (e.is_zero()) return std::nullopt;
  if (e.is_one() || e == Expr(-1)) return 0.0;
  if (e.is_number()) return 1.0;
  if (test_zero(e).zero) return std::nullopt;
  return 2.0 + cost({&e, 1}) + (free_symbols(e).empty() ? 0.0 : 1.0);
}

double shortened(double e) { return e; }
Expr shortened(Expr e) { return e.is_number() ? e : simplify(e, kBriefly); }

template <class S>
struct Elimination {
  std::vector<Six<S>> rows;
  std::vector<std::vector<S>> inverse;
  std::array<Six<S>, 6> along;          // the orthonormal vectors that the columns are measured along
  std::vector<double> sizes;            // of the rows at the start
  std::array<std::size_t, 6> pivot_of;  // the row that has its pivot in this column, or kNone
  std::vector<bool> done;

  static constexpr std::size_t kNone = 6;
};

template <class S>
Elimination<S> begin(const std::vector<Six<S>>& vectors) {
  const std::size_t k = vectors.size();
  Elimination<S> e{vectors, std::vector(k, std::vector<S>(k, S(0))), {}, {}, {}, std::vector<bool>(k, false)};
  for (std::size_t i = 0; i < k; ++i) e.inverse[i][i] = S(1), e.sizes.push_back(size_of(vectors[i]));
  for (std::size_t j = 0; j < 6; ++j) e.along[j].fill(S(0)), e.along[j][j] = S(1);
  e.pivot_of.fill(Elimination<S>::kNone);
  return e;
}

struct Pivot {
  std::size_t row, column;
  double price;
};

// The best anywhere in what is left; what is found to be zero is put to zero.
template <class S>
Pivot choose_pivot(Elimination<S>& e) {
  std::optional<Pivot> best;
  for (std::size_t i = 0; i < e.rows.size(); ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      if (e.done[i] || e.pivot_of[j] != e.kNone) continue;
      const std::optional<double> price = pivot_price(e.rows[i][j], e.sizes[i]);
      if (!price) e.rows[i][j] = S(0);
      if (price && (!best || *price < best->price)) best = {i, j, *price};
    }
  if (!best) throw DependentVector{static_cast<std::size_t>(std::ranges::find(e.done, false) - e.done.begin())};
  return *best;
}

// Two columns turned so that the first is along (u, v).
void turn_columns(Elimination<Expr>& e, std::size_t first, std::size_t second, Expr u, Expr v) {
  auto turn = [&](Expr& a, Expr& b) {
    const Expr before = a;
    a = shortened(before * u + b * v);
    b = shortened(b * u - before * v);
  };
  for (Six<Expr>& row : e.rows) turn(row[first], row[second]);
  for (std::size_t i = 0; i < 6; ++i) turn(e.along[first][i], e.along[second][i]);
}

// Turns two columns where that gives a row a constant pivot; whether it did.
bool turn_for_pivot(Elimination<Expr>& e) {
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    std::vector<std::size_t> entries;
    for (std::size_t j = 0; j < 6; ++j)
      if (!e.done[i] && e.pivot_of[j] == e.kNone && !e.rows[i][j].is_zero()) entries.push_back(j);
    if (entries.size() != 2) continue;
    const Expr u = e.rows[i][entries[0]], v = e.rows[i][entries[1]], square = shortened(u * u + v * v);
    if (!square.is_number() || square.is_zero()) continue;
    const Expr length = sqrt(square);
    turn_columns(e, entries[0], entries[1], u / length, v / length);
    e.rows[i][entries[0]] = length;
    e.rows[i][entries[1]] = Expr(0);
    return true;
  }
  return false;
}
bool turn_for_pivot(Elimination<double>&) { return false; }

// row −= factor · pivot_row
template <class Row, class S>
void subtract(Row& row, const S& factor, const Row& pivot_row) {
  for (std::size_t j = 0; j < row.size(); ++j)
    if (!(pivot_row[j] == S(0))) row[j] = shortened(row[j] - factor * pivot_row[j]);
}

template <class S>
void eliminate(Elimination<S>& e, const Pivot& at) {
  const S pivot = e.rows[at.row][at.column];
  for (S& entry : e.rows[at.row]) entry = shortened(entry / pivot);
  for (S& entry : e.inverse[at.row]) entry = shortened(entry / pivot);
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    const S factor = e.rows[i][at.column];
    if (i == at.row || factor == S(0)) continue;
    subtract(e.rows[i], factor, e.rows[at.row]);
    subtract(e.inverse[i], factor, e.inverse[at.row]);
    e.rows[i][at.column] = S(0);
  }
  e.pivot_of[at.column] = at.row;
  e.done[at.row] = true;
}

// Σ components · along
template <class S>
Six<S> from_turned(const Six<S>& components, const std::array<Six<S>, 6>& along) {
  Six<S> vector;
  vector.fill(S(0));
  for (std::size_t j = 0; j < 6; ++j)
    for (std::size_t i = 0; i < 6; ++i)
      if (!(components[j] == S(0)) && !(along[j][i] == S(0))) vector[i] += components[j] * along[j][i];
  return vector;
}

template <class S>
Completion<S> read_off(const Elimination<S>& e) {
  Six<S> zero;
  zero.fill(S(0));
  Completion<S> result;
  for (std::size_t i = 0; i < e.rows.size(); ++i) {
    Six<S> dual = zero;
    for (std::size_t j = 0; j < 6; ++j)
      if (e.pivot_of[j] != e.kNone) dual[j] = e.inverse[e.pivot_of[j]][i];
    result.dual.push_back(from_turned(dual, e.along));
  }
  for (std::size_t n = 0; n < 6; ++n) {
    if (e.pivot_of[n] != e.kNone) continue;
    Six<S> kernel = zero;
    kernel[n] = S(1);
    result.complement.push_back(from_turned(kernel, e.along));
    for (std::size_t j = 0; j < 6; ++j)
      if (e.pivot_of[j] != e.kNone && !(e.rows[e.pivot_of[j]][n] == S(0))) kernel[j] = -e.rows[e.pivot_of[j]][n];
    result.kernel.push_back(from_turned(kernel, e.along));
  }
  return result;
}

}  // namespace

template <class S>
Completion<S> complete_basis(const std::vector<Six<S>>& vectors) {
  if (vectors.size() > 6) throw DependentVector{6};
  Elimination<S> e = begin(vectors);
  while (std::ranges::find(e.done, false) != e.done.end()) {
    const Pivot pivot = choose_pivot(e);
    const bool of_formulas = pivot.price > 1;
    if (of_formulas && turn_for_pivot(e)) continue;  // a constant pivot is there now
    eliminate(e, pivot);
  }
  return read_off(e);
}

template Completion<double> complete_basis(const std::vector<Six<double>>&);
template Completion<Expr> complete_basis(const std::vector<Six<Expr>>&);

}  // namespace kinemate
