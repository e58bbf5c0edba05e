#include "model/joints/dual_bases.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/error.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

using Six = std::array<Expr, 6>;

template <class Pair>
Six to_six(const Pair& p) {
  const auto& [a, b] = p;
  return {a.x, a.y, a.z, b.x, b.y, b.z};
}

template <class Pair>
Pair from_six(const Six& s) {
  return {{s[0], s[1], s[2]}, {s[3], s[4], s[5]}};
}

// How good a pivot is, smaller is better; none for a formula that is zero.
std::optional<double> pivot_price(Expr e) {
  if (e.is_zero()) return std::nullopt;
  if (e.is_one() || e == Expr(-1)) return 0.0;
  if (e.is_number()) return 1.0;
  if (test_zero(e).zero) return std::nullopt;
  return 2.0 + cost({&e, 1}) + (free_symbols(e).empty() ? 0.0 : 1.0);
}

// Σ components · along
Six from_turned(const Six& components, const std::array<Six, 6>& along) {
  Six vector;
  for (std::size_t j = 0; j < 6; ++j) {
    if (components[j].is_zero()) continue;
    for (std::size_t i = 0; i < 6; ++i)
      if (!along[j][i].is_zero()) vector[i] += components[j] * along[j][i];
  }
  return vector;
}

struct Completion {
  std::vector<Six> dual;        // D with Dᵀ A = E, zero in the rows that carry no pivot
  std::vector<Six> kernel;      // K with Kᵀ A = 0
  std::vector<Six> complement;  // unit vectors C with Dᵀ C = 0, Kᵀ C = E
};

// Two columns of the rows and the orthonormal vectors they are measured along, turned so that the first is along (u,
// v): a row with just the entries (cos a, sin a) gets a pivot that is 1 everywhere.
void turn_columns(std::vector<Six>& rows, std::array<Six, 6>& along, std::size_t first, std::size_t second, Expr u,
                  Expr v) {
  auto turn = [&](Expr& a, Expr& b) {
    const Expr before = a;
    a = simplify(before * u + b * v, kBriefly);
    b = simplify(b * u - before * v, kBriefly);
  };
  for (Six& row : rows) turn(row[first], row[second]);
  for (std::size_t i = 0; i < 6; ++i) turn(along[first][i], along[second][i]);
}

// Turns two columns where that gives a constant pivot; whether it did.
bool turn_for_pivot(std::vector<Six>& rows, std::array<Six, 6>& along, const std::vector<bool>& done,
                    const std::array<std::size_t, 6>& pivot_of) {
  const std::size_t k = rows.size();
  for (std::size_t i = 0; i < k; ++i) {
    std::vector<std::size_t> entries;
    for (std::size_t j = 0; j < 6; ++j)
      if (!done[i] && pivot_of[j] == k && !rows[i][j].is_zero()) entries.push_back(j);
    if (entries.size() != 2) continue;
    const Expr u = rows[i][entries[0]], v = rows[i][entries[1]], square = simplify(u * u + v * v, kBriefly);
    if (!square.is_number() || square.is_zero()) continue;
    const Expr length = sqrt(square);
    turn_columns(rows, along, entries[0], entries[1], u / length, v / length);
    rows[i][entries[0]] = length;
    rows[i][entries[1]] = Expr(0);
    return true;
  }
  return false;
}

