#include "sim/lanes/lane_kernels.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace kinemate {
namespace {

/// P doubles in one register. Never passed by value: how depends on the processor.
template <unsigned P>
struct PackOf;
template <>
struct PackOf<2> {
  using Type [[gnu::vector_size(16)]] = double;
  using Mask [[gnu::vector_size(16)]] = std::int64_t;
};
template <>
struct PackOf<4> {
  using Type [[gnu::vector_size(32)]] = double;
  using Mask [[gnu::vector_size(32)]] = std::int64_t;
};

/// A pack as it stands among doubles, at any place.
template <class Pack>
struct [[gnu::packed, gnu::may_alias]] LooseLanes {
  Pack pack;
};

template <unsigned P>
[[gnu::always_inline]] inline const auto& packs_at(const double* numbers) {
  return *reinterpret_cast<const LooseLanes<typename PackOf<P>::Type>*>(numbers);
}
template <unsigned P>
[[gnu::always_inline]] inline auto& packs_at(double* numbers) {
  return *reinterpret_cast<LooseLanes<typename PackOf<P>::Type>*>(numbers);
}
template <unsigned P>
[[gnu::always_inline]] inline const auto& packs_at(const std::int64_t* masks) {
  return *reinterpret_cast<const LooseLanes<typename PackOf<P>::Mask>*>(masks);
}

// Lanes in packs outside, states inside: weights stay in registers.
template <unsigned W, unsigned P, std::size_t... J>
[[gnu::always_inline]] inline void add_packs(std::index_sequence<J...>, const SparseWeights& weights, std::size_t n,
                                             const double* columns, const double* base, const double* h, double* out) {
  for (std::size_t l = 0; l < W; l += P) {
    const typename PackOf<P>::Type weight[] = {(packs_at<P>(h + l).pack * weights.weight[J])...};
    const double* const column[] = {(columns + weights.column[J] * n * W + l)...};
    if (base) {
      for (std::size_t i = 0; i < n * W; i += W) {
        packs_at<P>(out + i + l).pack =
            packs_at<P>(base + i + l).pack + (... + (weight[J] * packs_at<P>(column[J] + i).pack));
      }
    } else {
      for (std::size_t i = 0; i < n * W; i += W) {
        packs_at<P>(out + i + l).pack = (... + (weight[J] * packs_at<P>(column[J] + i).pack));
      }
    }
  }
}

template <unsigned W, unsigned P, std::size_t J>
[[gnu::always_inline]] inline void add_lanes(const SparseWeights& weights, std::size_t n, const double* columns,
                                             const double* base, const double* h, double* out) {
  add_packs<W, P>(std::make_index_sequence<J>(), weights, n, columns, base, h, out);
}

template <unsigned W, unsigned P>
[[gnu::always_inline]] inline void measure_lanes(const LaneErrors& errors, LaneClock<W>& lanes) {
  using Pack = typename PackOf<P>::Type;
  const Pack zero{};
  const auto states = static_cast<double>(errors.n);
  for (std::size_t l = 0; l < W; l += P) {
    Pack first = zero, second = zero, check = zero;
    for (std::size_t i = 0; i < errors.n; ++i) {
      const std::size_t at = i * W + l;
      const Pack y = packs_at<P>(errors.y + at).pack, solution = packs_at<P>(errors.solution + at).pack;
      const Pack before = y < 0 ? -y : y, after = solution < 0 ? -solution : solution;
      const Pack scale = errors.atol[i] + errors.rtol * (before < after ? after : before);
      const Pack term = packs_at<P>(errors.first + at).pack / scale;
      first += term * term;
      if (errors.second) {
        const Pack other = packs_at<P>(errors.second + at).pack / scale;
        second += other * other;
      }
      check += zero * solution + zero * packs_at<P>(errors.end_slope + at).pack;
    }
    packs_at<P>(lanes.first.data() + l).pack = first / states;
    packs_at<P>(lanes.second.data() + l).pack = second / states;
    packs_at<P>(lanes.check.data() + l).pack = check;
  }
}

template <unsigned W, unsigned P>
[[gnu::always_inline]] inline void take_lanes(std::size_t n, const typename LaneClock<W>::Masks& mask,
                                              const double* from, double* to) {
  for (std::size_t l = 0; l < W; l += P) {
    const typename PackOf<P>::Mask taken = packs_at<P>(mask.data() + l).pack;
    for (std::size_t at = l; at < n * W; at += W) {
      packs_at<P>(to + at).pack = taken ? packs_at<P>(from + at).pack : packs_at<P>(to + at).pack;
    }
  }
}

// Hairer, Nørsett, Wanner I, (6.13) and after.
template <unsigned W, unsigned P>
[[gnu::always_inline]] inline void take_cubic_lanes(const LaneStep& step, const typename LaneClock<W>::Masks& mask,
                                                    double* dense) {
  using Pack = typename PackOf<P>::Type;
  const std::size_t row = step.n * W;
  for (std::size_t l = 0; l < W; l += P) {
    const typename PackOf<P>::Mask taken = packs_at<P>(mask.data() + l).pack;
    const Pack h = packs_at<P>(step.h + l).pack;
    for (std::size_t at = l; at < row; at += W) {
      const Pack y = packs_at<P>(step.y + at).pack, change = packs_at<P>(step.solution + at).pack - y;
      const Pack start = packs_at<P>(step.start_slope + at).pack, end = packs_at<P>(step.end_slope + at).pack;
      const Pack bend = h * start - change, twist = 2 * change - h * (start + end);
      double* const to = dense + at;
      packs_at<P>(to).pack = taken ? y : packs_at<P>(to).pack;
      packs_at<P>(to + row).pack = taken ? change : packs_at<P>(to + row).pack;
      packs_at<P>(to + 2 * row).pack = taken ? bend : packs_at<P>(to + 2 * row).pack;
      packs_at<P>(to + 3 * row).pack = taken ? twist : packs_at<P>(to + 3 * row).pack;
    }
  }
}

template <unsigned W, unsigned P>
[[gnu::always_inline]] inline void interpolate_lanes(std::size_t n, std::size_t rows, const double* theta,
                                                     const double* dense, double* y) {
  using Pack = typename PackOf<P>::Type;
  for (std::size_t l = 0; l < W; l += P) {
    const Pack forth = packs_at<P>(theta + l).pack, back = 1 - forth;
    for (std::size_t at = l; at < n * W; at += W) {
      Pack sum = packs_at<P>(dense + (rows - 1) * n * W + at).pack;
      for (std::size_t row = rows - 1; row-- > 0;) {
        sum = packs_at<P>(dense + row * n * W + at).pack + (row % 2 == 0 ? forth : back) * sum;
      }
      packs_at<P>(y + at).pack = sum;
    }
  }
}

/// `kFunction`, which is inlined, compiled for AVX2. Without fused multiply-adds, which round otherwise.
template <auto kFunction>
struct WithAvx2;
template <class... Arguments, void (*kFunction)(Arguments...)>
struct WithAvx2<kFunction> {
  [[gnu::target("avx2")]] static void call(Arguments... arguments) { kFunction(arguments...); }
};

template <unsigned W, std::size_t... J>
constexpr LaneKernels<W> make_plain_kernels(std::index_sequence<J...>) {
  return {.add = {nullptr, add_lanes<W, 2, J + 1>...},
          .plan = plan_lanes<W>,
          .measure = measure_lanes<W, 2>,
          .decide = decide_lanes<W>,
          .take = take_lanes<W, 2>,
          .take_cubic = take_cubic_lanes<W, 2>,
          .interpolate = interpolate_lanes<W, 2>};
}

template <unsigned W, std::size_t... J>
constexpr LaneKernels<W> make_avx2_kernels(std::index_sequence<J...>) {
  return {.add = {nullptr, WithAvx2<add_lanes<W, 4, J + 1>>::call...},
          .plan = WithAvx2<plan_lanes<W>>::call,
          .measure = WithAvx2<measure_lanes<W, 4>>::call,
          .decide = WithAvx2<decide_lanes<W>>::call,
          .take = WithAvx2<take_lanes<W, 4>>::call,
          .take_cubic = WithAvx2<take_cubic_lanes<W, 4>>::call,
          .interpolate = WithAvx2<interpolate_lanes<W, 4>>::call};
}

using MostWeights = std::make_index_sequence<SparseWeights::kMost>;

}  // namespace

template <unsigned W>
const LaneKernels<W>& plain_lane_kernels() {
  static constexpr LaneKernels<W> kKernels = make_plain_kernels<W>(MostWeights());
  return kKernels;
}

template <unsigned W>
const LaneKernels<W>& lane_kernels() {
  static constexpr LaneKernels<W> kAvx2 = make_avx2_kernels<W>(MostWeights());
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  return has_avx2 ? kAvx2 : plain_lane_kernels<W>();
}

template const LaneKernels<4>& plain_lane_kernels<4>();
template const LaneKernels<8>& plain_lane_kernels<8>();
template const LaneKernels<4>& lane_kernels<4>();
template const LaneKernels<8>& lane_kernels<8>();

}  // namespace kinemate
