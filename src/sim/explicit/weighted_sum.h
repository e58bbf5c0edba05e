// out = base + h Σ weightⱼ columnⱼ in one pass over the memory, which is what explicit methods spend their time on.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace kinemate {

/// Σ weightⱼ columnⱼ with the zeros left out.
struct SparseWeights {
  static constexpr std::size_t kMost = 16;

  std::size_t count = 0;
  std::array<std::size_t, kMost> column{};
  std::array<double, kMost> weight{};
};

template <std::size_t N>
constexpr SparseWeights sparse_weights(const std::array<double, N>& dense) {
  static_assert(N <= SparseWeights::kMost);
  SparseWeights result;
  for (std::size_t j = 0; j < N; ++j) {
    if (dense[j] == 0) continue;
    result.column[result.count] = j;
    result.weight[result.count++] = dense[j];
  }
  return result;
}

namespace weighted_sum_parts {

// The number of terms is known to the compiler, so that the sum stays in registers and the loop runs in vectors.
template <std::size_t... J>
void add_columns(std::index_sequence<J...>, const SparseWeights& weights, std::size_t n, const double* columns,
                 const double* base, double h, double* __restrict__ out) {
  const std::array<const double*, sizeof...(J)> column = {(columns + weights.column[J] * n)...};
  const std::array<double, sizeof...(J)> weight = {h * weights.weight[J]...};
  if (base) {
    for (std::size_t i = 0; i < n; ++i) out[i] = base[i] + (... + (weight[J] * column[J][i]));
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = (... + (weight[J] * column[J][i]));
  }
}

template <std::size_t... M>
void select(std::index_sequence<M...>, const SparseWeights& weights, std::size_t n, const double* columns,
            const double* base, double h, double* out) {
  const auto try_count = [&](auto count) {
    constexpr std::size_t kCount = decltype(count)::value + 1;
    if (weights.count != kCount) return false;
    add_columns(std::make_index_sequence<kCount>(), weights, n, columns, base, h, out);
    return true;
  };
  (void)(... || try_count(std::integral_constant<std::size_t, M>()));
}

}  // namespace weighted_sum_parts

/// Column j stands at columns + j n; no base is a base of zeros. REQUIRES: out overlaps nothing else; at least one
/// weight.
inline void add_weighted(const SparseWeights& weights, std::size_t n, const double* columns, const double* base,
                         double h, double* out) {
  weighted_sum_parts::select(std::make_index_sequence<SparseWeights::kMost>(), weights, n, columns, base, h, out);
}

}  // namespace kinemate