// Gauss-Jordan on [Aᵀ | E], the k columns of A as rows, measured along orthonormal vectors that start as the unit
// vectors: with the pivot rows P of A and the others N, Aᵀ = B [E F] over (P, N): D_P = B⁻¹, K = [−F; E], C = [0; E].
Completion complete(std::vector<Six> rows, const char* what) {
  const std::size_t k = rows.size();
  std::vector<std::vector<Expr>> inverse(k, std::vector<Expr>(k));
  for (std::size_t i = 0; i < k; ++i) inverse[i][i] = Expr(1);
  std::array<std::size_t, 6> pivot_of;  // the row that has its pivot in this column, or k
  pivot_of.fill(k);
  std::vector<bool> done(k, false);
  std::array<Six, 6> along;
  for (std::size_t j = 0; j < 6; ++j) along[j][j] = Expr(1);
  for (std::size_t step = 0; step < k; ++step) {
    // the cheapest pivot anywhere in what is left
    std::size_t row = k, column = 6;
    double best = 0;
    for (std::size_t i = 0; i < k; ++i) {
      if (done[i]) continue;
      for (std::size_t j = 0; j < 6; ++j) {
        if (pivot_of[j] != k) continue;
        const std::optional<double> price = pivot_price(rows[i][j]);
        if (!price) rows[i][j] = Expr(0);
        if (price && (row == k || *price < best)) row = i, column = j, best = *price;
      }
    }
    if (row == k) {
      for (std::size_t i = 0; i < k; ++i) {
        if (!done[i])
          throw Error(
              ErrorCode::kJointGeometry,
              fmt::format("the {} are linearly dependent: the {}. of them is a combination of others", what, i + 1),
              "leave it out, or correct its components");
      }
    }
    if (best > 1 && turn_for_pivot(rows, along, done, pivot_of)) {
      --step;  // a constant pivot is there now
      continue;
    }
    const Expr pivot = rows[row][column];
    for (Expr& e : rows[row]) e = e.is_zero() ? e : simplify(e / pivot, kBriefly);
    for (Expr& e : inverse[row]) e = e.is_zero() ? e : simplify(e / pivot, kBriefly);
    for (std::size_t i = 0; i < k; ++i) {
      const Expr factor = rows[i][column];
      if (i == row || factor.is_zero()) continue;
      for (std::size_t j = 0; j < 6; ++j)
        if (!rows[row][j].is_zero()) rows[i][j] = simplify(rows[i][j] - factor * rows[row][j], kBriefly);
      for (std::size_t j = 0; j < k; ++j)
        if (!inverse[row][j].is_zero()) inverse[i][j] = simplify(inverse[i][j] - factor * inverse[row][j], kBriefly);
    }
    pivot_of[column] = row;
    done[row] = true;
  }
  Completion result;
  result.dual.resize(k);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      if (pivot_of[j] != k) result.dual[i][j] = inverse[pivot_of[j]][i];
  for (std::size_t n = 0; n < 6; ++n) {
    if (pivot_of[n] != k) continue;
    Six kernel, unit_vector;
    kernel[n] = unit_vector[n] = Expr(1);
    for (std::size_t j = 0; j < 6; ++j)
      if (pivot_of[j] != k) kernel[j] = -rows[pivot_of[j]][n];
    result.kernel.push_back(kernel);
    result.complement.push_back(unit_vector);
  }
  for (auto* vectors : {&result.dual, &result.kernel, &result.complement})
    for (Six& vector : *vectors) vector = from_turned(vector, along);
  return result;
}

template <class To, class From>
std::vector<To> convert(const std::vector<From>& from) {
  std::vector<To> to;
  for (const From& f : from) {
    if constexpr (std::is_same_v<From, Six>) {
      to.push_back(from_six<To>(f));
    } else {
      to.push_back(to_six(f));
    }
  }
  return to;
}

}  // namespace

DualBases complete_from_free(std::span<const Twist<Expr>> J) {
  const std::vector<Twist<Expr>> columns(J.begin(), J.end());
  const Completion c = complete(convert<Six>(columns), "free directions");
  return {columns, convert<Twist<Expr>>(c.complement), convert<Load<Expr>>(c.dual), convert<Load<Expr>>(c.kernel)};
}

DualBases complete_from_locked(std::span<const Load<Expr>> W) {
  const std::vector<Load<Expr>> columns(W.begin(), W.end());
  const Completion c = complete(convert<Six>(columns), "locked directions");
  return {convert<Twist<Expr>>(c.kernel), convert<Twist<Expr>>(c.dual), convert<Load<Expr>>(c.complement), columns};
}

DualBases make_orthonormal(std::span<const Twist<Expr>> free, std::span<const Twist<Expr>> locked) {
  DualBases bases{{free.begin(), free.end()}, {locked.begin(), locked.end()}, {}, {}};
  for (const Twist<Expr>& y : free) bases.free_load.push_back({y.angular, y.linear});
  for (const Twist<Expr>& y : locked) bases.locked_load.push_back({y.angular, y.linear});
  return bases;
}

}  // namespace kinemate
